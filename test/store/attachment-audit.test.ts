import fc from "fast-check";
import { describe, expect, it } from "vitest";
import site from "#site";
import { anyStep, take } from "../support/activity.ts";
import { boxes } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { erp } from "../support/erp.ts";
import { fresh, zongpai } from "../support/samples.ts";

const { cap, flipsBack } = site.attachment;

describe(`an audit (cap ${cap.rule}, evidence ${flipsBack ? "flips back" : "stays"})`, () => {
  it("of a table after any activity finds nothing", async () => {
    let sent = 0;
    const sequences = fc.sample(fc.array(anyStep, { minLength: 25, maxLength: 25 }), { numRuns: 12 });
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
    expect(summary).toMatchObject({ goods: sequences.length, suspects: 0, unsettled: 0 });
    console.log(`${sent} requests, ${summary.items} items: no difference, no suspect`);
  }, 60_000);
});
