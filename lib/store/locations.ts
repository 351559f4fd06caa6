import * as z from "zod/mini";
import { isListed } from "../domain/attachment.ts";
import type {
  AttachmentLocationResponse,
  AttachmentLocationStore,
} from "../domain/attachment-location.ts";
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
import { goodsKey, locationKey, placeKey } from "./keys.ts";
import { inOrder } from "./order.ts";

/** Of goods or an attachment on a shelf or off it; `at` is epoch ms. */
export const LocationRow = z.object({
  zongpai: z.string(),
  category: z.optional(z.string()),
  off_shelf: z.boolean(),
  location: z.optional(z.string()),
  area: z.optional(z.string()),
  at: z.int(),
  who: z.optional(z.string()),
});

const ClearedRow = z.object({
  ...z.pick(LocationRow, { zongpai: true, category: true, at: true }).shape,
  cleared: z.literal(true),
});

/** Where something was seen last. @throws Error when this service did not write the row */
export const lastSeenOf = (item: Item): Placed | Cleared =>
  (item.cleared === undefined ? LocationRow : ClearedRow).parse(item);

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

/** Records where goods or an attachment are, or that they left. A late scan is only in the history, and answered with the newer place. */
const registerPlace = async <Result>(
  table: Table,
  place: Placed | Cleared,
  operation: Operation,
  { location: { shards } }: Site,
  { answer, goods, mustExist = false }: Registration<Result>,
): Promise<Written<Result> | Unmet<"newest" | "goods">> => {
  const { category, at: scanned_at } = place;
  const gone = "cleared" in place;
  const index = gone ? {} : placeKey(place, shards);
  const row = { ...locationKey(place.zongpai, category), ...index, ...place, who: operation.who };
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
      answer: placeAnswer,
      goods: verified(place.zongpai, check, operation.at, site),
    });
    return outcome.kind === "recorded"
      ? outcome
      : { kind: "unverified", seen: goodsSeen(outcome.failed.get("goods")) };
  },
});

/** Where attachments are; the goods row keeps which of them are located. */
export const attachmentLocationStore = (table: Table, site: Site): AttachmentLocationStore => ({
  register: async (place, operation, check = "none") => {
    const { configured, located } = attributesOf(place.category);
    const onlyConfigured = site.attachment.unconfiguredLocation === "refuse";
    const isLocated = !place.off_shelf || site.attachment.offShelfIsLocated;
    const change: Change = {
      ...(isLocated ? { set: { [located]: true } } : { remove: [located] }),
      when: onlyConfigured ? [{ present: configured }] : [],
    };
    const outcome = await registerPlace<AttachmentLocationResponse>(table, place, operation, site, {
      answer: (newest) => ({ ...placeAnswer(newest), category: place.category }),
      // Its conditions also refuse the second of a registration and a removal of the category.
      goods: (stamp) =>
        updateGoods(
          place.zongpai,
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
      answer: (newest) => ({ ...placeAnswer(newest), category }),
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
