import { describe, expect, it } from "vitest";
import { lineOf } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { inBoxes, laidOut, recordedOf, rush } from "../support/rush.ts";
import { site } from "../support/site.ts";

const scale = 10 ** site.formats.quantity.decimals;
const all = 64;
const tries = 1_500;

const summary = (told: readonly { readonly status: number }[]) =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(Object.groupBy(told, ({ status }) => status)).map(([status, list]) => [
        status,
        list?.length,
      ]),
    ),
  );

describe("64 clients", () => {
  for (const attachment of [false, true]) {
    const what = attachment ? "an attachment" : "goods";
    for (const acts of [
      ["move"],
      ["move", "edit"],
      ["move", "delete", "save"],
      ["save", "edit", "delete", "move", "move"],
    ] as const)
      it(`that ${acts.join(", ")} lose and make no unit of ${what}`, async ({ annotate }) => {
        // Enough empty boxes: a box that holds the goods takes no more of them.
        const laid = await laidOut(60, 9, attachment);
        const told = await rush(laid, acts, all, tries);
        const { sum, moves } = await recordedOf(laid);
        await annotate(`${what}, ${acts.join(" ")}: ${moves} moves, told ${summary(told)}`);
        expect(
          told.filter(
            ({ status }) => status === site.errors.product.internal.status && status === 500,
          ),
        ).toEqual([]);
        expect(moves).toBeGreaterThan(20);
        expect(await inBoxes(laid)).toBe(sum);
        if (acts.length === 1) expect(sum).toBe(270 * scale);
        expect((await audited()).differences).toEqual([]);
      });
  }

  it("that save into a full cap while others move never pass it", async ({ annotate }) => {
    const laid = await laidOut(10, 9, true);
    const headroom = (await lineOf(laid.goods))?.headroom ?? 0;
    await laid.save(laid.held[9] ?? "", headroom);
    const full = await inBoxes(laid);
    const told = await rush(laid, ["move", "move", "save"], all, tries);
    await annotate(`a full cap: told ${summary(told)}`);
    expect(await inBoxes(laid)).toBe(full);
    expect((await audited()).differences).toEqual([]);
  });
});
