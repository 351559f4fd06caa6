import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyStep, take } from "../support/activity.ts";
import { boxes, category, lineOf } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const { attachment } = site;
const { cap } = attachment;

type Row = { readonly zongpai: string; readonly quantity: number; readonly category?: string };
const total = (rows: readonly Row[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);

describe(`whatever happens to an attachment (${attachment.cap.rule})`, () => {
  it("its boxed quantity is the sum of its entries, within its cap, and its headroom what the cap leaves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 18 }), async (steps) => {
        const goods = zongpai(fresh());
        erp.setOrdered(goods, 1_000);
        const held = boxes(3);
        for (const step of steps) {
          const { status } = await take(step, goods, held);
          expect(status, JSON.stringify(step)).toBeLessThan(500);
          const infos = await Promise.all(held.map(async (box) => (await call("get-box-info", { box_no: box })).body));
          const entries = infos.flatMap(({ entries }) => (entries as Row[] | undefined) ?? []);
          const boxed = total(entries.filter((entry) => entry.category === category));
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
          // What was boxed before its category left the configuration is still shown, and has no cap.
          const capped =
            cap.rule === "boxedGoods"
              ? attachment.goodsBelowUse === "refuse"
              : cap.rule === "fixed" || line.configured_quantity !== undefined;
          if (capped) expect(boxed).toBeLessThanOrEqual(most[cap.rule]);
        }
      }),
      { numRuns: 6 },
    );
  });
});
