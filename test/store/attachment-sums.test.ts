import fc from "fast-check";
import { describe, expect, it } from "vitest";
import site from "#site";
import { boxes, category, configure, lineOf, other, saveEntry } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { fresh, location, zongpai } from "../support/samples.ts";

const { attachment } = site;
const { cap } = attachment;

type Command =
  | { readonly act: "configure"; readonly quantity: number; readonly both: boolean }
  | {
      readonly act: "save" | "edit" | "delete" | "product" | "productEdit" | "productDelete";
      readonly box: number;
      readonly quantity: number;
    }
  | { readonly act: "locate"; readonly off: boolean };

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ act: fc.constant("configure" as const), quantity: fc.integer({ min: 1, max: 40 }), both: fc.boolean() }),
  fc.record({
    act: fc.constantFrom("save", "save", "edit", "delete", "product", "productEdit", "productDelete"),
    box: fc.integer({ min: 0, max: 2 }),
    quantity: fc.integer({ min: 1, max: 20 }),
  }) as fc.Arbitrary<Command>,
  fc.record({ act: fc.constant("locate" as const), off: fc.boolean() }),
);

const run = async (step: Command, goods: string, held: readonly string[]) => {
  if (step.act === "configure") return configure(goods, step.both ? { [category]: step.quantity, [other]: 5 } : { [other]: 5 });
  if (step.act === "locate")
    return call("post-attachment-location", { zongpai: goods, category, ...(step.off ? { off_shelf: true } : { location: location(1) }) });
  const item = { box_no: held[step.box] ?? "", zongpai: goods };
  const { quantity } = step;
  switch (step.act) {
    case "save":
      return saveEntry(goods, item.box_no, quantity);
    case "edit":
      return call("patch-attachment-box", { ...item, category, quantity });
    case "delete":
      return call("delete-attachment-box", { ...item, category });
    case "product":
      return call("post-box", { ...item, quantity });
    case "productEdit":
      return call("edit-box", { ...item, quantity });
    case "productDelete":
      return call("delete-box", item);
  }
};

type Row = { readonly zongpai: string; readonly quantity: number; readonly category?: string };
const total = (rows: readonly Row[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);

describe(`whatever happens to an attachment (${attachment.cap.rule})`, () => {
  it("its boxed quantity is the sum of its entries, within its cap, and its headroom what the cap leaves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 8, maxLength: 14 }), async (steps) => {
        const goods = zongpai(fresh());
        erp.setOrdered(goods, 1_000);
        const held = boxes(3);
        for (const step of steps) {
          const { status } = await run(step, goods, held);
          expect(status, JSON.stringify(step)).toBeLessThan(500);
          const infos = await Promise.all(held.map(async (box) => (await call("get-box-info", { box_no: box })).body));
          const boxed = total(infos.flatMap(({ entries }) => (entries as Row[] | undefined) ?? []));
          const product = total(infos.flatMap(({ items }) => (items as Row[] | undefined) ?? []));
          const line = await lineOf(goods);
          if (!line) continue;
          expect(line.boxed_quantity, JSON.stringify(step)).toBe(boxed);
          const most = {
            configured: line.configured_quantity ?? 0,
            fixed: cap.rule === "fixed" ? cap.quantity : 0,
            boxedGoods: product * (cap.rule === "boxedGoods" ? cap.perUnit : 0),
          };
          expect(line.headroom).toBe(Math.max(0, most[cap.rule] - boxed));
          if (attachment.goodsBelowUse === "refuse" || cap.rule !== "boxedGoods") expect(boxed).toBeLessThanOrEqual(most[cap.rule]);
        }
      }),
      { numRuns: 6 },
    );
  }, 60_000);
});
