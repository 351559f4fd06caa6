import { expect, it } from "vitest";
import { findGrowth, minuteMs } from "./memory.ts";

/** A life of the service with one sample in each minute. */
const lifeOf = (megabytes: readonly number[], life = 0) =>
  megabytes.map((service, minute) => {
    const at = (minute + 0.5) * minuteMs;
    return { life, age: at, at, service, engine: 4 };
  });
const constant = (minutes: number, megabytes: number) => Array(minutes).fill(megabytes);

it("finds a life whose memory grew by more than 10 % after minute 10", () => {
  const samples = lifeOf([...constant(10, 50), ...constant(5, 100), ...constant(5, 111)]);
  expect(findGrowth(samples)).toEqual([
    "memory not flat: 100.0 MB from minute 10 of a life, 111.0 MB from minute 15",
  ]);
});

it("accepts growth in the first ten minutes of each life", () => {
  const flat = [...constant(10, 50), ...constant(5, 100), ...constant(5, 109)];
  expect(findGrowth([...lifeOf(flat), ...lifeOf(constant(8, 300), 1)])).toEqual([]);
});
