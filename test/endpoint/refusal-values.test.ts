import { describe, expect, it } from "vitest";
import type { Condition } from "#lib/errors.ts";
import type { RouteId } from "#lib/route-ids.ts";
import {
  type Answer,
  done,
  hasKeys,
  key,
  refused,
  requestOf,
  send,
  serves,
  valuesIn,
  valuesText,
} from "../support/client.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  saveEntry,
  saveItem,
} from "../support/requests.ts";
import { boxNo, fresh, itemOf, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const of = (answer: Answer) => valuesIn(valuesText(answer));

if (site.extensions.refusalValues === false)
  describe("extension: the values of a refusal", () => {
    it("are in no header of a site that switched it off", async () => {
      const answer = await refused("itemNotFound", "delete-box", itemOf(fresh()));
      expect([...answer.headers.values()].join()).not.toContain("condition=");
    });
  });

describe.runIf(site.extensions.refusalValues)("extension: the values of a refusal", () => {
  it("are quantities in the units of the request, and codes", async () => {
    const { goods, headroom } = await goodsWithHeadroom(5);
    const half = site.formats.quantity.decimals > 0 ? 0.5 : 1;
    const [box_no, quantity] = [boxNo(fresh()), headroom + half];
    const answer = await saveEntry(goods, box_no, quantity);
    const values = { category, zongpai: goods, headroom, quantity };
    expect(of(answer)).toEqual({ condition: "capExceeded", ...values });
  });

  it("are the parts of an item, not its name", async () => {
    const item = itemOf(fresh());
    const absent = await refused("itemNotFound", "delete-box", item);
    expect(of(absent)).toEqual({ condition: "itemNotFound", ...item });
    const attached = { ...item, category };
    const attachment = await refused("itemNotFound", "delete-attachment-box", attached);
    expect(of(attachment)).toEqual({ condition: "itemNotFound", ...attached });
  });

  it("say what a duplicate has in the box", async () => {
    const item = { ...itemOf(fresh()), quantity: 3 };
    await done("post-box", item);
    const answer = await refused("duplicateBoxItem", "post-box", { ...item, quantity: 2 });
    expect(of(answer)).toEqual({ condition: "duplicateBoxItem", ...item });
  });

  it.each<readonly [Condition, RouteId, object]>([
    ["invalidBoxNo", "post-box", { ...itemOf(1), box_no: "", quantity: 1 }],
    ["invalidQuantity", "post-box", { ...itemOf(1), quantity: 0 }],
    ["invalidZongpai", "post-box", { ...itemOf(1), zongpai: "", quantity: 1 }],
  ])("are the condition alone for %s, whose sentence is prose", async (condition, id, input) => {
    expect(of(await refused(condition, id, input))).toEqual({ condition });
  });

  it("are the condition alone for a body that is no JSON", async () => {
    const sent = { ...requestOf("post-box", itemOf(1)), body: "{" };
    expect(of(await send("post-box", sent))).toEqual({ condition: "malformedJson" });
  });

  it.runIf(site.attachment.removalGuard.includes("boxed"))(
    "leave out the sentence about categories that cannot be removed",
    async () => {
      const { goods } = await goodsWithHeadroom(5);
      await saveEntry(goods, boxNo(fresh()), 1);
      const input = { zongpai: goods, entries: [] };
      const answer = await refused("removalRefused", "put-attachment-config", input);
      expect(of(answer)).toEqual({ condition: "removalRefused" });
    },
  );

  it.runIf(site.extensions.expectedRevision)("have revisions as whole numbers", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [category]: 4 });
    const input = { zongpai: goods, entries: [], expected_revision: 7 };
    const answer = await refused("staleExpectedRevision", "put-attachment-config", input);
    const values = { zongpai: goods, revision: 1, expected_revision: 7 };
    expect(of(answer)).toEqual({ condition: "staleExpectedRevision", ...values });
  });

  it.runIf(hasKeys && serves("post-box-location"))(
    "name a box by itself as a box when its key is used again",
    async () => {
      const [box_no, headers] = [boxNo(fresh()), key()];
      await done("post-box-location", { box_no, off_shelf: true }, headers);
      const again = { box_no, location: site.formats.location.example };
      const reused = ["idempotencyKeyReused", "post-box-location", again, headers] as const;
      const answer = await refused(...reused);
      expect(answer.body.message).toContain(box_no);
      expect(of(answer)).toEqual({ condition: "idempotencyKeyReused", box_no });
    },
  );

  it.runIf(hasKeys)("are the same when a kept refusal is answered again", async () => {
    const item = { ...itemOf(fresh()), category };
    const request = ["itemNotFound", "delete-attachment-box", item, key()] as const;
    const [first, again] = [await refused(...request), await refused(...request)];
    expect(again.headers.get(String(site.extensions.replayed))).toBe("true");
    expect(valuesText(again)).toBe(valuesText(first));
    expect(of(again)).toEqual({ condition: "itemNotFound", ...item });
  });

  it.runIf(serves("get-refusals"))("are listed with the refusal as in its header", async () => {
    const item = itemOf(fresh());
    await saveItem(item, 2);
    const answer = await refused("duplicateBoxItem", "post-box", { ...item, quantity: 1 }, key());
    const { body } = await done("get-refusals", {});
    const [line] = body.refusals as readonly Readonly<Record<string, unknown>>[];
    expect(line?.values).toBe(valuesText(answer));
  });
});
