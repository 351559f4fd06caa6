import * as z from "zod/mini";
import { Refusal, ZongpaiNotFoundError } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { refuseUnknownCategories } from "./attachment.ts";
import type { ErpBox, ErpReader, ErpZongpai } from "./erp.ts";
import type { Operation, RecordedWrite, WriteContext } from "./operation.ts";
import {
  AnswerInstant,
  AnswerQuantity,
  BoxNo,
  RequestQuantity,
  type SchemaOutput,
  Zongpai,
} from "./value.ts";

/** Whether a site saves goods only into boxes that the ERP knows. */
export const refusesUnknownBox = ({ box }: Site): boolean => box.unknownBox === "refuse";

/** Specification §2. The first invalid field, in this order, gives the error its code. */
export const BoxSaveRequest = (site: Site) =>
  z.strictObject({ box_no: BoxNo(site), zongpai: Zongpai(site), quantity: RequestQuantity(site) });
export type BoxSaveRequest = SchemaOutput<typeof BoxSaveRequest>;

export const recordedQuantityShape = (site: Site) => ({
  quantity: AnswerQuantity(site),
  recorded_at: AnswerInstant(),
});

export const BoxSaveResponse = (site: Site) =>
  z.strictObject({ box_no: z.string(), zongpai: z.string(), ...recordedQuantityShape(site) });
export type BoxSaveResponse = SchemaOutput<typeof BoxSaveResponse>;

/** The counters of the goods when a save was refused; scaled integers. */
export type GoodsSeen = {
  readonly ordered?: number;
  readonly boxed?: number;
  readonly headroom?: number;
  /** Epoch ms. */
  readonly verified_at?: number;
};

/** The ERP's answer. It counts only if the goods are still as in `seen`. */
export type ErpProof = {
  readonly zongpai?: ErpZongpai;
  readonly box?: ErpBox;
  readonly seen?: GoodsSeen;
};

/** The look-ups that a save needs first, and the counters that their answers belong to. */
export type MissingProof = {
  readonly kind: "unverified";
  readonly zongpai: boolean;
  readonly box: boolean;
  readonly seen?: GoodsSeen;
};

export type ItemStore<Item, Result> = {
  /**
   * Appends in one transaction if the goods are verified, and the box where the site verifies boxes.
   * @throws DuplicateBoxItemError, Refusal `boxedBeyondOrdered`; of an attachment `categoryNotConfigured`, `capExceeded`; when the time is
   * up `timeout`, `writeConflict`, `throttled`
   */
  readonly appendItem: (
    item: Item,
    operation: Operation,
    proof: ErpProof,
  ) => Promise<RecordedWrite<Result> | MissingProof>;
};

/** An item in a refusal: its name for the message, and its parts. */
export const itemDetail = (item: {
  readonly zongpai: string;
  readonly category?: string | undefined;
}) => {
  const { zongpai, category } = item;
  if (category === undefined) return { item: zongpai, zongpai };
  return { item: `${category} ${zongpai}`, category, zongpai };
};

/** Adds to a proof what a save still needs of the ERP. @throws ZongpaiNotFoundError, Refusal `boxNotFound`, `erpUnavailable`, `erpRowInvalid` */
export const askErp = async (
  item: { readonly box_no: string; readonly zongpai: string },
  missing: Omit<MissingProof, "kind">,
  proof: ErpProof,
  { operation, erp }: { readonly operation: Operation; readonly erp: ErpReader },
): Promise<ErpProof> => {
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

type SaveContext<Item, Result> = WriteContext & {
  readonly boxes: ItemStore<Item, Result>;
  readonly erp: ErpReader;
};

/**
 * Specification §4, POST /box and POST /attachment/box: Verified goods take one round trip. For others the service asks the ERP first, and
 * records its answer with the item.
 * @throws as `appendItem` and `askErp`; Refusal `categoryNotKnown`, `writeConflict`
 */
export const saveItem = async <Item extends BoxSaveRequest & { category?: string }, Result>(
  item: Item,
  { site, operation, boxes, erp }: SaveContext<Item, Result>,
): Promise<RecordedWrite<Result>> => {
  if (item.category !== undefined) refuseUnknownCategories([item.category], site);
  let proof: ErpProof = {};
  let isInTime = true;
  // The attempt that begins after the deadline is the last one: `appendItem` writes nothing then, and throws.
  while (isInTime) {
    isInTime = operation.deadline.left() > 0;
    const outcome = await boxes.appendItem(item, operation, proof);
    if (outcome.kind === "recorded") return outcome;
    proof = await askErp(item, outcome, proof, { operation, erp });
  }
  throw new Refusal("writeConflict", { zongpai: item.zongpai });
};
