import * as z from "zod/mini";
import { isListedCategory } from "../domain/attachment.ts";
import type { ErpProof } from "../domain/box.ts";
import { newestPlaceOf, type RecordedClearing, type RecordedPlace } from "../domain/location.ts";
import type { LocationStore } from "../domain/registration.ts";
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

/** Where a box stands, on a shelf or off it; `at` is epoch ms. */
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

/** What pages show of a place. */
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

/** What a registration changes on the row of the goods, or needs of it. */
const goodsActionOf = (
  place: RecordedPlace | RecordedClearing,
  proof: ErpProof | undefined,
  at: number,
  site: Site,
): ((stamp: WriteStamp) => TransactionAction) | undefined => {
  const { zongpai, category } = place;
  const { unconfiguredLocation, offShelfIsLocated } = site.attachment;
  if (zongpai === undefined) return undefined;
  const verified = proof ? changeOfVerification(at, proof, site) : {};
  if (category === undefined) {
    if (!proof) return undefined;
    return proof.zongpai
      ? (stamp) => updateGoods(zongpai, stamp, verified)
      : () => checkAction(goodsKey(zongpai), verified.when ?? []);
  }
  const { configured, located } = attributesOf(category);
  const isPlaced = "off_shelf" in place;
  const isLocated = isPlaced && (!place.off_shelf || offShelfIsLocated);
  // Its conditions also refuse the second of a registration and a removal of the category.
  const change: RowChange = {
    ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
    when: isPlaced && unconfiguredLocation === "refuse" ? [{ present: configured }] : [],
  };
  return (stamp) => updateGoods(zongpai, stamp, change, verified);
};

/** What the row of a place says, if its scan is newer. */
const newerPlaceIn = (scanned_at: number, row: TableItem | undefined) => {
  const last = row && lastSeenOf(row);
  return last && last.at > scanned_at ? last : undefined;
};

/**
 * What a late scan changes on the row of the place that its line names. Two races with a newer scan would make history contradict itself.
 * - The newer scan is recorded first, so the line would name a place that was already left: the row must still have the place.
 * - Its attempt began first, and is recorded after the line with an earlier stamp: the row gets the stamp of the line, so it needs a later one.
 */
const changeOfLateScan = (
  { at, off_shelf, location, cleared }: Partial<RecordedPlace & RecordedClearing>,
  stamp: WriteStamp,
) =>
  mergeChanges(
    {
      when: [
        unchanged("at", at),
        unchanged("off_shelf", off_shelf),
        unchanged("location", location),
        unchanged("cleared", cleared),
      ],
    },
    keepOrder(stamp.at),
  );

/**
 * Where goods, an attachment or a box are (specification §4: POST /trace/location), or that they left. What left keeps a row that is not in
 * the index, and whose instant refuses older scans.
 */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  registerScan: async (of, seen, operation, proof) => {
    const place: RecordedPlace | RecordedClearing = { ...of, ...seen };
    const { zongpai, category, box_no = "", at: scanned_at } = place;
    const gone = "cleared" in place;
    const key = zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category);
    const index = gone ? {} : placeKey(place);
    const row = { ...key, ...index, ...place, who: operation.who };
    // If the instants are equal, the later arrival wins.
    const notNewer: RowCondition = { attribute: "at", is: "<=", value: scanned_at };
    // A category that the site gave up may still have a place.
    const mustExist = gone && category !== undefined && !isListedCategory(category, site);
    const newest = ({ at }: WriteStamp) => {
      const { set, when } = keepOrder(at);
      return putAction({ ...row, ...set }, [
        mustExist ? notNewer : { any: [{ absent: "pk" }, notNewer] },
        ...when,
      ]);
    };
    const event = gone
      ? { kind: "cleared" as const, category, scanned_at }
      : {
          kind: "moved" as const,
          category,
          off_shelf: place.off_shelf,
          location: place.location,
          scanned_at,
        };
    const goods = goodsActionOf(place, proof, operation.at, site);
    const write = (stamp: WriteStamp, found: FoundRows<"newest" | "goods">) => {
      const stays = found.has("goods") ? undefined : newerPlaceIn(scanned_at, found.get("newest"));
      if (stays)
        return {
          result: { ...of, ...newestPlaceOf(stays) },
          event: { ...event, stays },
          effects: [
            { name: "newest" as const, action: updateAction(key, changeOfLateScan(stays, stamp)) },
          ],
        };
      return {
        result: { ...of, ...newestPlaceOf(seen) },
        event,
        effects: [
          { name: "newest" as const, action: newest(stamp) },
          ...(goods ? [{ name: "goods" as const, action: goods(stamp) }] : []),
        ],
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
    if (gone) throw new Refusal("categoryNotKnown", { category: category ?? "" });
    const goodsFound = found.get("goods");
    if (
      category !== undefined &&
      site.attachment.unconfiguredLocation === "refuse" &&
      goodsFound?.[attributesOf(category).configured] === undefined
    )
      throw new Refusal("categoryNotConfigured", { category, zongpai: zongpai ?? "" });
    return { kind: "unverified", seen: goodsSeenIn(goodsFound) };
  },
});
