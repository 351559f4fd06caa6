import * as z from "zod/mini";
import { isListedCategory } from "../domain/attachment.ts";
import type { ErpProof } from "../domain/box.ts";
import {
  boxPlaceOf,
  newestPlaceOf,
  type RecordedClearing,
  type RecordedPlace,
} from "../domain/location.ts";
import { type LocationStore, refuseOtherShelf } from "../domain/registration.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type FoundRows, keepOrder, type WriteStamp } from "./commit.ts";
import {
  checkAction,
  mergeChanges,
  putAction,
  type RowChange,
  type RowCondition,
  type TableItem,
  type TransactionAction,
  unchanged,
  updateAction,
} from "./expression.ts";
import { changeOfVerification, goodsSeenIn, updateGoods } from "./goods.ts";
import { boxLocationKey, goodsKey, locationKey, placeKey } from "./keys.ts";
import { rememberVerified } from "./known-goods.ts";

const goodsFields = { zongpai: z.string(), category: z.optional(z.string()) };

/** The place of a box, on a shelf or off it; `at` is epoch ms. */
const BoxLocationRow = z.object({
  box_no: z.string(),
  off_shelf: z.boolean(),
  location: z.optional(z.string()),
  area: z.optional(z.string()),
  at: z.int(),
  who: z.optional(z.string()),
});

/** The same of goods, or of an attachment of them. */
const LocationRow = z.object({ ...z.omit(BoxLocationRow, { box_no: true }).shape, ...goodsFields });

/** The part of a place that pages show, and that the index has. */
export const shownPlaceAttributes = Object.keys({ ...BoxLocationRow.shape, ...LocationRow.shape });

const ClearedRow = z.object({ ...goodsFields, at: z.int(), cleared: z.literal(true) });

/**
 * A box that left. 0.3.0 cannot read a box with `cleared`, and reads this row as a box off the shelf. No request finds it there, because it
 * is not in the index.
 */
const LeftBoxRow = z.object({
  ...z.pick(BoxLocationRow, { box_no: true, at: true, who: true }).shape,
  off_shelf: z.literal(true),
  has_left: z.literal(true),
});

/** Where something was seen last. @throws Error when this service did not write the row */
export const lastSeenOf = (item: TableItem): RecordedPlace | RecordedClearing => {
  if (item.cleared !== undefined) return ClearedRow.parse(item);
  if (item.has_left !== undefined) {
    const { box_no, at, who } = LeftBoxRow.parse(item);
    return { box_no, at, who, cleared: true };
  }
  return (item.zongpai === undefined ? BoxLocationRow : LocationRow).parse(item);
};

/** The attributes of a place or clearing, as its row has them. */
const attributesOfPlace = (place: RecordedPlace | RecordedClearing) => {
  if (place.box_no === undefined || !("cleared" in place)) return place;
  const { cleared, ...left } = place;
  return { ...left, off_shelf: true, has_left: cleared };
};

export const placesIn = (items: readonly TableItem[]): RecordedPlace[] =>
  items.flatMap((item) => {
    const seen = lastSeenOf(item);
    return "cleared" in seen ? [] : [seen];
  });

/** The last place of a box, or that it left; nothing where the site has no such places or no such clearing. */
export const boxPlaceIn = (
  row: TableItem | undefined,
  { routes: { boxLocation, clearBox } }: Site,
) => {
  const isShown = boxLocation !== false && (clearBox !== false || row?.has_left === undefined);
  return boxPlaceOf(row && isShown ? lastSeenOf(row) : undefined);
};

/**
 * Sets whether an attachment is located, in its goods row. Of a registration and a removal of the category at once, the condition refuses the
 * second.
 */
const changeOfLocated = (
  place: RecordedPlace | RecordedClearing,
  category: string,
  site: Site,
): RowChange => {
  const { unconfiguredLocation, offShelfIsLocated } = site.attachment;
  const { configured, located } = attributesOf(category);
  const isPlaced = "off_shelf" in place;
  const isLocated = isPlaced && (!place.off_shelf || offShelfIsLocated);
  const mustBeConfigured = isPlaced && unconfiguredLocation === "refuse";
  const when: RowCondition[] = mustBeConfigured ? [{ present: configured }] : [];
  return isLocated ? { set: { [located]: true }, when } : { remove: [located], when };
};

/**
 * The last scan is on this shelf, or if it is empty, on none. Of two writes at once that expect one shelf, the condition refuses the second,
 * which would move what the first one moved already.
 */
const conditionsOfShelf = (expected: string | undefined): RowCondition[] => {
  if (expected === undefined) return [];
  const off: RowCondition = { attribute: "off_shelf", is: "=", value: true };
  if (expected === "") return [{ any: [{ absent: "pk" }, { present: "cleared" }, off] }];
  return [
    { attribute: "off_shelf", is: "=", value: false },
    { attribute: "location", is: "=", value: expected },
  ];
};

/** The change that a registration makes to the row of the goods, or the condition that it checks there. */
const goodsActionOf = (
  place: RecordedPlace | RecordedClearing,
  proof: ErpProof | undefined,
  at: number,
  site: Site,
): ((stamp: WriteStamp) => TransactionAction) | undefined => {
  const { zongpai, category } = place;
  if (zongpai === undefined) return undefined;
  const verification = proof ? changeOfVerification(at, proof, site) : {};
  if (category !== undefined) {
    const change = changeOfLocated(place, category, site);
    return (stamp) => updateGoods(zongpai, stamp, change, verification);
  }
  if (!proof) return undefined;
  return proof.zongpai
    ? (stamp) => updateGoods(zongpai, stamp, verification)
    : () => checkAction(goodsKey(zongpai), verification.when ?? []);
};

/** The place or clearing in a row, if its scan is newer. */
const newerPlaceIn = (scanned_at: number, row: TableItem | undefined) => {
  const last = row && lastSeenOf(row);
  return last && last.at > scanned_at ? last : undefined;
};

/** By these, a row says where something is. */
const placeAttributes = ["at", "off_shelf", "location", "cleared", "has_left"] as const;

/**
 * What a late scan changes on the row of the place that its line names. Two races with a newer scan would make history contradict itself.
 * - The newer scan is recorded first, so the line would name a place that was already left: the row must still have the place.
 * - The attempt of the newer scan began first, and is recorded after the line with an earlier stamp: the row gets the stamp of the line, so the
 *   newer scan needs a later one.
 */
const changeOfLateScan = (newer: RecordedPlace | RecordedClearing, stamp: WriteStamp) => {
  const attributes: Partial<Record<(typeof placeAttributes)[number], string | number | boolean>> =
    attributesOfPlace(newer);
  const samePlace = placeAttributes.map((name) => unchanged(name, attributes[name]));
  return mergeChanges({ when: samePlace }, keepOrder(stamp.at));
};

/** The event of a scan. The event of a late scan also names the newer place. */
const eventOfScan = (place: RecordedPlace | RecordedClearing) => {
  const { category, at: scanned_at } = place;
  if ("cleared" in place) return { kind: "cleared" as const, category, scanned_at };
  const { off_shelf, location } = place;
  return { kind: "moved" as const, category, off_shelf, location, scanned_at };
};

type FoundPlaces = FoundRows<"newest" | "goods">;

/** The row of a place, and its condition: no newer scan is recorded. If the instants are equal, the later arrival wins. */
const rowOfPlace = (place: RecordedPlace | RecordedClearing, who: string, mustExist: boolean) => {
  const { zongpai, category, box_no = "", at } = place;
  const key = zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category);
  const indexKey = "cleared" in place ? {} : placeKey(place);
  const notNewer: RowCondition = { attribute: "at", is: "<=", value: at };
  const isNewest: RowCondition = mustExist ? notNewer : { any: [{ absent: "pk" }, notNewer] };
  return { key, row: { ...key, ...indexKey, ...attributesOfPlace(place), who }, isNewest };
};

/** A category that the site gave up can be cleared, if it still has a place. */
const mustHavePlace = (place: RecordedPlace | RecordedClearing, site: Site): boolean =>
  "cleared" in place && place.category !== undefined && !isListedCategory(place.category, site);

/** Why the rows that were found refuse a scan: its category, or goods that need a verification. @throws Refusal `categoryNotKnown`, `categoryNotConfigured` */
const refusedScan = (
  { zongpai = "", category = "", ...place }: RecordedPlace | RecordedClearing,
  goodsRow: TableItem | undefined,
  site: Site,
) => {
  if ("cleared" in place) throw new Refusal("categoryNotKnown", { category });
  const mustBeConfigured = category !== "" && site.attachment.unconfiguredLocation === "refuse";
  if (mustBeConfigured && goodsRow?.[attributesOf(category).configured] === undefined)
    throw new Refusal("categoryNotConfigured", { category, zongpai });
  return { kind: "unverified" as const, seen: goodsSeenIn(goodsRow) };
};

/**
 * Where goods, an attachment or a box are (specification §4: POST /trace/location), or that they left. After a clearing the row stays, so
 * that its instant refuses older scans, but it is not in the index.
 */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  registerScan: async (subject, scan, operation, { proof, expected_location } = {}) => {
    const place: RecordedPlace | RecordedClearing = { ...subject, ...scan };
    const mustExist = mustHavePlace(place, site);
    const { key, row, isNewest } = rowOfPlace(place, operation.who, mustExist);
    const event = eventOfScan(place);
    const goodsAction = goodsActionOf(place, proof, operation.at, site);

    const recordNewest = (stamp: WriteStamp) => {
      const { set, when } = keepOrder(stamp.at);
      const onShelf = conditionsOfShelf(expected_location);
      const putPlace = putAction({ ...row, ...set }, [isNewest, ...onShelf, ...when]);
      const newest = { name: "newest" as const, action: putPlace };
      const goods = goodsAction && { name: "goods" as const, action: goodsAction(stamp) };
      const effects = goods ? [newest, goods] : [newest];
      return { result: { ...subject, ...newestPlaceOf(scan) }, event, effects };
    };
    const recordLate = (newer: RecordedPlace | RecordedClearing, stamp: WriteStamp) => {
      const action = updateAction(key, changeOfLateScan(newer, stamp));
      const effects = [{ name: "newest" as const, action }];
      const result = { ...subject, ...newestPlaceOf(newer) };
      return { result, event: { ...event, stays: newer }, effects };
    };
    /** The first attempt assumes that the scan is the newest. An attempt that failed knows the row that says otherwise. */
    const write = (stamp: WriteStamp, found: FoundPlaces) => {
      const last = found.get("newest");
      if (expected_location !== undefined && found.has("newest"))
        refuseOtherShelf(subject, last && lastSeenOf(last), expected_location);
      const newer = found.has("goods") ? undefined : newerPlaceIn(place.at, last);
      return newer ? recordLate(newer, stamp) : recordNewest(stamp);
    };

    let found: FoundPlaces = new Map();
    // At the deadline `commit` throws, which ends this loop.
    for (;;) {
      const outcome = await commit(table, operation, write, found);
      if (outcome.kind === "recorded") {
        const verified = proof?.zongpai;
        if (verified) rememberVerified(table, goodsKey(verified.zongpai), verified.product);
        return outcome;
      }
      found = outcome.failed;
      const hasNoPlace = mustExist && found.get("newest") === undefined;
      if (found.has("goods") || hasNoPlace) return refusedScan(place, found.get("goods"), site);
    }
  },
});
