import * as z from "zod";
import { type LocationResponse, type LocationStore, type Move, placeAnswer } from "../domain/location.ts";
import type { Operation, Written } from "../domain/operation.ts";
import type { Placed } from "../domain/overview.ts";
import type { Table } from "./client.ts";
import { commit, type Effects, type Unmet } from "./commit.ts";
import { type Item, put } from "./expression.ts";
import { locationKey, type PlaceSettings, placeKey } from "./keys.ts";

const LocationRow = z.object({
  zongpai: z.string(),
  category: z.string().optional(),
  off_shelf: z.boolean(),
  location: z.string().optional(),
  area: z.string().optional(),
  at: z.int(),
  who: z.string().optional(),
});

/** Rows are parsed, so that a row which this service did not write is an error and never an answer. */
export const placedOf = (item: unknown): Placed => LocationRow.parse(item);

type Registration<Result, Name extends string> = {
  /** Makes the answer from the place that is the newest one after the write. */
  readonly answer: (newest: Placed) => Result;
  /** What else a registration changes, if it is not late. */
  readonly others: Effects<Name>;
};

/** Records where goods or an attachment are. A late scan goes into history only, and is answered with the newer place. */
export const registerPlace = async <Result, Name extends string = never>(
  table: Table,
  move: Move & { readonly category?: string },
  operation: Operation,
  { location: { shards } }: PlaceSettings,
  { answer, others }: Registration<Result, Name>,
): Promise<Written<Result> | Unmet<Name>> => {
  const row = { ...locationKey(move.zongpai, move.category), ...placeKey(move, shards), ...move, who: operation.who };
  // The condition closes the race with a newer scan that arrived first: that one stays. If the instants are equal, the later arrival wins.
  const newest = [{ any: [{ absent: "pk" }, { attribute: "at", is: "<=", value: move.at }] }] as const;
  const effects: Effects<Name | "newest"> = [{ name: "newest", action: put(row, newest) }, ...others];
  const { category, off_shelf, location, at: scanned_at } = move;
  const event = { kind: "moved" as const, category, off_shelf, location, scanned_at };
  const outcome = await commit(table, { operation, result: answer(move), event }, effects);
  if (outcome.kind === "recorded") return outcome;
  const { newest: newer, ...refusing } = Object.fromEntries(outcome.failed) as Partial<Record<Name | "newest", Item>>;
  if (Object.keys(refusing).length > 0 || !newer) return { kind: "unmet", failed: new Map(Object.entries(refusing) as [Name, Item][]) };
  // A late scan: history only. This second transaction has one condition, that of the operation row.
  const stays = placedOf(newer);
  return commit<Name, Result>(table, { operation, result: answer(stays), event: { ...event, stays } }, []);
};

/** The location of goods (specification §4: POST /trace/location). */
export const locationStore = (table: Table, site: PlaceSettings): LocationStore => ({
  register: async (move, operation) => {
    const outcome = await registerPlace<LocationResponse>(table, move, operation, site, { answer: placeAnswer, others: [] });
    if (outcome.kind === "recorded") return outcome;
    throw new Error("a registration was refused by a condition that it does not have");
  },
});
