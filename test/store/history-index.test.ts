import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { HistoryEvent } from "#lib/domain/events.ts";
import { type HistoryResponse, readGoodsHistory } from "#lib/domain/goods-history.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { commit } from "#lib/store/commit.ts";
import { historyStore, readHistory } from "#lib/store/history.ts";
import { locationKey, operationsSpan } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { audited } from "../support/audited.ts";
import { first } from "../support/faulty-table.ts";
import { anOperation } from "../support/operation.ts";
import { spoil } from "../support/planted.ts";
import { register, saveItem } from "../support/requests.ts";
import { boxNo, fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { endpoint } from "../support/worker.ts";

/** The whole history of goods, read in pages of this size. */
const wholeHistory = async (zongpai: string, pageSize: number) => {
  const events: HistoryResponse["events"] = [];
  let cursor: string | undefined;
  do {
    const next = await readGoodsHistory(
      { zongpai, cursor },
      {
        site: { ...site, overview: { pageSize } },
        ...{ at: Date.now(), deadline: deadlineWithin(5_000), histories: historyStore(table) },
        caller: () => ({ who: "ada", mayCall: () => true }),
      },
    );
    if (next.cursor !== undefined) expect(next.events).toHaveLength(pageSize);
    events.push(...next.events);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return events;
};

/** Sets the index's attributes in every operation row of goods. */
const reindex = async (zongpai: string, attributes: Parameters<typeof spoil>[1]) => {
  for (const { pk, sk } of await queryAll(
    table,
    operationsSpan({ zongpai }),
    deadlineWithin(5_000),
    {
      consistent: true,
    },
  ))
    await spoil({ pk: String(pk), sk: String(sk) }, attributes);
};
const unlisted = { place_pk: undefined, place_sk: undefined };

describe("the history of goods in the index", () => {
  let name = "";
  beforeEach(async () => {
    await audited({ repairAs: "ada" });
    name = zongpai(fresh());
    await register(name);
  });

  it("is filled by a repair where a site adds it; history stays unchanged", async () => {
    await saveItem({ box_no: boxNo(fresh()), zongpai: name });
    const before = await wholeHistory(name, 100);
    expect(before).toHaveLength(2);
    await reindex(name, unlisted);
    expect(await wholeHistory(name, 100)).toEqual([]);
    // The repair loses an answer.
    endpoint.faults = first(1, "UpdateItem", { kind: "answerLost" });
    const { summary } = await audited({ repairAs: "ada" });
    expect(summary).toMatchObject({ differences: { index: 4 }, repairable: 4, repaired: 4 });
    expect(await wholeHistory(name, 100)).toEqual(before);
    expect((await audited()).differences).toEqual([]);
  });

  it("has the repair of a place that is in no list", async () => {
    await spoil(locationKey(name), unlisted);
    await audited({ repairAs: "ada" });
    const repaired = { did: "repaired", who: "ada" };
    expect(await wholeHistory(name, 100)).toContainEqual(expect.objectContaining(repaired));
  });

  it("is repaired where an operation is at another instant", async () => {
    await reindex(name, { place_sk: "H#000000000000001#s#other" });
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences).toMatchObject([{ kind: "index", attribute: "place_sk", zongpai: name }]);
    expect((await audited()).differences).toEqual([]);
  });

  it("is not checked by the audit of a site without it", async () => {
    await reindex(name, unlisted);
    const without = { ...site, routes: { ...site.routes, history: false as const } };
    expect((await audited({}, without)).differences).toEqual([]);
  });

  const place = fc.constantFrom(
    { off_shelf: true },
    { off_shelf: false, location: "A" },
    { off_shelf: false, location: "B" },
  );
  const [category, quantity] = [fc.constantFrom(undefined, "one", "two"), fc.nat(9)];
  const box_no = fc.constant("box");
  const anEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
    fc.record({
      ...{ kind: fc.constant("corrected" as const), box_no, category },
      ...{ from: quantity, to: quantity },
    }),
    fc
      .record({
        ...{ kind: fc.constant("moved" as const), category, scanned_at: fc.constant(1) },
        stays: fc.option(place, { nil: undefined, freq: 4 }),
      })
      .chain((event) => place.map((where) => ({ ...event, ...where }))),
    fc.record({
      kind: fc.constant("configured" as const),
      entries: quantity.map((quantity) => [{ category: "one", quantity }]),
    }),
  );

  it("is the same for any page size, in the order of recording", async () => {
    const events = fc.array(fc.tuple(anEvent, fc.nat(2)), { minLength: 1, maxLength: 14 });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(events, fc.integer({ min: 1, max: 6 }), async (events, size) => {
        runs += 1;
        const goods = `goods ${runs}`;
        let at = 1_000_000;
        for (const [event, later] of events) {
          at += later;
          const then = { ...table, clock: { ...table.clock, now: () => at } };
          const write = () => ({ result: {}, event, effects: [] });
          await commit(then, { ...anOperation(goods), at }, write);
        }
        const all = await wholeHistory(goods, 100);
        const instants = all.map(({ recorded_at }) => recorded_at);
        expect(instants).toEqual(instants.toSorted((one, other) => other - one));
        // The trace reads the rows themselves.
        const traced = await readHistory(table, { zongpai: goods }, deadlineWithin(5_000));
        expect(traced.map((one) => one.at)).toEqual(instants.toReversed());
        expect(traced).toHaveLength(events.length);
        const shown = await wholeHistory(goods, size);
        expect(shown).toEqual(
          all.map(({ before, ...line }, n) => ({ ...line, ...(shown[n]?.before && { before }) })),
        );
      }),
      { numRuns: 20 },
    );
  });
});
