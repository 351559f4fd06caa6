import { ZongpaiNotFoundError } from "../errors.ts";
import { refuseUnknownCategories } from "./attachment.ts";
import type { ErpProof, GoodsSeen } from "./box.ts";
import { type ErpReader, isErpUnavailable } from "./erp.ts";
import {
  type AttachmentLocationRequest,
  type BoxLocationRequest,
  type BoxRef,
  type ClearRequest,
  type ClearScan,
  type GoodsRef,
  type LocationRequest,
  type NewestPlace,
  type PlaceScan,
  placeScanOf,
  scanInstantOf,
} from "./location.ts";
import type { Operation, RecordedWrite, WriteContext } from "./operation.ts";
import type { SchemaOutput } from "./value.ts";

/** The verification is missing, too old, or changed meanwhile. */
type UnverifiedGoods = { readonly kind: "unverified"; readonly seen: GoodsSeen };

export type LocationStore = {
  /**
   * Gives the newest place; a late scan is in history only. `proof`: nothing is needed of the goods; or a recorded verification, if it is
   * empty; or the ERP's answer, which is recorded with the place.
   * @throws Refusal `categoryNotConfigured`; of what left `categoryNotKnown`, if the site does not have the category and nothing of it has a place
   */
  readonly registerScan: <Of extends GoodsRef | BoxRef>(
    of: Of,
    seen: PlaceScan | ClearScan,
    operation: Operation,
    proof?: ErpProof,
  ) => Promise<RecordedWrite<Of & NewestPlace> | UnverifiedGoods>;
};

type RegistrationContext = WriteContext & {
  readonly locations: LocationStore;
  readonly erp?: ErpReader | undefined;
};

/** `undefined` if the ERP cannot be asked. @throws ZongpaiNotFoundError */
const askErpForGoods = async (
  zongpai: string,
  { operation, erp }: RegistrationContext,
): Promise<ErpProof | undefined> => {
  if (!erp) throw new Error("a site that refuses unknown goods has no ERP to ask");
  try {
    const known = await erp.zongpai(zongpai, operation.deadline);
    if (known) return { zongpai: known };
  } catch (error) {
    if (isErpUnavailable(error)) return undefined;
    throw error;
  }
  throw new ZongpaiNotFoundError({ zongpai });
};

const recordScan = async <Of extends GoodsRef | BoxRef>(
  of: Of,
  seen: PlaceScan | ClearScan,
  context: RegistrationContext,
  needed?: ErpProof,
): Promise<RecordedWrite<Of & NewestPlace>> => {
  let proof = needed;
  for (;;) {
    const outcome = await context.locations.registerScan(of, seen, context.operation, proof);
    if (outcome.kind === "recorded") return outcome;
    const known: ErpProof | undefined = proof?.zongpai
      ? proof
      : await askErpForGoods(of.zongpai ?? "", context);
    proof = known && { ...known, seen: outcome.seen };
  }
};

/**
 * Where the site refuses unknown goods, the ERP is asked if their verification is missing or too old; if it cannot be asked, they are
 * registered without a check, for they are there all the same.
 */
const recordScanOfGoods = <Of extends GoodsRef>(
  of: Of,
  scan: Parameters<typeof placeScanOf>[0],
  context: RegistrationContext,
) => {
  const needed = context.site.location.unknownGoods === "refuse" ? {} : undefined;
  return recordScan(of, placeScanOf(scan, context), context, needed);
};

/** Specification §4, POST /trace/location. @throws ZongpaiNotFoundError where the site refuses unknown goods; as `seenBy` */
export const registerGoods = async (
  { zongpai, ...scan }: SchemaOutput<typeof LocationRequest>,
  context: RegistrationContext,
) => recordScanOfGoods({ zongpai }, scan, context);

/** Specification §4, POST /attachment/location. @throws as `registerGoods`; Refusal `categoryNotKnown`, `categoryNotConfigured` */
export const registerAttachment = async (
  { zongpai, category, ...scan }: SchemaOutput<typeof AttachmentLocationRequest>,
  context: RegistrationContext,
) => {
  refuseUnknownCategories([category], context.site);
  return recordScanOfGoods({ zongpai, category }, scan, context);
};

/** Where a box stands; the places of its goods stay. The ERP is not asked: the box is there all the same. @throws as `seenBy` */
export const registerBox = async (
  { box_no, ...scan }: SchemaOutput<typeof BoxLocationRequest>,
  context: RegistrationContext,
) => recordScan({ box_no }, placeScanOf(scan, context), context);

/**
 * What left: also what is not on the map, because an older registration may still come. The removal guard no longer protects it; real
 * evidence stays. @throws as `scannedAt`; Refusal `categoryNotKnown`
 */
export const clearPlace = async (
  { zongpai, category, scanned_at }: SchemaOutput<typeof ClearRequest>,
  context: RegistrationContext,
) => {
  const at = scanInstantOf({ scanned_at }, context.operation.at, context.site);
  return recordScan({ zongpai, category }, { cleared: true, at }, context);
};
