import { usageError } from "#infra/usage-error.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback } from "../contract/address.ts";

/** Goods and a box that the checks may write to. */
export type GoodsAndBox = { readonly goods: string; readonly box: string };

/** The goods and the box of a command line. @throws UsageError if one of them is missing */
export const pairOf = ({ goods, box }: Partial<GoodsAndBox>): GoodsAndBox | undefined => {
  if (goods && box) return { goods, box };
  if (goods === box) return undefined;
  throw usageError("Give both --goods and --box.");
};

/** Pairs in the demo ERP of the local stage and the example site. Each run starts with a random pair. */
const demoPairs = ({ formats }: Site): GoodsAndBox[] => {
  const boxes = moreExamples(formats.boxNo, 8);
  const pairs = boxes.flatMap((box) =>
    moreExamples(formats.zongpai, 20).map((goods) => ({ goods, box })),
  );
  // Two concurrent runs should not use the same pair.
  const first = Math.floor(Math.random() * pairs.length);
  return [...pairs.slice(first), ...pairs.slice(0, first)];
};

/** The pairs that the checks may write to, or the reason why there are none. */
export const pairsFor = (
  site: Site,
  { url, readOnly, pair }: { url: string; readOnly?: boolean; pair?: GoodsAndBox | undefined },
): readonly GoodsAndBox[] | string => {
  if (readOnly) return "--read-only";
  if (pair) return [pair];
  // Real goods are used only if they are named.
  if (!site.erp.connection && (site.name === "demo" || isLoopback(url))) return demoPairs(site);
  return "name goods and a box that the ERP knows with --goods and --box (in CI the variables SMOKE_GOODS and SMOKE_BOX)";
};
