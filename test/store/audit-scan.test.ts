import { afterEach, describe, expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, goodsKey } from "#lib/store/keys.ts";
import { scanPages } from "#lib/store/scan.ts";
import { audited } from "../support/audited.ts";
import { done, serves } from "../support/client.ts";
import { soundGoods, spoil } from "../support/planted.ts";
import { boxInfo, category } from "../support/requests.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";
import { endpoint, noFaults } from "../support/worker.ts";

afterEach(async () => {
  endpoint.faults = noFaults;
  await audited({ repairAs: "ada" });
});

/** Runs an audit, and counts its requests by their operation. */
const counted = async (options: Parameters<typeof audited>[0] = {}) => {
  const requests: Record<string, number> = {};
  endpoint.faults = (operation) => {
    requests[operation] = (requests[operation] ?? 0) + 1;
    return undefined;
  };
  const found = await audited(options);
  endpoint.faults = noFaults;
  return { ...found, requests };
};

/** Changes goods after the audit has scanned the table, before it asks for their revision. */
const afterScan = (change: () => Promise<unknown>) => {
  let changed: Promise<unknown> | undefined;
  endpoint.faults = (operation) => {
    if (operation !== "BatchGetItem" || changed) return undefined;
    changed = change();
    return { kind: "held", go: changed.then(() => undefined), landed: () => {} };
  };
};

it("a scan reads each row once, however many are on a page", async () => {
  await soundGoods();
  const keysOnPages = async (Limit?: number) => {
    const pages = scanPages(table, "table", () => deadlineWithin(10_000), { Limit });
    const keys: string[] = [];
    for await (const { Items = [] } of pages)
      keys.push(...Items.map(({ pk, sk }) => `${pk} ${sk}`));
    return keys;
  };
  expect(await keysOnPages(3)).toEqual(await keysOnPages());
});

describe("an audit", () => {
  it("reads sound goods in its scan only, and their revisions once", async () => {
    await soundGoods();
    await soundGoods();
    const { differences, requests } = await counted({ segments: 2 });
    expect(differences).toEqual([]);
    expect(requests).toEqual({ Scan: 2, BatchGetItem: 1 });
  });

  it("reads goods again that look wrong, and no others", async () => {
    const { goods } = await soundGoods();
    await spoil(goodsKey(goods), { boxed: 1 });
    const { differences, requests } = await counted();
    expect(differences).toMatchObject([{ kind: "productBoxed", zongpai: goods }]);
    expect(requests.Query).toBe(4);
  });

  it("finds a fault that comes with a write after the scan", async () => {
    const { goods } = await soundGoods();
    const { rev } = await rowAt(goodsKey(goods));
    afterScan(() => spoil(goodsKey(goods), { boxed: 1, rev: Number(rev) + 1 }));
    expect((await audited()).differences).toMatchObject([{ kind: "productBoxed", zongpai: goods }]);
  });

  it("repairs a mark that is true or false, and history shows it", async () => {
    const { goods } = await soundGoods();
    const { located } = attributesOf(category);
    await spoil(goodsKey(goods), { [located]: undefined });
    const { differences } = await audited({ repairAs: "ada" });
    expect(differences).toMatchObject([{ kind: "located", zongpai: goods }]);
    expect((await rowAt(goodsKey(goods)))[located]).toBe(true);
    if (!serves("get-history")) return;
    const { body } = await done("get-history", { zongpai: goods });
    expect(body.events).toContainEqual(
      expect.objectContaining({ did: site.history.did.repaired, who: "ada" }),
    );
  });

  it("finds the same if not all rows fit into its memory", async () => {
    const { goods } = await soundGoods();
    await spoil(goodsKey(goods), { boxed: 1 });
    const { differences } = await audited();
    for (const mostRows of [0, 1, 7, 20])
      expect((await audited({ mostRows })).differences).toEqual(differences);
  });
});

describe("an item in a box without the product's name", () => {
  const product = site.erp.product ? "Stool" : undefined;

  /** Goods whose item was saved by an earlier version. */
  const unnamed = async () => {
    const { goods, box } = await soundGoods();
    await spoil(goodsKey(goods), { product });
    await spoil(boxItemKey(box, goods), { product: undefined });
    return { goods, box };
  };

  it("is no fault to an audit", async () => {
    await unnamed();
    const { differences, summary } = await audited({ repairAs: "ada" });
    expect(differences).toEqual([]);
    expect(summary).not.toHaveProperty("names");
  });

  it("gets that of its goods on request, without a line in the history", async () => {
    const { goods, box } = await unnamed();
    const { summary } = await audited({ names: true });
    const found = summary.names?.lacked ?? 0;
    expect(found > 0).toBe(product !== undefined);
    expect(await boxInfo(box)).not.toMatchObject({ items: [{ product: "Stool" }] });
    const before = await rowAt(goodsKey(goods));
    const repair = await audited({ names: true, repairAs: "ada" });
    expect(repair.summary).toMatchObject({ names: { lacked: found, added: found }, repaired: 0 });
    expect((await boxInfo(box)).items[0]?.product).toBe(product);
    expect(await rowAt(goodsKey(goods))).toEqual(before);
    expect((await audited({ names: true })).summary.names).toEqual({ lacked: 0, added: 0 });
    expect((await audited()).differences).toEqual([]);
  });

  it("gets it also if its goods are read again", async () => {
    const { box } = await unnamed();
    await audited({ names: true, repairAs: "ada", mostRows: 0 });
    expect((await boxInfo(box)).items[0]?.product).toBe(product);
  });
});
