import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goodsHistory, type HistoryResponse } from "#lib/domain/goods-history.ts";
import type { HistoryEvent } from "#lib/domain/history.ts";
import type { Site } from "#lib/site/schema.ts";
import { commit } from "#lib/store/commit.ts";
import { historyOf, historyStore } from "#lib/store/history.ts";
import { operationsOf } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { metered } from "../support/meter.ts";
import { anOperation } from "../support/operation.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

const deadline = { left: () => 5_000 };
const paged = (pageSize: number): Site => ({ ...site, overview: { pageSize } });

const page = (goods: string, size: number, cursor?: string): Promise<HistoryResponse> =>
  goodsHistory({ zongpai: goods, cursor }, { site: paged(size), at: Date.now(), deadline, histories: historyStore(table) });

const whole = async (goods: string, size: number) => {
  const events: HistoryResponse["events"] = [];
  let cursor: string | undefined;
  do {
    const next = await page(goods, size, cursor);
    if (next.cursor !== undefined) expect(next.events).toHaveLength(size);
    events.push(...next.events);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return events;
};

const place = fc.constantFrom({ off_shelf: true }, { off_shelf: false, location: "A" }, { off_shelf: false, location: "B" });
const category = fc.constantFrom(undefined, "one", "two");
const quantity = fc.integer({ min: 1, max: 9 });
const anEvent: fc.Arbitrary<HistoryEvent> = fc.oneof(
  fc.record({ kind: fc.constant("saved" as const), box_no: fc.constant("box"), category, quantity }),
  fc.record({ kind: fc.constant("corrected" as const), box_no: fc.constant("box"), category, from: quantity, to: quantity }),
  fc
    .tuple(place, category, fc.option(place, { nil: undefined, freq: 4 }))
    .map(([where, category, stays]) => ({ kind: "moved" as const, category, ...where, scanned_at: 1, stays })),
  fc.record({ kind: fc.constant("configured" as const), entries: quantity.map((quantity) => [{ category: "one", quantity }]) }),
);

let goods = 0;

describe("the history of goods in the index", () => {
  it("is the same in pages of any size, in the order of arrival, and tells what was before as far as two pages know", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anEvent, fc.integer({ min: 0, max: 2 })), { minLength: 1, maxLength: 14 }),
        fc.integer({ min: 1, max: 6 }),
        async (events, size) => {
          goods += 1;
          const name = `goods ${goods}`;
          let at = 1_000_000;
          for (const [event, later] of events) {
            at += later;
            await commit(table, { operation: { ...anOperation(name), at }, result: {}, event }, []);
          }
          const all = await whole(name, 100);
          expect(all).toHaveLength(events.length);
          const instants = all.map(({ recorded_at }) => recorded_at);
          expect(instants).toEqual(instants.toSorted((one, other) => other - one));
          const shown = await whole(name, size);
          const withoutBefore = (told: typeof all) => told.map(({ before: _, ...rest }) => rest);
          expect(withoutBefore(shown)).toEqual(withoutBefore(all));
          // What is told of before is never wrong; it may be missing.
          for (const [n, { before }] of shown.entries()) if (before) expect(before).toEqual(all[n]?.before);
          // The trace reads the rows themselves.
          const traced = await historyOf(table, name, deadline);
          expect(traced.map((one) => one.at)).toEqual(instants.toReversed());
        },
      ),
      { numRuns: 40 },
    );
  });

  it("comes with one query, whatever its length", async () => {
    const name = zongpai(fresh());
    const event = { kind: "moved" as const, off_shelf: true, scanned_at: 1 };
    for (let from = 0; from < 5_000; from += 100)
      await Promise.all(
        Array.from({ length: 100 }, (_, n) =>
          commit(table, { operation: { ...anOperation(name), at: 1_000_000 + from + n }, result: {}, event }, []),
        ),
      );
    const { answer, ...cost } = await metered(() => call("get-history", { zongpai: name }));
    expect(answer.status).toBe(site.success["get-history"]);
    expect(cost.trips).toBe(1);
    expect(cost.read).toBeLessThan(20);
  });

  const unlist = async (name: string) => {
    const rows = await queryAll(table, operationsOf(name), deadline, { consistent: true });
    for (const { pk, sk } of rows) await spoil({ pk: String(pk), sk: String(sk) }, { place_pk: undefined, place_sk: undefined });
    return rows.length;
  };

  it("is filled by a repair, where a site begins to tell it; the repair is no event of the goods", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    await call("post-box", { box_no: boxNo(fresh()), zongpai: name, quantity: 1 });
    const before = await whole(name, 100);
    await audited({ repairAs: "ada" });
    expect(await unlist(name)).toBe(2);
    expect(await whole(name, 100)).toEqual([]);
    const { differences, summary } = await audited();
    expect(differences.map(({ kind, attribute }) => `${kind} ${attribute}`).toSorted()).toEqual([
      "index place_pk",
      "index place_pk",
      "index place_sk",
      "index place_sk",
    ]);
    expect(summary).toMatchObject({ repairable: 4, repaired: 0 });
    expect((await audited({ repairAs: "ada" })).summary).toMatchObject({ repairable: 4, repaired: 4 });
    expect(await whole(name, 100)).toEqual(before);
    expect((await audited()).differences).toEqual([]);
  });

  it("is mended where an operation stands at another instant", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    const [row] = await queryAll(table, operationsOf(name), deadline, { consistent: true });
    await spoil({ pk: String(row?.pk), sk: String(row?.sk) }, { place_sk: "H#000000000000001#s#other" });
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences).toMatchObject([{ kind: "index", attribute: "place_sk", zongpai: name }]);
    expect((await audited()).differences).toEqual([]);
  });

  it("is not asked for by the audit of a site that does not tell it", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    await unlist(name);
    const untold = { ...site, routes: { ...site.routes, history: false as const } };
    expect((await audited({}, untold)).differences).toEqual([]);
    await audited({ repairAs: "ada" });
  });

  it("is mended once, when an answer to the repair is lost", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    await unlist(name);
    let lost = false;
    endpoint.faults = (operation) => {
      if (operation !== "UpdateItem" || lost) return undefined;
      lost = true;
      return { kind: "answerLost" };
    };
    expect((await audited({ repairAs: "ada" })).summary).toMatchObject({ repairable: 2, repaired: 2 });
    endpoint.faults = () => undefined;
    expect((await audited()).differences).toEqual([]);
  });
});
