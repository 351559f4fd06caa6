import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyStep, take } from "../support/activity.ts";
import { boxes, capFor, category, lineOf, other } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { runs } from "../support/runs.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

type Row = { readonly zongpai: string; readonly quantity: number; readonly category?: string };
const total = (rows: readonly Row[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);

describe(`§8 the cap: whatever happens to attachments (capped by ${capFor(category).rule} and ${capFor(other).rule})`, () => {
  it("the boxed quantity of each is the sum of its entries, within its cap, and its headroom what the cap leaves", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 18 }), async (steps) => {
        const goods = zongpai(fresh());
        erp.setOrdered(goods, 1_000);
        const held = boxes(3);
        for (const step of steps) {
          const { status } = await take(step, goods, held);
          expect(status, JSON.stringify(step)).toBeLessThan(500);
          const infos = await Promise.all(
            held.map(async (box) => (await call("get-box-info", { box_no: box })).body),
          );
          const entries = infos.flatMap(({ entries }) => (entries as Row[] | undefined) ?? []);
          const product = total(infos.flatMap(({ items }) => (items as Row[] | undefined) ?? []));
          for (const code of [category, other]) {
            const line = await lineOf(goods, code);
            if (!line) continue;
            const own = entries
              .filter((entry) => entry.category === code)
              .map(({ quantity }) => quantity);
            const boxed = own.reduce((sum, quantity) => sum + quantity, 0);
            expect(line.boxed_quantity, JSON.stringify(step)).toBe(boxed);
            const rule = capFor(code);
            if (rule.rule === "perBox") {
              expect(line.headroom).toBe(rule.quantity);
              expect(Math.max(0, ...own), JSON.stringify(step)).toBeLessThanOrEqual(rule.quantity);
              continue;
            }
            const configured = line.configured_quantity ?? 0;
            const most =
              rule.rule === "fixed"
                ? rule.quantity
                : rule.rule === "boxedGoods"
                  ? product * rule.perUnit
                  : configured;
            expect(line.headroom, JSON.stringify(step)).toBe(Math.max(0, most - boxed));
            // What was boxed before its category left the configuration is still shown, and has no cap.
            const capped =
              rule.rule === "boxedGoods"
                ? site.attachment.goodsBelowUse === "refuse"
                : rule.rule === "fixed" || line.configured_quantity !== undefined;
            if (capped) expect(boxed, JSON.stringify(step)).toBeLessThanOrEqual(most);
          }
        }
      }),
      { numRuns: runs(6) },
    );
  });
});
