import { ZongpaiNotFoundError } from "../errors.ts";
import type { GoodsSeen, Proof } from "./box.ts";
import { type Erp, isUnavailable } from "./erp.ts";
import type { Writing, Written } from "./operation.ts";

/** The goods' verification is missing or too old, or changed while the ERP was asked. */
export type Unverified = { readonly kind: "unverified"; readonly seen: GoodsSeen };

/** What a registration needs of its goods: nothing, a verification that is recorded, or the ERP's answer, which is recorded with it. */
export type GoodsCheck = "none" | "needed" | Proof;

/** What a registration gets that may check its goods; the ERP only where the site wants the check. */
export type Checking = Writing & { readonly erp?: Erp | undefined };

/** What the ERP says of the goods; `undefined` if it cannot be asked. @throws ZongpaiNotFoundError */
const ask = async (zongpai: string, { operation, erp }: Checking): Promise<Proof | undefined> => {
  if (!erp) throw new Error("a site that refuses unknown goods has no ERP to ask");
  try {
    const known = await erp.zongpai(zongpai, operation.deadline);
    if (known) return { zongpai: known };
  } catch (error) {
    if (isUnavailable(error)) return undefined;
    throw error;
  }
  throw new ZongpaiNotFoundError({ zongpai });
};

/**
 * Registers a place. Where the site refuses unknown goods, the ERP is asked only if their verification is missing or too old. Goods stand
 * somewhere whether or not the ERP can be asked: if it cannot, they are registered without a check.
 * @throws ZongpaiNotFoundError the ERP does not know the goods
 */
export const ofKnownGoods = async <Result>(
  zongpai: string,
  register: (check: GoodsCheck) => Promise<Written<Result> | Unverified>,
  context: Checking,
): Promise<Written<Result>> => {
  let check: GoodsCheck = context.site.location.unknownGoods === "refuse" ? "needed" : "none";
  for (;;) {
    const outcome = await register(check);
    if (outcome.kind === "recorded") return outcome;
    const proof: Proof | undefined =
      typeof check === "object" ? check : await ask(zongpai, context);
    check = proof ? { ...proof, seen: outcome.seen } : "none";
  }
};
