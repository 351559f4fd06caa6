import { describe, expect, it } from "vitest";
import { operationsOf } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { spoil } from "../support/planted.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";
import { wholeHistory } from "../support/whole-history.ts";

const deadline = { left: () => 5_000 };
describe("the history of goods in the index", () => {
  const unlist = async (name: string) => {
    const rows = await queryAll(table, operationsOf(name), deadline, { consistent: true });
    for (const { pk, sk } of rows)
      await spoil({ pk: String(pk), sk: String(sk) }, { place_pk: undefined, place_sk: undefined });
    return rows.length;
  };

  it("is filled by a repair, where a site begins to tell it; the repair is no event of the goods", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    await call("post-box", { box_no: boxNo(fresh()), zongpai: name, quantity: 1 });
    const before = await wholeHistory(name, 100);
    await audited({ repairAs: "ada" });
    expect(await unlist(name)).toBe(2);
    expect(await wholeHistory(name, 100)).toEqual([]);
    const { differences, summary } = await audited();
    expect(differences.map(({ kind, attribute }) => `${kind} ${attribute}`).toSorted()).toEqual([
      "index place_pk",
      "index place_pk",
      "index place_sk",
      "index place_sk",
    ]);
    expect(summary).toMatchObject({ repairable: 4, repaired: 0 });
    expect((await audited({ repairAs: "ada" })).summary).toMatchObject({
      repairable: 4,
      repaired: 4,
    });
    expect(await wholeHistory(name, 100)).toEqual(before);
    expect((await audited()).differences).toEqual([]);
  });

  it("is mended where an operation stands at another instant", async () => {
    const name = zongpai(fresh());
    await call("post-trace-location", { zongpai: name, location: location(1) });
    const [row] = await queryAll(table, operationsOf(name), deadline, { consistent: true });
    await spoil(
      { pk: String(row?.pk), sk: String(row?.sk) },
      { place_sk: "H#000000000000001#s#other" },
    );
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
    expect((await audited({ repairAs: "ada" })).summary).toMatchObject({
      repairable: 2,
      repaired: 2,
    });
    endpoint.faults = () => undefined;
    expect((await audited()).differences).toEqual([]);
  });
});
