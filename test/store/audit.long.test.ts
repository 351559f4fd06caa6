import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readHistory } from "#lib/store/history.ts";
import { boxItemKey, goodsKey, operationsSpan } from "#lib/store/keys.ts";
import { queryAll } from "#lib/store/query.ts";
import { judgeGoods } from "../../commands/audit/judge-goods.ts";
import { audited } from "../support/audited.ts";
import { type Answer, call } from "../support/client.ts";
import { lateTransaction } from "../support/late.ts";
import {
  type Fault,
  faults,
  plantRow,
  type Sound,
  soundGoods,
  spoil,
  unreadable,
} from "../support/planted.ts";
import {
  boxes,
  category,
  configure,
  locate,
  other,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { documents, table, tableName } from "../support/table.ts";
import { endpoint } from "../support/worker.ts";

const deadline = { left: () => 10_000 };
const historyOfGoods = (goods: string) => readHistory(table, { zongpai: goods }, deadline);
const repaired = () => audited({ repairAs: "ada" });
const expectClean = async () => expect((await audited()).differences).toEqual([]);
const judged = (goods: string) => judgeGoods(table, goods, [], site);

/** Deletes operations, as DynamoDB's time to live does. */
const expireOperations = async (goods: string) => {
  for (const { pk, sk } of await queryAll(table, operationsSpan({ zongpai: goods }), deadline, {
    consistent: true,
  }))
    await documents.send(new DeleteCommand({ TableName: tableName, Key: { pk, sk } }));
};

describe.each([
  ["an audit", false],
  ["an audit when history has ended", true],
])("%s", (_, ended) => {
  const planted = new Map<Fault, Sound>();
  let [clean, found, repair, left]: Awaited<ReturnType<typeof audited>>[] = [];
  const histories: Awaited<ReturnType<typeof historyOfGoods>>[][] = [];
  const keepHistories = async () =>
    histories.push(
      await Promise.all([...planted.values()].map(({ goods }) => historyOfGoods(goods))),
    );

  beforeAll(async () => {
    for (const fault of faults) {
      const sound = await soundGoods();
      planted.set(fault, sound);
      if (ended) await expireOperations(sound.goods);
    }
    clean = await audited();
    for (const [fault, sound] of planted) {
      await fault.plant(sound);
      if (ended) await expireOperations(sound.goods);
    }
    found = await audited();
    await keepHistories();
    repair = await repaired();
    await keepHistories();
    for (const [fault, sound] of planted) await fault.mend?.(sound);
    left = await audited();
  });

  it("finds nothing in sound goods, nor in those that were repaired", () => {
    expect([clean?.differences, left?.differences]).toEqual([[], []]);
  });

  it.each(faults)("finds $name, and a repair corrects it", (fault) => {
    const sound = planted.get(fault) as Sound;
    const ofGoods = found?.differences.filter(({ zongpai }) => zongpai === sound.goods) ?? [];
    for (const difference of fault.found(sound))
      expect(ofGoods).toContainEqual(expect.objectContaining(difference));
    expect(ofGoods.some(({ kind }) => kind === "notConfigured")).toBe(fault.mend !== undefined);
    const at = faults.indexOf(fault);
    const [before = [], after = []] = histories.map((all) => all[at]);
    expect(after).toHaveLength(before.length + 1);
    const id = expect.stringMatching(/^s#/);
    expect(after.at(-1)).toMatchObject({ route: "audit", who: "ada", id });
  });

  it("counts faults and repairs, and writes only when it repairs", () => {
    const repairable = found?.differences.filter(({ kind }) => kind !== "notConfigured").length;
    expect(found?.summary).toMatchObject({ repairable, repaired: 0, changing: 0 });
    expect(repair?.summary).toMatchObject({ repairable, repaired: repairable });
    const goods = new Set([...planted.values()].map((sound) => sound.goods));
    expect(new Set(found?.differences.map(({ zongpai }) => zongpai))).toEqual(goods);
  });
});

/** The service's clock is ten minutes behind, so that the scan is late on every site, however busy the machine is. */
const lateScan = (goods: string) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 600_000 });
  return locate(goods, 1).finally(() => vi.useRealTimers());
};

describe("an audit", () => {
  it("names all faults of one goods with their keys, and repairs them at once", async () => {
    const sound = await soundGoods();
    const many = faults.filter(({ name }) =>
      /too high|too low|another partition|under other goods/.test(name),
    );
    for (const { plant } of many) await plant(sound);
    const { differences } = await repaired();
    for (const found of many.flatMap((fault) => fault.found(sound)))
      expect(differences).toContainEqual(expect.objectContaining(found));
    await expectClean();
    const repairs = (await historyOfGoods(sound.goods)).filter(({ route }) => route === "audit");
    const corrections = expect.arrayContaining([...differences]);
    expect(repairs.map(({ event }) => event)).toEqual([{ kind: "repaired", corrections }]);
  });

  it("repairs more rows of the index than one transaction takes", async () => {
    const { goods } = await soundGoods();
    const held = boxes(120);
    for (const box_no of held)
      await plantRow({ ...boxItemKey(box_no, goods), box_no, zongpai: goods, quantity: 1, at: 1 });
    const { summary } = await repaired();
    expect(summary).toMatchObject({ differences: { index: 2 * held.length, productBoxed: 1 } });
    expect(summary.repaired).toBe(summary.repairable);
    await expectClean();
  });

  it.each([
    ["save", (goods: string) => saveItem({ box_no: boxNo(fresh()), zongpai: goods })],
    ["late scan of an attachment", lateScan],
  ])("looks again at goods when a %s is recorded between its reads", async (_, write) => {
    const { goods } = await soundGoods();
    await locate(goods, 2);
    let queries = 0;
    let isBegun = false;
    let written: Promise<Answer> | undefined;
    endpoint.faults = (operation) => {
      if (operation === "Query") queries += 1;
      if (queries !== 2 || isBegun) return undefined;
      isBegun = true;
      written = write(goods);
      return { kind: "held", go: written.then(() => undefined), landed: () => {} };
    };
    expect((await judged(goods))?.differences).toEqual([]);
    expect((await written)?.status).toBeLessThan(300);
    expect(queries).toBe(8);
  });

  it("sees by its revision that goods changed, whatever was written of them", async () => {
    const { goods, box } = await soundGoods();
    const item = { box_no: box, zongpai: goods };
    const revision = async () => (await judged(goods))?.rev ?? 0;
    const writes = [
      () => call("edit-box", { ...item, quantity: 8 }),
      () => call("patch-attachment-box", { ...item, category, quantity: 2 }),
      () => call("delete-attachment-box", { ...item, category }),
      () => saveEntry(goods, box, 1),
      () => locate(goods, 3),
      () => configure(goods, { [category]: 20, [other]: 20 }),
      () => saveItem({ ...item, box_no: boxNo(fresh()) }),
      () => call("move-item", { ...item, to_box_no: boxNo(fresh()), quantity: 1 }),
    ];
    for (const write of writes) {
      const before = await revision();
      expect((await write()).status).toBeLessThan(300);
      expect(await revision()).toBe(before + 1);
    }
  });

  it("repairs goods by their current row, and loses no count to concurrent writes", async () => {
    const { goods } = await soundGoods();
    await spoil(goodsKey(goods), { boxed: 1 });
    const late = lateTransaction();
    const repair = repaired();
    await late.sent;
    await saveItem({ box_no: boxNo(fresh()), zongpai: goods });
    await late.lands();
    expect((await repair).summary).toMatchObject({ repairable: 1, repaired: 1 });
    await expectClean();
  });
});

describe("a row that cannot be read", () => {
  it.each(unreadable)("is named, and its goods are not repaired by guess: $name", async (fault) => {
    const sound = await soundGoods();
    await fault.plant(sound);
    const { differences, summary } = await repaired();
    const ofGoods = differences.filter(({ zongpai }) => zongpai === sound.goods);
    expect(ofGoods).toEqual(fault.found(sound).map((found) => expect.objectContaining(found)));
    expect(summary).toMatchObject({ repairable: 0, repaired: 0 });
  });

  it("is named if the service has no such key", async () => {
    const key = { pk: "X#1", sk: "GOODS" };
    await plantRow(key);
    const { differences } = await audited();
    expect(differences).toContainEqual(expect.objectContaining({ kind: "unreadable", key }));
  });
});
