import * as z from "zod/mini";
import { isListed } from "../domain/attachment.ts";
import type {
  AttachmentLocationResponse,
  AttachmentLocationStore,
} from "../domain/attachment-location.ts";
import type { BoxLocationResponse, BoxLocationStore } from "../domain/box-location.ts";
import type { ClearResponse, ClearStore } from "../domain/clear.ts";
import {
  type Cleared,
  type LocationResponse,
  type LocationStore,
  type Placed,
  placeAnswer,
} from "../domain/location.ts";
import type { Operation, Written } from "../domain/operation.ts";
import type { GoodsCheck } from "../domain/place-check.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./categories.ts";
import type { Table } from "./client.ts";
import { commit, type Stamp, type Unmet } from "./commit.ts";
import {
  type Action,
  type Change,
  type Condition,
  check as condition,
  type Item,
  put,
} from "./expression.ts";
import { goodsSeen, updateGoods, verification } from "./goods.ts";
import { boxLocationKey, goodsKey, locationKey, placeKey } from "./keys.ts";
import { inOrder } from "./order.ts";

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

type Registration<Result> = {
  /** The answer, from what is the newest place after the write. */
  readonly answer: (newest: Placed | Cleared) => Result;
  /** Its change of the goods row, if it is not late. */
  readonly goods?: ((stamp: Stamp) => Action) | undefined;
  /** Refused if there is no row. */
  readonly mustExist?: boolean;
};

/** Records where goods, an attachment or a box are, or that they left. A late scan is only in the history, and answered with the newer place. */
const registerPlace = async <Result>(
  table: Table,
  place: Placed | Cleared,
  operation: Operation,
  { location: { shards } }: Site,
  { answer, goods, mustExist = false }: Registration<Result>,
): Promise<Written<Result> | Unmet<"newest" | "goods">> => {
  const { zongpai, category, box_no = "", at: scanned_at } = place;
  const gone = "cleared" in place;
  const index = gone ? {} : placeKey(place, shards);
  const key = zongpai === undefined ? boxLocationKey(box_no) : locationKey(zongpai, category);
  const row = { ...key, ...index, ...place, who: operation.who };
  // If the instants are equal, the later arrival wins.
  const notNewer: Condition = { attribute: "at", is: "<=", value: scanned_at };
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
  const outcome = await commit(table, operation, (stamp) => ({
    result: answer(place),
    event,
    effects: [
      { name: "newest" as const, action: newest(stamp) },
      ...(goods ? [{ name: "goods", action: goods(stamp) } as const] : []),
    ],
  }));
  if (outcome.kind === "recorded") return outcome;
  const newer = outcome.failed.get("newest");
  if (outcome.failed.has("goods") || !newer) return outcome;
  const stays = lastSeenOf(newer);
  const late = { result: answer(stays), event: { ...event, stays }, effects: [] };
  return commit(table, operation, () => late, newer);
};

/** What a registration needs of the goods: nothing, a recent verification, or one that is recorded with it. */
const verified = (
  zongpai: string,
  check: GoodsCheck,
  at: number,
  site: Site,
): Registration<unknown>["goods"] => {
  if (check === "none") return undefined;
  return check === "needed"
    ? () => condition(goodsKey(zongpai), verification(at, {}, site).when ?? [])
    : (stamp) => updateGoods(zongpai, stamp, verification(at, check, site));
};

/** The location of goods (specification §4: POST /trace/location). */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  register: async (place, operation, check = "none") => {
    const outcome = await registerPlace<LocationResponse>(table, place, operation, site, {
      answer: (newest) => ({ zongpai: place.zongpai, ...placeAnswer(newest) }),
      goods: verified(place.zongpai, check, operation.at, site),
    });
    return outcome.kind === "recorded"
      ? outcome
      : { kind: "unverified", seen: goodsSeen(outcome.failed.get("goods")) };
  },
});

/** Where boxes are: no row of goods changes with them. */
export const boxLocationStore = (table: Table, site: Site): BoxLocationStore => ({
  registerBox: async (place, operation) => {
    const { box_no } = place;
    const outcome = await registerPlace<BoxLocationResponse>(table, place, operation, site, {
      answer: (newest) => ({ box_no, ...placeAnswer(newest) }),
    });
    if (outcome.kind === "recorded") return outcome;
    throw new Error("the place of a box depends on nothing else");
  },
});

/** Where attachments are; the goods row keeps which of them are located. */
export const attachmentLocationStore = (table: Table, site: Site): AttachmentLocationStore => ({
  register: async (place, operation, check = "none") => {
    const { zongpai, category } = place;
    const { configured, located } = attributesOf(category);
    const onlyConfigured = site.attachment.unconfiguredLocation === "refuse";
    const isLocated = !place.off_shelf || site.attachment.offShelfIsLocated;
    const change: Change = {
      ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
      when: onlyConfigured ? [{ present: configured }] : [],
    };
    const outcome = await registerPlace<AttachmentLocationResponse>(table, place, operation, site, {
      answer: (newest) => ({ zongpai, category, ...placeAnswer(newest) }),
      // Its conditions also refuse the second of a registration and a removal of the category.
      goods: (stamp) =>
        updateGoods(
          zongpai,
          stamp,
          change,
          check === "none" ? {} : verification(operation.at, check === "needed" ? {} : check, site),
        ),
    });
    if (outcome.kind === "recorded") return outcome;
    const goods = outcome.failed.get("goods");
    return onlyConfigured && goods?.[configured] === undefined
      ? { kind: "notConfigured" }
      : { kind: "unverified", seen: goodsSeen(goods) };
  },
});

/** What left keeps a row that is not in the index, and whose instant refuses older scans; an attachment is no longer located. */
export const clearStore = (table: Table, site: Site): ClearStore => ({
  clear: async (gone, operation) => {
    const { zongpai, category } = gone;
    const outcome = await registerPlace<ClearResponse>(table, gone, operation, site, {
      answer: (newest) => ({ zongpai, category, ...placeAnswer(newest) }),
      goods:
        category === undefined
          ? undefined
          : (stamp) => updateGoods(zongpai, stamp, { remove: [attributesOf(category).located] }),
      // A category that the site gave up may still have a place.
      mustExist: category !== undefined && !isListed(category, site),
    });
    return outcome.kind === "recorded" ? outcome : { kind: "categoryNotKnown" };
  },
});
