import { describe, expect, it } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { repeatAttempts, waitBackoff } from "#lib/store/client.ts";
import { goodsKey } from "#lib/store/keys.ts";
import { mostKeysPerRead, readItems } from "#lib/store/query.ts";
import { saveItem } from "../support/requests.ts";
import { fresh, itemOf } from "../support/samples.ts";
import { table } from "../support/table.ts";

it("more items than one request reads are read in the order of their keys", async () => {
  const { zongpai } = itemOf(fresh());
  await saveItem({ ...itemOf(fresh()), zongpai });
  const unknown = Array.from({ length: mostKeysPerRead }, (_, at) => goodsKey(`none-${at}`));
  const keys = [...unknown, goodsKey(zongpai)];
  const items = await readItems(table, keys, deadlineWithin(10_000));
  expect(items.map((item) => item !== undefined)).toEqual(keys.map((_, at) => at === 100));
});

describe("a failed read", () => {
  const lost = () => Promise.reject(Object.assign(new Error("lost"), { code: "ECONNRESET" }));

  it("is not tried where exactly the least time is left", async () => {
    let attempts = 0;
    const attempt = async () => {
      attempts += 1;
    };
    const read = repeatAttempts(systemClock, { left: () => 25 }, attempt);
    await expect(read).rejects.toMatchObject({ condition: "timeout" });
    expect(attempts).toBe(0);
  });

  it("is tried again only after a pause", async () => {
    let attempts = 0;
    const paused = Promise.withResolvers<void>();
    const attempt = async () => {
      attempts += 1;
      return attempts === 1 ? lost() : "read";
    };
    const clock = { ...systemClock, sleep: () => paused.promise };
    const read = repeatAttempts(clock, deadlineWithin(10_000), attempt);
    await new Promise(setImmediate);
    expect(attempts).toBe(1);
    paused.resolve();
    expect(await read).toBe("read");
  });

  it.each([
    ["doubles from 20 ms", 2, 10_000, 80],
    ["ends at 400 ms", 9, 10_000, 400],
    ["leaves the time that an attempt needs", 9, 100, 75],
    ["is none when less is left", 9, 20, 0],
  ])("its pause %s", async (_, tries, leftMs, expected) => {
    const slept: number[] = [];
    const sleep = async (ms: number) => void slept.push(ms);
    const clock = { ...systemClock, random: () => 1, sleep };
    await waitBackoff(clock, tries, { left: () => leftMs }, 25);
    expect(slept).toEqual([expected]);
  });
});
