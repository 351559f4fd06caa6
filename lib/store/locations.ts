import * as z from "zod/mini";
import type { Proof } from "../domain/box.ts";
import {
  type Cleared,
  type LocationResponse,
  type LocationStore,
  placeAnswer,
} from "../domain/location.ts";
import type { Operation, Written } from "../domain/operation.ts";
import type { Placed } from "../domain/overview.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Unmet } from "./commit.ts";
import { type Condition, check as condition, type Item, put } from "./expression.ts";
import { goodsSeen, updateGoods, verification } from "./goods.ts";
import { goodsKey, locationKey, placeKey } from "./keys.ts";

const LocationRow = z.object({
  zongpai: z.string(),
  category: z.optional(z.string()),
  off_shelf: z.boolean(),
  location: z.optional(z.string()),
  area: z.optional(z.string()),
  at: z.int(),
  who: z.optional(z.string()),
});

const ClearedRow = z.object({
  zongpai: z.string(),
  category: z.optional(z.string()),
  cleared: z.literal(true),
  at: z.int(),
});

/** Where something was seen last. Rows are parsed, so that a row which this service did not write is an error and never an answer. */
export const lastSeenOf = (item: Item): Placed | Cleared =>
  (item.cleared === undefined ? LocationRow : ClearedRow).parse(item);

/** The places in these rows. What left has a row, too, and no place. */
export const placesIn = (items: readonly Item[]): Placed[] =>
  items.flatMap((item) => {
    const seen = lastSeenOf(item);
    return "cleared" in seen ? [] : [seen];
  });

type Registration<Result, Name extends string> = {
  /** Makes the answer from the place that is the newest one after the write. */
  readonly answer: (newest: Placed | Cleared) => Result;
  /** What else a registration changes, if it is not late. */
  readonly others: Effects<Name>;
  /** Whether there must be a row already. */
  readonly mustExist?: boolean;
};

/** Records where goods or an attachment are, or that they left. A late scan goes into history only, and is answered with the newer place. */
export const registerPlace = async <Result, Name extends string = never>(
  table: Table,
  move: Placed | Cleared,
  operation: Operation,
  { location: { shards } }: Site,
  { answer, others, mustExist = false }: Registration<Result, Name>,
): Promise<Written<Result> | Unmet<Name>> => {
  const { category, at } = move;
  const gone = "cleared" in move;
  const row = {
    ...locationKey(move.zongpai, category),
    ...(gone ? {} : placeKey(move, shards)),
    ...move,
    who: operation.who,
  };
  // The condition closes the race with a newer scan that arrived first: that one stays. If the instants are equal, the later arrival wins.
  const notNewer: Condition = { attribute: "at", is: "<=", value: at };
  const newest = [mustExist ? notNewer : { any: [{ absent: "pk" }, notNewer] }];
  const effects: Effects<Name | "newest"> = [
    { name: "newest", action: put(row, newest) },
    ...others,
  ];
  const event = gone
    ? { kind: "cleared" as const, category, scanned_at: at }
    : {
        kind: "moved" as const,
        category,
        off_shelf: move.off_shelf,
        location: move.location,
        scanned_at: at,
      };
  const outcome = await commit(table, { operation, result: answer(move), event }, effects);
  if (outcome.kind === "recorded") return outcome;
  const { newest: newer, ...refusing } = Object.fromEntries(outcome.failed) as Partial<
    Record<Name | "newest", Item>
  >;
  if (Object.keys(refusing).length > 0 || !newer)
    return { kind: "unmet", failed: new Map(Object.entries(refusing) as [Name, Item][]) };
  // A late scan: history only. This second transaction has one condition, that of the operation row.
  const stays = lastSeenOf(newer);
  return commit<Name, Result>(
    table,
    { operation, result: answer(stays), event: { ...event, stays } },
    [],
  );
};

/** What a registration needs of the goods: nothing, a verification that is there, or one that is recorded with it. */
const verified = (
  zongpai: string,
  check: Proof | undefined,
  at: number,
  site: Site,
): Effects<"goods"> => {
  if (!check) return [];
  const change = verification(at, check, site);
  return [
    {
      name: "goods",
      action: check.zongpai
        ? updateGoods(zongpai, change)
        : condition(goodsKey(zongpai), change.when ?? []),
    },
  ];
};

/** The location of goods (specification §4: POST /trace/location). */
export const locationStore = (table: Table, site: Site): LocationStore => ({
  register: async (move, operation, check) => {
    const outcome = await registerPlace<LocationResponse, "goods">(table, move, operation, site, {
      answer: placeAnswer,
      others: verified(move.zongpai, check, operation.at, site),
    });
    return outcome.kind === "recorded"
      ? outcome
      : { kind: "unverified", seen: goodsSeen(outcome.failed.get("goods")) };
  },
});
