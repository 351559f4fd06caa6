import { Refusal, ZongpaiNotFoundError } from "../errors.ts";
import { refuseUnknownCategories } from "./attachment.ts";
import { type ErpProof, type GoodsSeen, itemDetail } from "./box.ts";
import { type ErpReader, isErpUnavailable } from "./erp.ts";
import {
  type AttachmentLocationRequest,
  type BoxClearRequest,
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
import { type Operation, type RecordedWrite, subjectOf, type WriteContext } from "./operation.ts";
import type { SchemaOutput } from "./value.ts";

/** The verification is missing, too old, or changed meanwhile. */
type UnverifiedGoods = { readonly kind: "unverified"; readonly seen: GoodsSeen };

/**
 * What a scan needs to be recorded. Without `proof` the goods need no verification. An empty one needs a recorded verification. Otherwise it is
 * the ERP's answer, which is recorded with the place. `expected_location`: the last place is on this shelf, or if it is empty, on none.
 */
type ScanNeeds = {
  readonly proof?: ErpProof | undefined;
  readonly expected_location?: string | undefined;
};

export type LocationStore = {
  /**
   * Gives the newest place; a late scan is in history only.
   * @throws Refusal `staleExpectedLocation`, `categoryNotConfigured`; of a clearing `categoryNotKnown`, if the site does not have the category and nothing of it has a
   * place; when the time is up `timeout`, `writeConflict`, `throttled`
   */
  readonly registerScan: <Ref extends GoodsRef | BoxRef>(
    subject: Ref,
    scan: PlaceScan | ClearScan,
    operation: Operation,
    needs?: ScanNeeds,
  ) => Promise<RecordedWrite<Ref & NewestPlace> | UnverifiedGoods>;
};

type RegistrationContext = WriteContext & {
  readonly locations: LocationStore;
  readonly erp?: ErpReader | undefined;
};

const shelfOf = (last: PlaceScan | ClearScan | undefined): string =>
  last && "location" in last && !last.off_shelf ? (last.location ?? "") : "";

/** Of goods, an attachment or a box whose last scan is not where the caller expects it. @throws Refusal `staleExpectedLocation` */
export const refuseOtherShelf = (
  subject: GoodsRef | BoxRef,
  last: PlaceScan | ClearScan | undefined,
  expected_location: string,
): void => {
  const location = shelfOf(last);
  if (location === expected_location) return;
  const { box_no } = subject;
  const named = box_no === undefined ? itemDetail(subject) : { item: box_no, box_no };
  throw new Refusal("staleExpectedLocation", { ...named, location, expected_location });
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

const recordScan = async <Ref extends GoodsRef | BoxRef>(
  subject: Ref,
  scan: PlaceScan | ClearScan,
  context: RegistrationContext,
  needs: ScanNeeds,
): Promise<RecordedWrite<Ref & NewestPlace>> => {
  const { operation, locations } = context;
  let { proof } = needs;
  let isInTime = true;
  // The attempt that begins after the deadline is the last one: `registerScan` writes nothing then, and throws.
  while (isInTime) {
    isInTime = operation.deadline.left() > 0;
    const outcome = await locations.registerScan(subject, scan, operation, { ...needs, proof });
    if (outcome.kind === "recorded") return outcome;
    const hasAnswer = proof?.zongpai !== undefined;
    const answer = hasAnswer ? proof : await askErpForGoods(subject.zongpai ?? "", context);
    proof = answer && { ...answer, seen: outcome.seen };
  }
  throw new Refusal("writeConflict", subjectOf(operation));
};

/**
 * Where the site refuses unknown goods, the ERP is asked if their verification is missing or too old. If it cannot be asked, the goods are
 * registered without a check, because they are there anyway.
 */
const recordScanOfGoods = <Ref extends GoodsRef>(
  goods: Ref,
  fields: Parameters<typeof placeScanOf>[0] & ScanNeeds,
  context: RegistrationContext,
) => {
  const { expected_location } = fields;
  const proof = context.site.location.unknownGoods === "refuse" ? {} : undefined;
  return recordScan(goods, placeScanOf(fields, context), context, { proof, expected_location });
};

/** Specification §4, POST /trace/location. @throws ZongpaiNotFoundError where the site refuses unknown goods; as `placeScanOf` */
export const registerGoods = async (
  { zongpai, ...fields }: SchemaOutput<typeof LocationRequest>,
  context: RegistrationContext,
) => recordScanOfGoods({ zongpai }, fields, context);

/** Specification §4, POST /attachment/location. @throws as `registerGoods`; Refusal `categoryNotKnown`, `categoryNotConfigured` */
export const registerAttachment = async (
  { zongpai, category, ...fields }: SchemaOutput<typeof AttachmentLocationRequest>,
  context: RegistrationContext,
) => {
  refuseUnknownCategories([category], context.site);
  return recordScanOfGoods({ zongpai, category }, fields, context);
};

/** The place of a box; the places of its goods stay. The ERP is not asked, because the box is there anyway. @throws as `placeScanOf` */
export const registerBox = async (
  { box_no, expected_location, ...fields }: SchemaOutput<typeof BoxLocationRequest>,
  context: RegistrationContext,
) => recordScan({ box_no }, placeScanOf(fields, context), context, { expected_location });

const recordClearing = <Ref extends GoodsRef | BoxRef>(
  subject: Ref,
  { scanned_at, expected_location }: Omit<SchemaOutput<typeof BoxClearRequest>, "box_no">,
  context: RegistrationContext,
) => {
  const at = scanInstantOf({ scanned_at }, context.operation.at, context.site);
  return recordScan(subject, { cleared: true, at }, context, { expected_location });
};

/**
 * Goods or an attachment left. Also clears what is not on the map, because an older registration may still come. The removal guard no longer
 * protects it; real evidence stays. @throws as `scanInstantOf`; Refusal `categoryNotKnown`
 */
export const clearPlace = async (
  { zongpai, category, ...fields }: SchemaOutput<typeof ClearRequest>,
  context: RegistrationContext,
) => recordClearing({ zongpai, category }, fields, context);

/** A box left, also one that was never put down. Its goods keep their places. @throws as `scanInstantOf` */
export const clearBox = async (
  { box_no, ...fields }: SchemaOutput<typeof BoxClearRequest>,
  context: RegistrationContext,
) => recordClearing({ box_no }, fields, context);
