import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { category, goodsWithHeadroom } from "../support/attachments.ts";
import { type Answer, call, forged, keyHeader } from "../support/client.ts";
import { done, refused } from "../support/expect-error.ts";
import { boxNo, fresh, itemOf, location, unknownToErp, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { pageSize } = site.overview;

type Line = Readonly<Record<string, unknown>> & {
  readonly zongpai: string;
  readonly reason: string;
  readonly refused_at: string;
};
type Body = { readonly refusals: readonly Line[]; readonly cursor?: string };

const page = async (cursor?: string): Promise<Body> => {
  const { body } = await done("get-refusals", cursor === undefined ? {} : { cursor });
  return body as unknown as Body;
};

const all = async (): Promise<Line[]> => {
  const lines: Line[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    if (next.cursor !== undefined) expect(next.refusals).toHaveLength(pageSize);
    lines.push(...next.refusals);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return lines;
};

const key = () => keyHeader(randomUUID());
const codeOf = ({ text }: Answer) => (JSON.parse(text) as { error_code: string }).error_code;

describe.runIf(site.routes.refusals)("extension: the refusals of the last day", () => {
  it("are what scanners were told, newest first, each key once, page by page", async () => {
    const expected: { readonly reason: string; readonly zongpai: string }[] = [];
    const { goods, headroom } = await goodsWithHeadroom(5);
    const refuse = async (
      ask: (headers: Record<string, string>) => Promise<Answer>,
      what: object,
    ) => {
      const headers = key();
      const answer = await ask(headers);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      // Sent again, it gets the same answer, and is in the list once.
      expect((await ask(headers)).text).toBe(answer.text);
      expected.push({ reason: codeOf(answer), ...what } as (typeof expected)[number]);
    };
    for (let round = 0; round * 4 < pageSize + 12; round += 1) {
      const n = fresh();
      const item = itemOf(n);
      const unknown = { box_no: boxNo(n), zongpai: zongpai(unknownToErp()), quantity: 1 };
      await call("post-box", { ...item, quantity: 1 });
      await refuse((headers) => call("post-box", { ...item, quantity: 2 }, headers), {
        ...item,
        quantity: 2,
      });
      await refuse((headers) => call("post-box", unknown, headers), unknown);
      const absent = { ...item, box_no: boxNo(fresh()) };
      await refuse((headers) => call("delete-box", absent, headers), absent);
      const entry = { ...item, zongpai: goods, category, quantity: headroom + 1 };
      await refuse((headers) => call("post-attachment-box", entry, headers), entry);
    }
    const lines = await all();
    expect(lines.map(({ refused_at: _, who, ...line }) => line)).toEqual(expected.toReversed());
    const instants = lines.map(({ refused_at }) => refused_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    for (const { who } of lines) expect(who).toEqual(expect.any(String));
  });

  it("hold neither what is not valid in itself, nor what had no key, nor a dry run", async () => {
    const before = (await all()).length;
    const n = fresh();
    const item = { ...itemOf(n), quantity: 1 };
    await call("post-box", item);
    await refused("duplicateBoxItem", "post-box", item);
    await refused("invalidQuantity", "post-box", { ...item, quantity: -1 }, key());
    expect(await all()).toHaveLength(before);
  });

  it("are left out of the overview, and of the history of their goods", async () => {
    const n = fresh();
    const item = itemOf(n);
    await call("post-trace-location", { zongpai: item.zongpai, off_shelf: true });
    await refused("itemNotFound", "delete-box", item, key());
    const off = (await call("location-overview", { off_shelf: true })).body.off_shelf as {
      shown: number;
    };
    expect(off.shown).toBe(1);
    if (site.routes.history === false) return;
    expect((await call("get-history", { zongpai: item.zongpai })).body.events).toHaveLength(1);
  });

  it("end as refusals do: what is recorded in their place is no refusal any more", async () => {
    const goods = zongpai(fresh());
    const ahead = new Date(Date.now() + site.location.maxClockAhead * 1_000 + 60_000).toISOString();
    const headers = key();
    const answer = await refused(
      "invalidField",
      "post-trace-location",
      { zongpai: goods, location: location(1), scanned_at: ahead },
      headers,
    );
    const of = (await all()).filter((line) => line.zongpai === goods);
    expect(of).toMatchObject([{ location: location(1), reason: codeOf(answer) }]);
  });

  it("take only their own cursor, and give nothing else to a forged position", async () => {
    for (let n = 0; n <= pageSize; n += 1)
      await call("delete-box", { box_no: boxNo(1), zongpai: zongpai(fresh()) }, key());
    const { cursor = "" } = await page();
    expect(cursor).not.toBe("");
    for (const wrong of ["x", cursor.slice(3), forged(cursor, "x".repeat(1_100))])
      await refused("invalidField", "get-refusals", { cursor: wrong });
    await refused("invalidField", "location-overview", { cursor });
    for (const position of ["", "S#", "~off#", "~ref#"])
      expect((await page(forged(cursor, position))).refusals).toEqual([]);
    expect((await page(forged(cursor, "\u{10FFFF}"))).refusals).toHaveLength(pageSize);
  });
});
