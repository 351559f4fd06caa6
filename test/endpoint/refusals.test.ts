import { describe, expect, it } from "vitest";
import { type Answer, call, done, key, refused, serves, valuesText } from "../support/client.ts";
import {
  category,
  goodsWithHeadroom,
  instant,
  offShelf,
  register,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, location, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

type Line = Readonly<Record<string, unknown>>;

const listed = async () => (await done("get-refusals", {})).body.refusals as Line[];

const saidBy = (answer: Answer) => {
  const { error_code: reason, message } = answer.body;
  const values = valuesText(answer);
  return { reason, message, ...(values !== null && { values }) };
};

describe.runIf(serves("get-refusals"))("extension: the refusals of the last day", () => {
  it("are what scanners were answered, newest first, each key once", async () => {
    const expected: object[] = [];
    const { goods, headroom } = await goodsWithHeadroom(5);
    for (const _ of [1, 2]) {
      const item = { ...itemOf(fresh()), quantity: 1 };
      await call("post-box", item);
      for (const [id, input] of [
        ["post-box", { ...item, quantity: 2 }],
        ["post-box", { ...item, zongpai: zongpai(unknownToErp()) }],
        ["edit-box", { ...item, box_no: boxNo(fresh()) }],
        ["post-attachment-box", { ...item, zongpai: goods, category, quantity: headroom + 1 }],
      ] as const) {
        const headers = key();
        const answer = await call(id, input, headers);
        expect((await call(id, input, headers)).text).toBe(answer.text);
        expected.push({ ...saidBy(answer), ...input });
      }
    }
    const lines = (await listed()).slice(0, expected.length);
    expect(lines.map(({ refused_at: _, who, ...line }) => line)).toEqual(expected.toReversed());
    const instants = lines.map(({ refused_at }) => refused_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    for (const { who } of lines) expect(who).toEqual(expect.any(String));
  });

  it("hold no invalid request, and none without a key", async () => {
    const before = await listed();
    const item = itemOf(fresh());
    for (const _ of [1, 2]) await saveItem(item);
    await saveItem(item, -1, key());
    expect(await listed()).toEqual(before);
  });

  it("are left out of the overview, and of the history of their goods", async () => {
    const item = itemOf(fresh());
    await register(item.zongpai, offShelf);
    await refused("itemNotFound", "delete-box", item, key());
    const { off_shelf } = (await call("location-overview", offShelf)).body;
    expect(off_shelf).toMatchObject({ shown: 1 });
    if (site.routes.history === false) return;
    expect((await call("get-history", { zongpai: item.zongpai })).body.events).toHaveLength(1);
  });

  it("hold a scan from the future", async () => {
    const goods = zongpai(fresh());
    const scanned_at = instant((site.location.maxClockAhead + 60) * 1_000);
    const place = { location: location(1), scanned_at };
    const said = saidBy(await register(goods, place, key()));
    const lines = (await listed()).filter((line) => line.zongpai === goods);
    expect(lines).toMatchObject([{ location: location(1), ...said }]);
  });
});
