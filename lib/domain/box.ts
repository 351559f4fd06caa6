import * as z from "zod/mini";
import { DuplicateBoxItemError, Refusal, ZongpaiNotFoundError } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import type { Erp, ErpBox, ErpZongpai } from "./erp.ts";
import type { Operation, Written } from "./operation.ts";
import { Amount, BoxNo, Instant, type Output, Quantity, Zongpai } from "./value.ts";

/** Specification §2: BoxSaveRequest. The order of the fields decides which invalid field gives the error its code. */
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

export type Appended =
  | Written<BoxSaveResponse>
  | { readonly kind: "duplicate"; readonly quantity: number }
  | { readonly kind: "beyondOrdered"; readonly ordered: number; readonly headroom: number }
  | Unproved;

export type BoxStore = {
  /** In one transaction, if the goods and, where the site wants it, the box are verified. */
  readonly append: (item: BoxSaveRequest, operation: Operation, proof: Proof) => Promise<Appended>;
};

type Context = { readonly operation: Operation; readonly boxes: BoxStore; readonly erp: Erp };

/** An item in messages. */
export const itemName = ({
  zongpai,
  category,
}: {
  zongpai: string;
  category?: string | undefined;
}): string => (category === undefined ? zongpai : `${category} ${zongpai}`);

/** Adds to a proof what a save still needs of the ERP. @throws ZongpaiNotFoundError, Refusal `boxNotFound`, `erpUnavailable` */
export const askErp = async (
  item: { readonly box_no: string; readonly zongpai: string },
  missing: Omit<Unproved, "kind">,
  proof: Proof,
  { operation, erp }: Pick<Context, "operation" | "erp">,
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
 * Specification §4, POST /box: one round trip for verified goods, else the ERP is asked and its answer recorded with the item.
 * @throws DuplicateBoxItemError, ZongpaiNotFoundError, Refusal `boxedBeyondOrdered`, `boxNotFound`, `erpUnavailable`
 */
export const saveBox = async (
  item: BoxSaveRequest,
  context: Context,
): Promise<Written<BoxSaveResponse>> => {
  let proof: Proof = {};
  for (;;) {
    const outcome = await context.boxes.append(item, context.operation, proof);
    switch (outcome.kind) {
      case "recorded":
        return outcome;
      case "duplicate":
        throw new DuplicateBoxItemError({
          item: itemName(item),
          box_no: item.box_no,
          quantity: outcome.quantity,
        });
      case "beyondOrdered":
        throw new Refusal("boxedBeyondOrdered", {
          zongpai: item.zongpai,
          ordered: outcome.ordered,
          headroom: outcome.headroom,
          quantity: item.quantity,
        });
      case "unverified":
        proof = await askErp(item, outcome, proof, context);
    }
  }
};
