import * as z from "zod/mini";
import { Refusal, ZongpaiNotFoundError } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { knownCategories } from "./attachment.ts";
import type { Erp, ErpBox, ErpZongpai } from "./erp.ts";
import type { Operation, Writing, Written } from "./operation.ts";
import { Amount, BoxNo, Instant, type Output, Quantity, Zongpai } from "./value.ts";

/** Specification §2. The first invalid field, in this order, gives the error its code. */
export const BoxSaveRequest = (site: Site) =>
  z.strictObject({ box_no: BoxNo(site), zongpai: Zongpai(site), quantity: Quantity(site) });
export type BoxSaveRequest = Output<typeof BoxSaveRequest>;

export const recordedQuantity = (site: Site) => ({
  quantity: Amount(site),
  recorded_at: Instant(),
});

export const BoxSaveResponse = (site: Site) =>
  z.strictObject({ box_no: z.string(), zongpai: z.string(), ...recordedQuantity(site) });
export type BoxSaveResponse = Output<typeof BoxSaveResponse>;

/** The counters of the goods when a save was refused; scaled integers. */
export type GoodsSeen = {
  readonly ordered?: number;
  readonly boxed?: number;
  readonly headroom?: number;
  /** Epoch ms. */
  readonly verified_at?: number;
};

/** What the ERP answered; it counts only if the goods are still as in `seen`. */
export type Proof = {
  readonly zongpai?: ErpZongpai;
  readonly box?: ErpBox;
  readonly seen?: GoodsSeen;
};

/** What the ERP must be asked first, and the counters that its answer belongs to. */
export type Unproved = {
  readonly kind: "unverified";
  readonly zongpai: boolean;
  readonly box: boolean;
  readonly seen?: GoodsSeen;
};

export type ItemStore<Item, Result> = {
  /**
   * In one transaction, if the goods and, where the site wants it, the box are verified.
   * @throws DuplicateBoxItemError, Refusal `boxedBeyondOrdered`; of an attachment `categoryNotConfigured`, `capExceeded`
   */
  readonly append: (
    item: Item,
    operation: Operation,
    proof: Proof,
  ) => Promise<Written<Result> | Unproved>;
};

/** An item in a refusal: its name for the message, and its parts. */
export const itemDetail = ({
  zongpai,
  category,
}: {
  zongpai: string;
  category?: string | undefined;
}) =>
  category === undefined
    ? { item: zongpai, zongpai }
    : { item: `${category} ${zongpai}`, category, zongpai };

/** Adds to a proof what a save still needs of the ERP. @throws ZongpaiNotFoundError, Refusal `boxNotFound`, `erpUnavailable`, `erpRowInvalid` */
export const askErp = async (
  item: { readonly box_no: string; readonly zongpai: string },
  missing: Omit<Unproved, "kind">,
  proof: Proof,
  { operation, erp }: { readonly operation: Operation; readonly erp: Erp },
): Promise<Proof> => {
  const [zongpai, box] = await Promise.all([
    missing.zongpai ? erp.zongpai(item.zongpai, operation.deadline) : undefined,
    missing.box ? erp.box(item.box_no, operation.deadline) : undefined,
  ]);
  if (missing.zongpai && !zongpai) throw new ZongpaiNotFoundError({ zongpai: item.zongpai });
  if (missing.box && !box) throw new Refusal("boxNotFound", { box_no: item.box_no });
  return {
    zongpai: zongpai ?? proof.zongpai,
    box: box ?? proof.box,
    seen: missing.seen ?? proof.seen,
  };
};

/**
 * Specification §4, POST /box and POST /attachment/box: one round trip for verified goods, else the ERP is asked and its answer recorded
 * with the item.
 * @throws as `append` and `askErp`; Refusal `categoryNotKnown`
 */
export const saveItem = async <Item extends BoxSaveRequest & { category?: string }, Result>(
  item: Item,
  {
    site,
    operation,
    boxes,
    erp,
  }: Writing & { readonly boxes: ItemStore<Item, Result>; readonly erp: Erp },
): Promise<Written<Result>> => {
  if (item.category !== undefined) knownCategories([item.category], site);
  let proof: Proof = {};
  for (;;) {
    const outcome = await boxes.append(item, operation, proof);
    if (outcome.kind === "recorded") return outcome;
    proof = await askErp(item, outcome, proof, { operation, erp });
  }
};
