import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, goodsKey } from "#lib/store/keys.ts";
import type { Difference } from "../../commands/audit/differences.ts";
import { anyStep, take } from "../support/activity.ts";
import { boxes, cap, category } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { erp } from "../support/erp.ts";
import { soundGoods, spoil } from "../support/planted.ts";
import { runs } from "../support/runs.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const { flipsBack, removalGuard, goodsBelowUse, unconfiguredLocation } = site.attachment;

describe(`an audit (cap ${cap.rule}, evidence ${flipsBack ? "flips back" : "stays"})`, () => {
  it("of a table after any activity finds nothing", async () => {
    let sent = 0;
    const sequences = fc.sample(fc.array(anyStep, { minLength: 25, maxLength: 25 }), {
      numRuns: runs(12),
    });
    await Promise.all(
      sequences.map(async (steps) => {
        const goods = zongpai(fresh());
        erp.setOrdered(goods, 1_000);
        const held = boxes(3);
        for (const step of steps) {
          expect((await take(step, goods, held)).status, JSON.stringify(step)).toBeLessThan(500);
          sent += 1;
        }
      }),
    );
    const { differences, summary } = await audited();
    expect(differences).toEqual([]);
    expect(summary).toMatchObject({ changing: 0 });
    console.log(`${sent} requests, ${summary.items} items: no difference, no suspect`);
  });
});

type Told = readonly (Pick<Difference, "kind" | "attribute"> & { readonly found: unknown })[];

/** What an audit says of sound goods after something was done to them behind the service's back; a repair leaves it as it is. */
const planted = async (spoilIt: (goods: string, box: string) => Promise<void>, told: Told) => {
  const { goods, box } = await soundGoods();
  await spoilIt(goods, box);
  const { summary, ...all } = await audited({ repairAs: "ada" });
  expect(summary.repairable).toBe(0);
  const differences = all.differences.filter(({ zongpai }) => zongpai === goods);
  expect(
    differences.toSorted((one, other) => one.attribute.localeCompare(other.attribute)),
  ).toMatchObject(told);
  expect(differences).toHaveLength(told.length);
  const after = (await audited()).differences.filter(({ zongpai }) => zongpai === goods);
  expect(after).toEqual(differences);
};

describe(`what a site's rules make impossible (cap ${cap.rule}, guard ${removalGuard.join(" and ") || "none"})`, () => {
  const unit = 10 ** site.formats.quantity.decimals;
  const { boxed, configured, headroom, evidence, located } = attributesOf(category);

  it("is told by an audit, and not repaired: more boxed than the cap allows", async () => {
    const bounded = cap.rule !== "boxedGoods" || goodsBelowUse === "refuse";
    const most = 10_000 * unit;
    await planted(
      async (goods, box) => {
        await spoil(boxItemKey(box, goods, category), { quantity: most });
        const before = await rowAt(goodsKey(goods));
        const left = Number(before[headroom]) + Number(before[boxed]) - most;
        await spoil(goodsKey(goods), {
          [boxed]: most,
          ...(cap.rule === "fixed" || cap.rule === "perBox" ? {} : { [headroom]: left }),
        });
      },
      bounded ? [{ kind: "capPassed", attribute: boxed, found: most }] : [],
    );
  });

  it("is told by an audit, and not repaired: a category that the guard protects and that is not configured", async () => {
    await planted(
      (goods) =>
        spoil(goodsKey(goods), {
          [configured]: undefined,
          ...(cap.rule === "configured" ? { [headroom]: undefined } : {}),
        }),
      [
        ...(removalGuard.includes("boxed")
          ? [{ kind: "notConfigured" as const, attribute: boxed, found: 3 * unit }]
          : []),
        ...(removalGuard.includes("evidenced")
          ? [
              {
                kind: "notConfigured" as const,
                attribute: evidence,
                found: expect.stringMatching(/^s#/),
              },
            ]
          : []),
        ...(removalGuard.includes("located") && unconfiguredLocation === "refuse"
          ? [{ kind: "notConfigured" as const, attribute: located, found: true }]
          : []),
      ],
    );
  });
});
