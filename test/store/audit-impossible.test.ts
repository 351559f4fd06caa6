import { describe, expect, it } from "vitest";
import { attributesOf } from "#lib/store/categories.ts";
import { boxItemKey, goodsKey } from "#lib/store/keys.ts";
import { audited } from "../support/audited.ts";
import { soundGoods, spoil } from "../support/planted.ts";
import { cap, category } from "../support/requests.ts";
import { site } from "../support/site.ts";
import { rowAt } from "../support/table.ts";

const { removalGuard, goodsBelowUse, unconfiguredLocation } = site.attachment;
const { boxed, configured, headroom, evidence, located } = attributesOf(category);

/** The faults that an audit finds after the table was changed without the service. A repair leaves them unchanged. */
const expectFound = async (goods: string, found: readonly object[]) => {
  const ofGoods = async (repairAs?: string) =>
    (await audited({ repairAs })).differences.filter(({ zongpai }) => zongpai === goods);
  const differences = await ofGoods("ada");
  expect(differences).toHaveLength(found.length);
  expect(differences).toEqual(
    expect.arrayContaining(found.map((one) => expect.objectContaining(one))),
  );
  expect(await ofGoods()).toEqual(differences);
};

describe(`cap ${cap.rule}, guard ${removalGuard.join(" and ") || "none"}: an audit finds impossible counts, and repairs none:`, () => {
  it("more boxed than the cap allows", async () => {
    const { goods, box } = await soundGoods();
    const most = 10_000 * 10 ** site.formats.quantity.decimals;
    await spoil(boxItemKey(box, goods, category), { quantity: most });
    const before = await rowAt(goodsKey(goods));
    const left = Number(before[headroom]) + Number(before[boxed]) - most;
    const counted = cap.rule === "fixed" || cap.rule === "perBox" ? {} : { [headroom]: left };
    await spoil(goodsKey(goods), { [boxed]: most, ...counted });
    const bounded = cap.rule !== "boxedGoods" || goodsBelowUse === "refuse";
    await expectFound(goods, [
      ...(bounded ? [{ kind: "capPassed", attribute: boxed, found: most }] : []),
      { kind: "order", attribute: "quantity", found: most },
    ]);
  });

  it("a category that the guard protects and that is not configured", async () => {
    const { goods } = await soundGoods();
    const counted = cap.rule === "configured" ? { [headroom]: undefined } : {};
    await spoil(goodsKey(goods), { [configured]: undefined, ...counted });
    const attributes = { boxed, evidenced: evidence, located };
    await expectFound(
      goods,
      removalGuard
        .filter((reason) => reason !== "located" || unconfiguredLocation === "refuse")
        .map((reason) => ({ kind: "notConfigured", attribute: attributes[reason] })),
    );
  });
});
