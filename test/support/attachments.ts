import { call } from "./client.ts";
import { erp } from "./erp.ts";
import { boxNo, fresh, zongpai } from "./samples.ts";
import { site } from "./site.ts";

const { cap: answer, categories } = site.attachment;

export const [category = "", other = ""] = categories.map(({ code }) => code);

const rule = answer.rule === "perCategory" ? answer.of[category] : answer;
if (!rule) throw new Error(`the site under test has no cap for ${category}`);
/** The rule of the first category. */
export const cap = rule;

type Line = {
  readonly category: string;
  readonly configured: boolean;
  readonly configured_quantity?: number;
  readonly evidence: string;
  readonly boxed_quantity: number;
  readonly headroom?: number;
  readonly location?: string;
};

export const statusOf = async (goods: string): Promise<Line[]> =>
  (await call("get-attachment-status", { zongpai: goods })).body.categories as Line[];

export const lineOf = async (goods: string, code = category): Promise<Line | undefined> =>
  (await statusOf(goods)).find((line) => line.category === code);

export const configure = (goods: string, quantities: Readonly<Record<string, number>>) =>
  call("put-attachment-config", {
    zongpai: goods,
    entries: Object.entries(quantities).map(([code, quantity]) => ({ category: code, quantity })),
  });

/** Boxes that the ERP knows. */
export const boxes = (count: number) => Array.from({ length: count }, () => boxNo(fresh()));

/** Goods whose first two categories are configured, and may be boxed up to about `units` on any site; `headroom` is the exact number. */
export const goodsWithHeadroom = async (units: number) => {
  const n = fresh();
  const goods = zongpai(n);
  const configured = cap.rule === "configured" ? units : 50;
  await configure(goods, { [category]: configured, [other]: configured });
  if (cap.rule === "fixed" || cap.rule === "perBox") return { goods, headroom: cap.quantity };
  if (cap.rule === "configured") return { goods, headroom: configured };
  const product = Math.ceil(units / cap.perUnit);
  erp.setOrdered(goods, product * 2);
  await call("post-box", { box_no: boxNo(n), zongpai: goods, quantity: product });
  return { goods, headroom: product * cap.perUnit };
};

export const saveEntry = (
  goods: string,
  box: string,
  quantity: number,
  code = category,
  headers: Record<string, string> = {},
) =>
  call("post-attachment-box", { box_no: box, zongpai: goods, category: code, quantity }, headers);
