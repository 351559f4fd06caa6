import * as z from "zod/mini";
import { isListed } from "../domain/attachment.ts";
import type { Proof } from "../domain/box.ts";
import { type Cleared, type Placed, placeAnswer } from "../domain/location.ts";
import type { LocationStore } from "../domain/registration.ts";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Found, inOrder, type Stamp } from "./commit.ts";
import {
  type Action,
  type Change,
  type Condition,
  check,
  type Item,
  put,
  still,
  together,
  update,
} from "./expression.ts";
import { goodsSeen, updateGoods, verification } from "./goods.ts";
import { boxLocationKey, goodsKey, locationKey, placeKey } from "./keys.ts";

const ofGoods = { zongpai: z.string(), category: z.optional(z.string()) };

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
const LocationRow = z.object({ ...z.omit(BoxLocationRow, { box_no: true }).shape, ...ofGoods });

/** What pages show of a place. */
export const placeShown = [...Object.keys(BoxLocationRow.shape), ...Object.keys(ofGoods)];

const ClearedRow = z.object({ ...ofGoods, at: z.int(), cleared: z.literal(true) });

/** Where something was seen last. @throws Error when this service did not write the row */
export const lastSeenOf = (item: Item): Placed | Cleared => {
  if (item.cleared !== undefined) return ClearedRow.parse(item);
  return (item.zongpai === undefined ? BoxLocationRow : LocationRow).parse(item);
};

export const placesIn = (items: readonly Item[]): Placed[] =>
  items.flatMap((item) => {
    const seen = lastSeenOf(item);
    return "cleared" in seen ? [] : [seen];
  });

/** What a registration changes on the row of the goods, or needs of it. */
const goodsEffect = (
  place: Placed | Cleared,
  proof: Proof | undefined,
  at: number,
  site: Site,
): ((stamp: Stamp) => Action) | undefined => {
  const { zongpai, category } = place;
  const { unconfiguredLocation, offShelfIsLocated } = site.attachment;
  if (zongpai === undefined) return undefined;
  const verified = proof ? verification(at, proof, site) : {};
  if (category === undefined) {
    if (!proof) return undefined;
    return proof.zongpai
      ? (stamp) => updateGoods(zongpai, stamp, verified)
      : () => check(goodsKey(zongpai), verified.when ?? []);
  }
  const { configured, located } = attributesOf(category);
  const isPlaced = "off_shelf" in place;
  const isLocated = isPlaced && (!place.off_shelf || offShelfIsLocated);
  // Its conditions also refuse the second of a registration and a removal of the category.
  const change: Change = {
    ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
    when: isPlaced && unconfiguredLocation === "refuse" ? [{ present: configured }] : [],
  };
  return (stamp) => updateGoods(zongpai, stamp, change, verified);
};

/** What the row of a place says, if its scan is newer. */
const newerThan = (scanned_at: number, row: Item | undefined) => {
  const last = row && lastSeenOf(row);
  return last && last.at > scanned_at ? last : undefined;
};

/**
 * What a late scan changes on the row of the place that its line names. Two races with a newer scan would make history contradict itself.
 * - The newer scan is recorded first, so the line would name a place that was already left: the row must still have the place.
 * - Its attempt began first, and is recorded after the line with an earlier stamp: the row gets the stamp of the line, so it needs a later one.
 */
const changeByLateScan = (
  { at, off_shelf, location, cleared }: Partial<Placed & Cleared>,
  stamp: Stamp,
) =>
  together(
    {
      when: [
        still("at", at),
        still("off_shelf", off_shelf),
        still("location", location),
        still("cleared", cleared),
      ],
    },
    inOrder(stamp.at),
  );

/**
 * Where goods, an attachment or a box are (specification §4: POST /trace/location), or that they left. What left keeps a row that is not in
 * the index, and whose instant refuses older scans.
 */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  register: async (of, seen, operation, proof) => {
    const place: Placed | Cleared = { ...of, ...seen };
    const { zongpai, category, box_no = "", at: scanned_at } = place;
    const gone = "cleared" in place;
    const key = zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category);
    const index = gone ? {} : placeKey(place);
    const row = { ...key, ...index, ...place, who: operation.who };
    // If the instants are equal, the later arrival wins.
    const notNewer: Condition = { attribute: "at", is: "<=", value: scanned_at };
    // A category that the site gave up may still have a place.
    const mustExist = gone && category !== undefined && !isListed(category, site);
    const newest = ({ at }: Stamp) => {
      const { set, when } = inOrder(at);
      return put({ ...row, ...set }, [
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
    const goods = goodsEffect(place, proof, operation.at, site);
    const write = (stamp: Stamp, found: Found<"newest" | "goods">) => {
      const stays = found.has("goods") ? undefined : newerThan(scanned_at, found.get("newest"));
      if (stays)
        return {
          result: { ...of, ...placeAnswer(stays) },
          event: { ...event, stays },
          effects: [
            { name: "newest" as const, action: update(key, changeByLateScan(stays, stamp)) },
          ],
        };
      return {
        result: { ...of, ...placeAnswer(seen) },
        event,
        effects: [
          { name: "newest" as const, action: newest(stamp) },
          ...(goods ? [{ name: "goods" as const, action: goods(stamp) }] : []),
        ],
      };
    };
    let found: Found<"newest" | "goods"> = new Map();
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
    return { kind: "unverified", seen: goodsSeen(goodsFound) };
  },
});
