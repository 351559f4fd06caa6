import { beforeEach, describe, expect, it } from "vitest";
import { operationsOf } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { first } from "../support/faulty-table.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { wholeHistory } from "../support/whole-history.ts";
import { endpoint } from "../support/worker.ts";

/** Sets the index's attributes in every operation of goods. */
const reindex = async (name: string, attributes: Parameters<typeof spoil>[1]) => {
  const deadline = { left: () => 5_000 };
  for (const { pk, sk } of await queryAll(table, operationsOf({ zongpai: name }), deadline, {
    consistent: true,
  }))
    await spoil({ pk: String(pk), sk: String(sk) }, attributes);
};
const unlisted = { place_pk: undefined, place_sk: undefined };

describe("the history of goods in the index", () => {
  let name = "";
  beforeEach(async () => {
    await audited({ repairAs: "ada" });
    name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
  });

  it("is filled by a repair, where a site begins to serve it; the repair is no event of the goods", async () => {
    await call("post-box", { box_no: boxNo(fresh()), zongpai: name, quantity: 1 });
    const before = await wholeHistory(name, 100);
    expect(before).toHaveLength(2);
    await reindex(name, unlisted);
    expect(await wholeHistory(name, 100)).toEqual([]);
    expect((await audited()).summary).toMatchObject({
      differences: { index: 4 },
      repairable: 4,
      repaired: 0,
    });
    expect((await audited({ repairAs: "ada" })).summary.repaired).toBe(4);
    expect(await wholeHistory(name, 100)).toEqual(before);
    expect((await audited()).differences).toEqual([]);
  });

  it("is mended where an operation is at another instant", async () => {
    await reindex(name, { place_sk: "H#000000000000001#s#other" });
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences).toMatchObject([{ kind: "index", attribute: "place_sk", zongpai: name }]);
    expect((await audited()).differences).toEqual([]);
  });

  it("is not asked for by the audit of a site that does not serve it", async () => {
    await reindex(name, unlisted);
    const without = { ...site, routes: { ...site.routes, history: false as const } };
    expect((await audited({}, without)).differences).toEqual([]);
  });

  it("is mended once, when an answer to the repair is lost", async () => {
    await reindex(name, unlisted);
    endpoint.faults = first(1, "UpdateItem", { kind: "answerLost" });
    const { summary } = await audited({ repairAs: "ada" });
    expect(summary).toMatchObject({ repairable: 2, repaired: 2 });
    expect((await audited()).differences).toEqual([]);
  });
});
