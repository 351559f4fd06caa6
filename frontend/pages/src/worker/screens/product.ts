import { state } from "../state.ts";

/** The product of goods, if an answer that this page has read names it. */
export const productOf = (zongpai: string): string | undefined => {
  const { lookups } = state();
  const inBoxes = Object.values(lookups).flatMap(({ box }) => box?.items ?? []);
  const named = inBoxes.find((item) => item.zongpai === zongpai && item.product);
  return lookups[zongpai]?.goods?.product ?? named?.product;
};
