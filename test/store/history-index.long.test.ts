import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HistoryEvent } from "#lib/domain/events.ts";
import { commit } from "#lib/store/commit.ts";
import { historyOf } from "#lib/store/history.ts";
import { call } from "../support/client.ts";
import { metered } from "../support/meter.ts";
import { anOperation } from "../support/operation.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { table } from "../support/table.ts";
import { wholeHistory } from "../support/whole-history.ts";

const record = (goods: string, at: number, event: HistoryEvent) =>
  commit(
    { ...table, clock: { ...table.clock, now: () => at } },
    { ...anOperation(goods), at },
    () => ({
      result: {},
      event,
      effects: [],
    }),
  );

const place = fc.constantFrom(
  { off_shelf: true },
  { off_shelf: false, location: "A" },
  { off_shelf: false, location: "B" },
);
const category = fc.constantFrom(undefined, "one", "two");
const quantity = fc.integer({ min: 1, max: 9 });
const box_no = fc.constant("box");
const stays = fc.option(place, { nil: undefined, freq: 4 });
const anEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  fc.record({ kind: fc.constant("saved" as const), box_no, category, quantity }),
  fc.record({
    ...{ kind: fc.constant("corrected" as const), box_no, category },
    ...{ from: quantity, to: quantity },
  }),
  fc
    .record({ kind: fc.constant("moved" as const), category, scanned_at: fc.constant(1), stays })
    .chain((event) => place.map((where) => ({ ...event, ...where }))),
  fc.record({
    kind: fc.constant("configured" as const),
    entries: quantity.map((quantity) => [{ category: "one", quantity }]),
  }),
);

describe("the history of goods in the index", () => {
  it("is the same in pages of any size, in the order of recording; what was before is right or missing", async () => {
    const events = fc.array(fc.tuple(anEvent, fc.nat(2)), { minLength: 1, maxLength: 14 });
    let goods = 0;
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 6 }), async (events, size) => {
        goods += 1;
        const name = `goods ${goods}`;
        let at = 1_000_000;
        for (const [event, later] of events) {
          at += later;
          await record(name, at, event);
        }
        const all = await wholeHistory(name, 100);
        expect(all).toHaveLength(events.length);
        const instants = all.map(({ recorded_at }) => recorded_at);
        expect(instants).toEqual(instants.toSorted((one, other) => other - one));
        const shown = await wholeHistory(name, size);
        const withoutBefore = (history: typeof all) =>
          history.map(({ before: _, ...rest }) => rest);
        expect(withoutBefore(shown)).toEqual(withoutBefore(all));
        for (const [n, { before }] of shown.entries())
          if (before) expect(before).toEqual(all[n]?.before);
        // The trace reads the rows themselves.
        const traced = await historyOf(table, { zongpai: name }, { left: () => 5_000 });
        expect(traced.map((one) => one.at)).toEqual(instants.toReversed());
      }),
      { numRuns: 40 },
    );
  });

  it("comes with one query, whatever its length", async () => {
    const name = zongpai(fresh());
    const event = { kind: "moved" as const, off_shelf: true, scanned_at: 1 };
    for (let from = 0; from < 5_000; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, n) => record(name, 1_000_000 + from + n, event)),
      );
    const { trips, read } = await metered(() => call("get-history", { zongpai: name }));
    expect(trips).toBe(1);
    expect(read).toBeLessThan(20);
  });
});
