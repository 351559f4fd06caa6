import * as z from "zod";
import type { LocationResponse, LocationStore, Move } from "../domain/location.ts";
import type { OverviewStore, Placed } from "../domain/overview.ts";
import { commit } from "./commit.ts";
import { put } from "./expression.ts";
import { boxesOf, locationKey, locationsOf, placeKey } from "./keys.ts";
import { queryAll } from "./query.ts";

export type PlaceSettings = { readonly location: { readonly shards: number } };

const LocationRow = z.object({
  zongpai: z.string(),
  category: z.string().optional(),
  off_shelf: z.boolean(),
  location: z.string().optional(),
  area: z.string().optional(),
  at: z.int(),
});

const BoxOfGoodsRow = z.object({ box_no: z.string(), quantity: z.int(), category: z.string().optional() });

const answerOf = ({ zongpai, off_shelf, location, at }: Placed): LocationResponse => ({
  zongpai,
  ...(location === undefined ? {} : { location }),
  off_shelf,
  registered_at: at,
});

/** Rows are parsed, so that a row that is not ours is a fault and never an answer. */
const placedOf = (item: unknown): Placed => {
  const { category, location, area, ...rest } = LocationRow.parse(item);
  return {
    ...rest,
    ...(category === undefined ? {} : { category }),
    ...(location === undefined ? {} : { location }),
    ...(area === undefined ? {} : { area }),
  };
};

export const locationStore = ({ location: { shards } }: PlaceSettings): LocationStore => ({
  register: async (move: Move, operation) => {
    const row = { ...locationKey(move.zongpai), ...placeKey(move, shards), ...move, who: operation.who };
    // The condition closes the race with a newer scan that arrives first: it stays. Equal instants: the later arrival wins.
    const newest = [{ any: [{ absent: "pk" }, { attribute: "at", is: "<=", value: move.at }] }] as const;
    const outcome = await commit({ operation, result: answerOf(move), change: move }, [{ fact: "newest", action: put(row, newest) }]);
    if (outcome.kind === "recorded") return outcome;
    const newer = outcome.facts.get("newest");
    // A late scan: history only. Nothing can refuse this second transaction but the operation row itself.
    const late = await commit<never, LocationResponse>(
      { operation, result: answerOf(placedOf(newer)), change: { ...move, late: true } },
      [],
    );
    if (late.kind === "recorded") return late;
    throw new Error("a transaction of the operation row alone was refused by another fact");
  },
});

export const placeStore: OverviewStore = {
  placesOf: async (zongpai, deadline) => (await queryAll(locationsOf(zongpai), deadline, { consistent: true })).map(placedOf),
  boxesOf: async (zongpai, deadline) =>
    (await queryAll(boxesOf(zongpai), deadline, { index: true })).map((item) => {
      const { category, ...rest } = BoxOfGoodsRow.parse(item);
      return { ...rest, ...(category === undefined ? {} : { category }) };
    }),
};
