import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { releaseMemoryAtRest } from "#infra/local/release-memory.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a stage gives memory back once it rests, and again only after much work", async () => {
  let [processorMs, releases] = [400, 0];
  const collect = async () => {
    releases += 1;
    processorMs += 50;
  };
  releaseMemoryAtRest(collect, () => processorMs);
  const releasesAfter = async (workMs: number) => {
    processorMs += workMs;
    await vi.advanceTimersByTimeAsync(3_000);
    return releases;
  };
  const counted: number[] = [];
  for (const workMs of [900, 10, 10, 500, 10, 4_700, 10, 10])
    counted.push(await releasesAfter(workMs));
  expect(counted).toEqual([0, 1, 1, 1, 1, 1, 2, 2]);
});
