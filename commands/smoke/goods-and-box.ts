import { usageError } from "#infra/usage-error.ts";
import { fitsFormat } from "#labels/fits-format.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";

/** Goods and a box that the smoke test may write to. */
export type GoodsAndBox = { readonly goods: string; readonly box: string };

/** The goods and the box of a command line. @throws UsageError if one of them is missing */
export const pairOf = ({ goods, box }: Partial<GoodsAndBox>): GoodsAndBox | undefined => {
  if (goods && box) return { goods, box };
  if (goods === box) return undefined;
  throw usageError("Give both --goods and --box.");
};

/** The last goods and box of the demo ERP that no first request uses. */
const demoPair = ({ formats }: Site): GoodsAndBox => ({
  goods: moreExamples(formats.zongpai, 20).at(-1) ?? "",
  box: moreExamples(formats.boxNo, 8).at(-1) ?? "",
});

/** The goods and the box to write to, or the reason why there are none. Real ones are used only if they are named. */
export const pairFor = (
  site: Site,
  { url, pair }: { readonly url: string; readonly pair?: GoodsAndBox | undefined },
): GoodsAndBox | string => {
  const hasDemoErp = !site.erp.connection && (site.name === "demo" || isLoopback(url));
  const { goods, box } = pair ?? (hasDemoErp ? demoPair(site) : { goods: "", box: "" });
  if (!goods)
    return "name goods and a box that the ERP knows with --goods and --box (in CI the variables SMOKE_GOODS and SMOKE_BOX)";
  const { zongpai, boxNo } = site.formats;
  if (!fitsFormat(zongpai, goods)) return `${goods} is no goods label of the site`;
  return fitsFormat(boxNo, box) ? { goods, box } : `${box} is no box number of the site`;
};
