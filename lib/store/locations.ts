import * as z from "zod/mini";
import { isListedCategory } from "../domain/attachment.ts";
import type { ErpProof } from "../domain/box.ts";
import { newestPlaceOf, type RecordedClearing, type RecordedPlace } from "../domain/location.ts";
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

/** The part of a place that pages show. */
export const shownPlaceAttributes = [
  ...Object.keys(BoxLocationRow.shape),
  ...Object.keys(goodsFields),
];

const ClearedRow = z.object({ ...goodsFields, at: z.int(), cleared: z.literal(true) });

/** Where something was seen last. @throws Error when this service did not write the row */
export const lastSeenOf = (item: TableItem): RecordedPlace | RecordedClearing => {
  if (item.cleared !== undefined) return ClearedRow.parse(item);
  return (item.zongpai === undefined ? BoxLocationRow : LocationRow).parse(item);
};

export const placesIn = (items: readonly TableItem[]): RecordedPlace[] =>
  items.flatMap((item) => {
    const seen = lastSeenOf(item);
    return "cleared" in seen ? [] : [seen];
  });

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

/**
 * What a late scan changes on the row of the place that its line names. Two races with a newer scan would make history contradict itself.
 * - The newer scan is recorded first, so the line would name a place that was already left: the row must still have the place.
 * - The attempt of the newer scan began first, and is recorded after the line with an earlier stamp: the row gets the stamp of the line, so the
 *   newer scan needs a later one.
 */
const changeOfLateScan = (
  { at, off_shelf, location, cleared }: Partial<RecordedPlace & RecordedClearing>,
  stamp: WriteStamp,
) => {
  const samePlace = [
    unchanged("at", at),
    unchanged("off_shelf", off_shelf),
    unchanged("location", location),
    unchanged("cleared", cleared),
  ];
  return mergeChanges({ when: samePlace }, keepOrder(stamp.at));
};

/** The event of a scan. The event of a late scan also names the newer place. */
const eventOfScan = (place: RecordedPlace | RecordedClearing) => {
  const { category, at: scanned_at } = place;
  if ("cleared" in place) return { kind: "cleared" as const, category, scanned_at };
  const { off_shelf, location } = place;
  return { kind: "moved" as const, category, off_shelf, location, scanned_at };
};

/**
 * Where goods, an attachment or a box are (specification §4: POST /trace/location), or that they left. After a clearing the row stays, so
 * that its instant refuses older scans, but it is not in the index.
 */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  registerScan: async (subject, scan, operation, { proof, expected_location } = {}) => {
    const place: RecordedPlace | RecordedClearing = { ...subject, ...scan };
    const { zongpai, category, box_no = "", at: scanned_at } = place;
    const isClearing = "cleared" in place;
    const key = zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category);
    const indexKey = isClearing ? {} : placeKey(place);
    const row = { ...key, ...indexKey, ...place, who: operation.who };
    // If the instants are equal, the later arrival wins.
    const notNewer: RowCondition = { attribute: "at", is: "<=", value: scanned_at };
    // A category that the site gave up may still have a place.
    const mustExist = isClearing && category !== undefined && !isListedCategory(category, site);
    const isNewest: RowCondition = mustExist ? notNewer : { any: [{ absent: "pk" }, notNewer] };
    const putPlace = ({ at }: WriteStamp) => {
      const { set, when } = keepOrder(at);
      const onShelf = conditionsOfShelf(expected_location);
      return putAction({ ...row, ...set }, [isNewest, ...onShelf, ...when]);
    };
    const event = eventOfScan(place);
    const goodsAction = goodsActionOf(place, proof, operation.at, site);
    const write = (stamp: WriteStamp, found: FoundRows<"newest" | "goods">) => {
      if (expected_location !== undefined && found.has("newest")) {
        const last = found.get("newest");
        refuseOtherShelf(subject, last && lastSeenOf(last), expected_location);
      }
      const newer = found.has("goods") ? undefined : newerPlaceIn(scanned_at, found.get("newest"));
      if (newer) {
        const action = updateAction(key, changeOfLateScan(newer, stamp));
        return {
          result: { ...subject, ...newestPlaceOf(newer) },
          event: { ...event, stays: newer },
          effects: [{ name: "newest" as const, action }],
        };
      }
      const newest = { name: "newest" as const, action: putPlace(stamp) };
      const goods = goodsAction && { name: "goods" as const, action: goodsAction(stamp) };
      return {
        result: { ...subject, ...newestPlaceOf(scan) },
        event,
        effects: goods ? [newest, goods] : [newest],
      };
    };
    let found: FoundRows<"newest" | "goods"> = new Map();
    // At the deadline `commit` throws, which ends this loop.
    for (;;) {
      const outcome = await commit(table, operation, write, found);
      if (outcome.kind === "recorded") return outcome;
      found = outcome.failed;
      const isRefused = found.has("goods") || (mustExist && found.get("newest") === undefined);
      if (isRefused) break;
    }
    if (isClearing) throw new Refusal("categoryNotKnown", { category: category ?? "" });
    const goodsRow = found.get("goods");
    const mustBeConfigured =
      category !== undefined && site.attachment.unconfiguredLocation === "refuse";
    if (mustBeConfigured && goodsRow?.[attributesOf(category).configured] === undefined)
      throw new Refusal("categoryNotConfigured", { category, zongpai: zongpai ?? "" });
    return { kind: "unverified", seen: goodsSeenIn(goodsRow) };
  },
});
