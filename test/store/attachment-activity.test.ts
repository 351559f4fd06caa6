import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, goodsKey } from "#lib/store/keys.ts";
import { anyStep, take } from "../support/activity.ts";
import { boxes, cap, capFor, category, lineOf, other } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { soundGoods, spoil } from "../support/planted.ts";
import { runs } from "../support/runs.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const { removalGuard, goodsBelowUse, unconfiguredLocation } = site.attachment;

type Row = { readonly zongpai: string; readonly quantity: number; readonly category?: string };
const total = (rows: readonly Row[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);

/** Compares the status of a category with what the boxes hold. */
const expectSum = async (goods: string, code: string, entries: readonly Row[], product: number) => {
  const line = await lineOf(goods, code);
  if (!line) return;
  const own = entries.filter((entry) => entry.category === code);
  const boxed = total(own);
  expect(line.boxed_quantity).toBe(boxed);
  const rule = capFor(code);
  if (rule.rule === "perBox") {
    expect(line.headroom).toBe(line.configured ? rule.quantity : undefined);
    for (const { quantity } of own) expect(quantity).toBeLessThanOrEqual(rule.quantity);
    return;
  }
  const most =
    rule.rule === "fixed"
      ? rule.quantity
      : rule.rule === "boxedGoods"
        ? product * rule.perUnit
        : (line.configured_quantity ?? 0);
  expect(line.headroom).toBe(line.configured ? Math.max(0, most - boxed) : undefined);
  // What was boxed before its category left the configuration is still shown, and has no cap.
  const capped =
    rule.rule === "boxedGoods"
      ? goodsBelowUse === "refuse"
      : rule.rule === "fixed" || line.configured_quantity !== undefined;
  if (capped) expect(boxed).toBeLessThanOrEqual(most);
};

describe(`§8 any activity with attachments (capped by ${cap.rule} and ${capFor(other).rule})`, () => {
  it("keeps the boxed quantity of each the sum of its entries and within its cap, and an audit finds nothing", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 10, maxLength: 25 }), async (steps) => {
        const goods = zongpai(fresh());
        erp.setOrdered(goods, 1_000);
        const held = boxes(3);
        for (const step of steps) {
          const { status } = await take(step, goods, held);
          expect(status, JSON.stringify(step)).toBeLessThan(500);
          const infos = await Promise.all(
            held.map(async (box_no) => (await call("get-box-info", { box_no })).body),
          );
          const all = (rows: "items" | "entries") =>
            infos.flatMap((body) => (body[rows] as Row[] | undefined) ?? []);
          for (const code of [category, other])
            await expectSum(goods, code, all("entries"), total(all("items")));
        }
      }),
      { numRuns: runs(9) },
    );
    const { differences, summary } = await audited();
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ changing: 0 });
  });
});

/** What an audit finds of sound goods after something was done to them behind the service's back; a repair leaves it as it is. */
const expectFound = async (
  spoilIt: (goods: string, box: string) => Promise<void>,
  found: readonly object[],
) => {
  const { goods, box } = await soundGoods();
  await spoilIt(goods, box);
  const { summary, ...all } = await audited({ repairAs: "ada" });
  expect(summary.repairable).toBe(0);
  const differences = all.differences.filter(({ zongpai }) => zongpai === goods);
  expect(differences).toHaveLength(found.length);
  expect(differences).toEqual(
    expect.arrayContaining(found.map((one) => expect.objectContaining(one))),
  );
  const after = (await audited()).differences.filter(({ zongpai }) => zongpai === goods);
  expect(after).toEqual(differences);
};

describe(`what a site's rules make impossible (guard ${removalGuard.join(" and ") || "none"}) is found by an audit, and not repaired:`, () => {
  const unit = 10 ** site.formats.quantity.decimals;
  const { boxed, configured, headroom, evidence, located } = attributesOf(category);

  it("more boxed than the cap allows", async () => {
    const bounded = cap.rule !== "boxedGoods" || goodsBelowUse === "refuse";
    const most = 10_000 * unit;
    await expectFound(
      async (goods, box) => {
        await spoil(boxItemKey(box, goods, category), { quantity: most });
        const before = await rowAt(goodsKey(goods));
        const left = Number(before[headroom]) + Number(before[boxed]) - most;
        await spoil(goodsKey(goods), {
          [boxed]: most,
          ...(cap.rule === "fixed" || cap.rule === "perBox" ? {} : { [headroom]: left }),
        });
      },
      [
        ...(bounded ? [{ kind: "capPassed", attribute: boxed, found: most }] : []),
        { kind: "order", attribute: "quantity", found: most },
      ],
    );
  });

  it("a category that the guard protects and that is not configured", async () => {
    const protectedBy = {
      boxed: [boxed, 3 * unit],
      evidenced: [evidence, expect.stringMatching(/^s#/)],
      located: [located, true],
    };
    await expectFound(
      (goods) =>
        spoil(goodsKey(goods), {
          [configured]: undefined,
          ...(cap.rule === "configured" ? { [headroom]: undefined } : {}),
        }),
      removalGuard
        .filter((reason) => reason !== "located" || unconfiguredLocation === "refuse")
        .map((reason) => {
          const [attribute, found] = protectedBy[reason];
          return { kind: "notConfigured", attribute, found };
        }),
    );
  });
});
