import { ZongpaiNotFoundError } from "../errors.ts";
import { knownCategories } from "./attachment.ts";
import type { GoodsSeen, Proof } from "./box.ts";
import { type Erp, isUnavailable } from "./erp.ts";
import {
  type AttachmentLocationRequest,
  type BoxLocationRequest,
  type ClearRequest,
  type Gone,
  type LocationRequest,
  type NewestPlace,
  type OfBox,
  type OfGoods,
  type Seen,
  scannedAt,
  seenBy,
} from "./location.ts";
import type { Operation, Writing, Written } from "./operation.ts";
import type { Output } from "./value.ts";

/** The verification is missing, too old, or changed meanwhile. */
type Unverified = { readonly kind: "unverified"; readonly seen: GoodsSeen };

export type LocationStore = {
  /**
   * Gives the newest place; a late scan is in history only. `proof`: nothing is needed of the goods; or a recorded verification, if it is
   * empty; or the ERP's answer, which is recorded with the place.
   * @throws Refusal `categoryNotConfigured`; of what left `categoryNotKnown`, if the site does not have the category and nothing of it has a place
   */
  readonly register: <Of extends OfGoods | OfBox>(
    of: Of,
    seen: Seen | Gone,
    operation: Operation,
    proof?: Proof,
  ) => Promise<Written<Of & NewestPlace> | Unverified>;
};

type Context = Writing & { readonly locations: LocationStore; readonly erp?: Erp | undefined };

/** `undefined` if the ERP cannot be asked. @throws ZongpaiNotFoundError */
const ask = async (zongpai: string, { operation, erp }: Context): Promise<Proof | undefined> => {
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

const recorded = async <Of extends OfGoods | OfBox>(
  of: Of,
  seen: Seen | Gone,
  context: Context,
  needed?: Proof,
): Promise<Written<Of & NewestPlace>> => {
  let proof = needed;
  for (;;) {
    const outcome = await context.locations.register(of, seen, context.operation, proof);
    if (outcome.kind === "recorded") return outcome;
    const known: Proof | undefined = proof?.zongpai ? proof : await ask(of.zongpai ?? "", context);
    proof = known && { ...known, seen: outcome.seen };
  }
};

/**
 * Where the site refuses unknown goods, the ERP is asked if their verification is missing or too old; if it cannot be asked, they are
 * registered without a check, for they are there all the same.
 */
const ofKnownGoods = <Of extends OfGoods>(
  of: Of,
  scan: Parameters<typeof seenBy>[0],
  context: Context,
) => {
  const needed = context.site.location.unknownGoods === "refuse" ? {} : undefined;
  return recorded(of, seenBy(scan, context), context, needed);
};

/** Specification §4, POST /trace/location. @throws ZongpaiNotFoundError where the site refuses unknown goods; as `seenBy` */
export const registerGoods = async (
  { zongpai, ...scan }: Output<typeof LocationRequest>,
  context: Context,
) => ofKnownGoods({ zongpai }, scan, context);

/** Specification §4, POST /attachment/location. @throws as `registerGoods`; Refusal `categoryNotKnown`, `categoryNotConfigured` */
export const registerAttachment = async (
  { zongpai, category, ...scan }: Output<typeof AttachmentLocationRequest>,
  context: Context,
) => {
  knownCategories([category], context.site);
  return ofKnownGoods({ zongpai, category }, scan, context);
};

/** Where a box stands; the places of its goods stay. The ERP is not asked: the box is there all the same. @throws as `seenBy` */
export const registerBox = async (
  { box_no, ...scan }: Output<typeof BoxLocationRequest>,
  context: Context,
) => recorded({ box_no }, seenBy(scan, context), context);

/**
 * What left: also what is not on the map, because an older registration may still come. The removal guard no longer protects it; real
 * evidence stays. @throws as `scannedAt`; Refusal `categoryNotKnown`
 */
export const clearPlace = async (
  { zongpai, category, scanned_at }: Output<typeof ClearRequest>,
  context: Context,
) => {
  const at = scannedAt({ scanned_at }, context.operation.at, context.site);
  return recorded({ zongpai, category }, { cleared: true, at }, context);
};
