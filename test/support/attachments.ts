import { call } from "./client.ts";
import { erp } from "./erp.ts";
import { boxNo, fresh, zongpai } from "./samples.ts";
import { site } from "./site.ts";

const { cap: answer, categories } = site.attachment;

export const [category = "", other = ""] = categories.map(({ code }) => code);

/** What caps a category: the one rule, or its own. */
export const capFor = (code: string): Exclude<typeof answer, { rule: "perCategory" }> => {
  const rule = answer.rule === "perCategory" ? answer.of[code] : answer;
  if (!rule) throw new Error(`the site under test has no cap for ${code}`);
  return rule;
};

/** What caps the category that the tests box. */
export const cap = capFor(category);

type Line = {
  readonly category: string;
  readonly configured_quantity?: number;
  readonly evidence: string;
  readonly boxed_quantity: number;
  readonly headroom?: number;
  readonly location?: string;
  readonly off_shelf?: boolean;
  readonly registered_at?: string;
};

/** The status of every configured category of goods. */
export const statusOf = async (goods: string): Promise<Line[]> =>
  (await call("get-attachment-status", { zongpai: goods })).body.categories as Line[];

export const lineOf = async (goods: string, code = category): Promise<Line | undefined> =>
  (await statusOf(goods)).find((line) => line.category === code);

export const configure = (goods: string, quantities: Readonly<Record<string, number>>) =>
  call("put-attachment-config", {
    zongpai: goods,
    entries: Object.entries(quantities).map(([code, quantity]) => ({ category: code, quantity })),
  });

/** Boxes that the ERP knows, for as many entries as a test needs. */
export const boxes = (count: number) => Array.from({ length: count }, () => boxNo(fresh()));

/**
 * Goods whose first two categories are configured, and may be boxed up to about `units` under whatever caps them on this site;
 * `headroom` is the exact number.
 */
export const goodsWithHeadroom = async (
  units: number,
): Promise<{ goods: string; headroom: number }> => {
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
