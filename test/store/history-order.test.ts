import { describe, expect, it, vi } from "vitest";
import { boxItemKey, goodsKey, locationKey } from "#lib/store/keys.ts";
import { audited } from "../support/audited.ts";
import { answered, call, done, hasKeys, key } from "../support/client.ts";
import { lateTransaction } from "../support/late.ts";
import { metered } from "../support/meter.ts";
import { spoil } from "../support/planted.ts";
import { boxInfo, category, goodsWithHeadroom, register, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf, location } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const { did } = site.history;
const [second, minute, hour] = [1_000, 60_000, 3_600_000];

type Line = Readonly<Record<string, unknown>>;
const linesOf = async (goods: string) =>
  (await done("get-history", { zongpai: goods })).body.events as readonly Line[];
const instantOf = ({ recorded_at }: Line = {}) => Date.parse(String(recorded_at));
const instantsOf = async (goods: string) => (await linesOf(goods)).map(instantOf);

/** Goods that are verified and in a box, so that each further write takes one attempt. */
const inABox = async () => {
  const item = itemOf(fresh());
  await saveItem(item, 5);
  return item;
};

/** Stops the service's clock at this instant. */
const standAt = (now: number) => vi.useFakeTimers({ toFake: ["Date"], now });

describe("the order of history", () => {
  it("has a late correction above what was read in the meantime", async () => {
    const item = await inABox();
    const headers = key();
    const late = lateTransaction();
    const correction = { ...item, quantity: 1 };
    const asked = call("edit-box", correction, headers);
    await late.sent;
    await saveItem({ ...item, box_no: boxNo(fresh()) }, 3);
    const read = await linesOf(item.zongpai);
    await late.lands();
    const { body, text } = await asked;
    const [newest, ...others] = await linesOf(item.zongpai);
    expect(newest).toMatchObject({ did: did.corrected, recorded_at: body.recorded_at });
    expect(others).toEqual(read);
    expect(instantOf(newest)).toBeGreaterThan(instantOf(read[0]));
    expect((await boxInfo(item.box_no)).items).toMatchObject([{ recorded_at: body.recorded_at }]);
    if (hasKeys) expect(answered(await call("edit-box", correction, headers))[1]).toBe(text);
  });

  it("has a late registration above the newer one, and marks it", async () => {
    const { zongpai: goods } = await inABox();
    const late = lateTransaction();
    const asked = register(goods, 1);
    await late.sent;
    await register(goods, 2);
    const read = await linesOf(goods);
    await late.lands();
    await asked;
    const [newest, ...others] = await linesOf(goods);
    expect(newest).toMatchObject({ did: did.late, stays: { location: location(2) } });
    expect(others).toEqual(read);
  });

  it("is the order in which writes took effect, despite clocks that are behind", async () => {
    const item = itemOf(fresh());
    const now = Date.now() + minute;
    standAt(now);
    await saveItem(item, 5);
    await register(item.zongpai, 1);
    standAt(now - 2 * second);
    await done("edit-box", { ...item, quantity: 1 });
    await done("delete-box", item);
    await saveItem(item, 2);
    const scanned = await register(item.zongpai, 2);
    expect(scanned.body.location).toBe(location(1));
    const lines = await linesOf(item.zongpai);
    const inBoxes = lines.filter(({ box_no }) => box_no !== undefined);
    expect(inBoxes.map(({ quantity }) => quantity)).toEqual([2, 0, 1, 5]);
    expect(inBoxes.map(instantOf)).toEqual([3, 2, 1, 0].map((after) => now + after));
    const places = lines.filter(({ box_no }) => box_no === undefined);
    expect(places.map(instantOf)).toEqual([now + 1, now]);
    expect((await audited()).differences).toEqual([]);
  });

  it("needs one transaction for an attachment, also where the clock is behind", async () => {
    const { goods } = await goodsWithHeadroom(30);
    const entry = { box_no: boxNo(fresh()), zongpai: goods, category };
    const now = Date.now() + minute;
    standAt(now);
    await done("post-attachment-box", { ...entry, quantity: 5 });
    standAt(now - 2 * second);
    const correct = () => done("patch-attachment-box", { ...entry, quantity: 4 });
    expect(await metered(correct)).toMatchObject({ transactions: 1 });
  });

  it("follows a clock a minute ahead, but not one an hour ahead", async () => {
    const item = await inABox();
    const now = Date.now();
    standAt(now + hour);
    await done("edit-box", { ...item, quantity: 4 });
    standAt(now + minute);
    await done("edit-box", { ...item, quantity: 3 });
    standAt(now);
    await done("edit-box", { ...item, quantity: 2 });
    const [wrong, followed, followedBy] = await instantsOf(item.zongpai);
    expect([wrong, followed, followedBy]).toEqual([now + hour, now + minute + 1, now + minute]);
    const kinds = (await audited()).differences.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["order"]));
  });

  it("is what the audit compares with the rows", async () => {
    const item = await inABox();
    await register(item.zongpai, 1);
    const [itemKey, placeKey] = [boxItemKey(item.box_no, item.zongpai), locationKey(item.zongpai)];
    await spoil(itemKey, { quantity: 1 });
    await spoil(placeKey, { recorded_at: 1 });
    const found = (await audited()).differences.filter(({ zongpai }) => zongpai === item.zongpai);
    expect(found.filter(({ kind }) => kind === "order")).toMatchObject([
      { key: itemKey, attribute: "quantity", found: 1 },
      { key: placeKey, attribute: "recorded_at", found: 1 },
    ]);
  });

  it("begins with the next write where rows are of the version before", async () => {
    const item = await inABox();
    await register(item.zongpai, 1);
    const rows = [goodsKey(item.zongpai), locationKey(item.zongpai)];
    for (const row of rows) await spoil(row, { recorded_at: undefined, ordered_since: undefined });
    await done("edit-box", { ...item, quantity: 4 });
    await register(item.zongpai, 2);
    const [placed, corrected] = await instantsOf(item.zongpai);
    expect(await rowAt(goodsKey(item.zongpai))).toMatchObject({
      recorded_at: corrected,
      ordered_since: corrected,
    });
    expect(await rowAt(locationKey(item.zongpai))).toMatchObject({ recorded_at: placed });
  });
});
