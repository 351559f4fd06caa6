import { isDeepStrictEqual } from "node:util";
import type { LocationRequest } from "#lib/domain/location.ts";
import { placeAnswer, placeOf } from "#lib/domain/location.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { operationsOf } from "#lib/http/operation.ts";
import { appendItem, recorded } from "#lib/store/box-items.ts";
import type { Action, Item } from "#lib/store/expression.ts";
import { boxContentsOf, goodsKey, type Key, locationKey, placeKey } from "#lib/store/keys.ts";
import { operationRow } from "#lib/store/operations.ts";
import { queryAll } from "#lib/store/query.ts";
import site from "../../sites/demo.ts";
import { type Bench, requestTo } from "../bench/service.ts";
import { fresh, layout } from "./layout.ts";

export type Row = Key & Item;

/** Goods as the fill writes them; `at` is the instant of the save and of the scan, epoch ms. */
export type Goods = { readonly zongpai: string; readonly box_no: string; readonly location: string | undefined; readonly at: number };

export const goodsOf = (n: number, at: number): Goods => ({
  zongpai: layout.zongpai(n),
  box_no: layout.boxNo(n),
  location: layout.location(n),
  at,
});

const unhurried = { left: () => Number.POSITIVE_INFINITY };
// An operation takes from its event only who sent it and with which key, so one event does for all.
const event = requestTo("post-box", {}, site);
const operationOf = operationsOf(site, new Map());

/** The item of a put that the store makes. */
const itemOf = (action: Action): Row => ("Put" in action ? action.Put.Item : {}) as Row;

const operation = (route: "post-box" | "post-trace-location", input: { zongpai: string } & Item, at: number): Operation =>
  operationOf(route, event, input, { at, deadline: unhurried });

const placeRow = ({ zongpai, location, at }: Goods, who: string): Row => {
  const request: Pick<LocationRequest, "location" | "off_shelf"> = location === undefined ? { off_shelf: true } : { location };
  const move = { zongpai, ...placeOf(request, site), at };
  return { ...locationKey(zongpai), ...placeKey(move, site.location.shards), ...move, who };
};

/**
 * The rows of goods that were registered and saved into a box: counters, location, box item and the save's operation row, made by
 * the store's own builders. `checkRows` holds them against what the service writes.
 */
export const rowsOf = (goods: Goods): Row[] => {
  const { zongpai, box_no, at } = goods;
  const { quantity, ordered } = layout;
  const item = { box_no, zongpai, quantity };
  const save = operation("post-box", item, at);
  return [
    itemOf(operationRow(save, recorded({ box_no, zongpai }, quantity, save), { kind: "saved", box_no, quantity })),
    ...appendItem(item, save).flatMap(({ name, action }) => (name === "item" ? [itemOf(action)] : [])),
    { ...goodsKey(zongpai), verified_at: at, ordered, boxed: quantity, rev: 1 },
    placeRow(goods, save.who),
  ];
};

/** One more operation in the history of goods: a registration. */
export const historyRow = (zongpai: string, location: string, at: number): Row => {
  const move = { zongpai, ...placeOf({ location }, site), at };
  const event = { kind: "moved" as const, ...move, scanned_at: at };
  return itemOf(operationRow(operation("post-trace-location", { zongpai, location }, at), placeAnswer(move), event));
};

const soon = { left: () => 10_000 };

/** What differs between two writes of the same goods: instants, and what names an operation. */
const volatile = new Set(["at", "verified_at", "recorded_at", "invocation"]);

/** A value with the type alone of what may differ. */
const shapeOf = (value: unknown): unknown =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([, part]) => part !== undefined)
          .map(([name, part]) => [name, volatile.has(name) ? typeof part : shapeOf(part)] as const),
      )
    : value;

const kindOf = ({ sk }: Item) => String(sk).replace(/^OP#s#.*/, "OP#s#");

const byKind = (rows: readonly Item[]) => new Map(rows.map((row) => [`${row.pk} ${kindOf(row)}`, shapeOf({ ...row, sk: kindOf(row) })]));

/**
 * Writes goods through the service and compares every row with what the fill would have written.
 * @throws Error that shows both rows when they differ: the figures would be of a table that the service never makes
 */
export const checkRows = async ({ prepared, table }: Bench, n: number): Promise<void> => {
  const goods = { zongpai: fresh.zongpai(n), box_no: fresh.boxNo(n), location: fresh.location(n), at: Date.now() };
  const { zongpai, box_no, location } = goods;
  await prepared("post-trace-location", { zongpai, location })();
  const { pk } = goodsKey(zongpai);
  const registration = (await queryAll(table, { pk, from: "OP#", to: "OP#~" }, soon, { consistent: true }))[0];
  await prepared("post-box", { box_no, zongpai, quantity: layout.quantity })();
  const found = [
    ...(await queryAll(table, { pk }, soon, { consistent: true })),
    ...(await queryAll(table, { pk: boxContentsOf(box_no) }, soon, { consistent: true })),
  ].filter(({ sk }) => sk !== registration?.sk);
  const [service, fill] = [byKind(found), byKind(rowsOf(goods))];
  if (isDeepStrictEqual(service, fill)) return;
  const shown = (rows: typeof service) => JSON.stringify([...rows.values()], undefined, 2);
  throw new Error(`The fill does not write what the service writes.\nThe service: ${shown(service)}\nThe fill: ${shown(fill)}`);
};
