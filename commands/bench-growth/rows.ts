import type { LocationRequest } from "#lib/domain/location.ts";
import { placeAnswer, placeOf } from "#lib/domain/location.ts";
import type { Operation } from "#lib/domain/operation.ts";
import { operationOf } from "#lib/http/operation.ts";
import { appendItem, recorded } from "#lib/store/box-items.ts";
import type { Action, Item } from "#lib/store/expression.ts";
import { goodsKey, type Key, locationKey, placeKey } from "#lib/store/keys.ts";
import { operationRow } from "#lib/store/operations.ts";
import site from "#site";
import { layout } from "./layout.ts";
import { eventOf } from "./service.ts";

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
const event = eventOf("post-box", {});

/** The item of a put that the store makes. */
const itemOf = ({ Put }: Action): Row => Put?.Item as Row;

const operation = (route: "post-box" | "post-trace-location", input: { zongpai: string } & Item, at: number): Operation =>
  operationOf(event, input, route, at, unhurried);

const placeRow = ({ zongpai, location, at }: Goods, who: string): Row => {
  const request: Pick<LocationRequest, "location" | "off_shelf"> = location === undefined ? { off_shelf: true } : { location };
  const move = { zongpai, ...placeOf(request, site), at };
  return { ...locationKey(zongpai), ...placeKey(move, site.location.shards), ...move, who };
};

/**
 * The rows of goods that were registered and saved into a box: counters, location, box item and the save's operation row, made by
 * the store's own builders. `same-rows.ts` checks them against what the service writes.
 */
export const rowsOf = (goods: Goods): Row[] => {
  const { zongpai, box_no, at } = goods;
  const { quantity, ordered } = layout;
  const item = { box_no, zongpai, quantity };
  const save = operation("post-box", item, at);
  return [
    itemOf(operationRow(save, recorded({ box_no, zongpai }, quantity, save), { kind: "saved", box_no, quantity })),
    ...appendItem(item, save).flatMap(({ fact, action }) => (fact === "item" ? [itemOf(action)] : [])),
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
