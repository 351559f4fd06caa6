import { ZongpaiNotFoundError } from "../errors.ts";
import type { GoodsSeen, Proof } from "./box.ts";
import { type Erp, isUnavailable } from "./erp.ts";
import type { Writing, Written } from "./operation.ts";

/** The verification is missing, too old, or changed meanwhile. */
export type Unverified = { readonly kind: "unverified"; readonly seen: GoodsSeen };

/** What a registration needs: nothing, a recorded verification, or the ERP's answer. */
export type GoodsCheck = "none" | "needed" | Proof;

export type Checking = Writing & { readonly erp?: Erp | undefined };

/** `undefined` if the ERP cannot be asked. @throws ZongpaiNotFoundError */
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
 * Registers a place. Where the site refuses unknown goods, the ERP is asked if their verification is missing or too old; if it cannot be
 * asked, they are registered without a check, for they are there all the same.
 * @throws ZongpaiNotFoundError
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
