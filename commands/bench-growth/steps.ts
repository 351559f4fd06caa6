import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { RouteId } from "#lib/route-ids.ts";
import { documents, tableName } from "#lib/store/client.ts";
import { cursorAfter } from "#lib/store/cursor.ts";
import { goodsKey, placeKey, placeRange } from "#lib/store/keys.ts";
import { queryFirst } from "#lib/store/query.ts";
import site from "#site";
import type { Kind, Step } from "./figures.ts";
import { bulkLocation, fresh, layout, mainArea } from "./layout.ts";
import { nameOf, prepared } from "./service.ts";

const day = 86_400_000;
const unhurried = { left: () => 10_000 };
const { quantity } = layout;
const { shards } = site.location;
const category = site.attachment.categories[0]?.code ?? "";

const step = (kind: Kind, id: RouteId, detail: string, fields: Readonly<Record<string, unknown>>): Step => ({
  operation: `${nameOf(id)}${detail && `, ${detail}`}`,
  kind,
  call: prepared(id, fields),
});

const alone = (name: string, call: Step["call"]): Step => ({ operation: `engine alone: ${name}`, kind: "engine", call });

/** The index key in the middle of the overview. */
const middleOf = (size: number): string => {
  const place = { zongpai: layout.zongpai(0), off_shelf: false, location: layout.middle(size), area: mainArea, at: 0 };
  return placeKey(place, shards).place_sk;
};

/** What the service asks of the engine, without the service: the curve that is the engine's. */
const bare = (zongpai: string, size: number, n: number): Step[] => {
  const puts = ["A", "B", "C"].map((sk) => ({ Put: { TableName: tableName, Item: { pk: `X#${n}`, sk, at: n } } }));
  const [span] = placeRange({}, shards, middleOf(size));
  return [
    alone("GetItem", () => documents.send(new GetCommand({ TableName: tableName, Key: goodsKey(zongpai), ConsistentRead: true }))),
    alone("TransactWriteItems, 3 puts", () => documents.send(new TransactWriteCommand({ TransactItems: puts }))),
    alone("Query, one shard of a page", async () => span && queryFirst(span, site.overview.pageSize + 1, unhurried)),
  ];
};

const pages = (zongpai: string, size: number): Step[] => [
  step("read", "location-overview", "one zongpai", { zongpai }),
  step("page", "location-overview", "first page", {}),
  step("page", "location-overview", "middle page", { cursor: cursorAfter(middleOf(size), {}) }),
  step("page", "location-overview", "one area", { area: mainArea }),
  step("page", "location-overview", "one location", { location: bulkLocation }),
];

const attachments = (zongpai: string, n: number): Step[] => {
  const entry = { box_no: fresh.boxNo(n), zongpai, category };
  return [
    step("write", "put-attachment-config", "", { zongpai, entries: [{ category, quantity: 10 }] }),
    step("write", "post-attachment-location", "", { zongpai, category, location: fresh.location(n) }),
    step("write", "post-attachment-box", "", { ...entry, quantity: 2 }),
    step("write", "patch-attachment-box", "", { ...entry, quantity: 3 }),
    step("write", "delete-attachment-box", "", entry),
    step("read", "get-attachment-status", "", { zongpai }),
  ];
};

/** Where a round is: goods that the fill wrote, and a number that no other round has. */
export type Place = { readonly drawn: number; readonly n: number; readonly size: number; readonly filledAt: number };

/** Every operation once, on goods from anywhere in the table and on new ones. */
export const everyStep = ({ drawn, n, size, filledAt }: Place): Step[] => {
  const [known, added] = [layout.zongpai(drawn), fresh.zongpai(n)];
  const [box_no, location] = [fresh.boxNo(n), fresh.location(n)];
  const item = { box_no, zongpai: known };
  const scanned_at = new Date(filledAt - day).toISOString();
  return [
    step("write", "post-trace-location", "first", { zongpai: added, location }),
    step("write", "post-trace-location", "moved", { zongpai: known, location }),
    step("write", "post-trace-location", "late", { zongpai: known, location, scanned_at }),
    step("write", "post-box", "first of its goods", { box_no, zongpai: added, quantity }),
    step("write", "post-box", "verified", { ...item, quantity }),
    step("write", "edit-box", "", { ...item, quantity: quantity + 1 }),
    step("write", "delete-box", "", item),
    step("read", "get-box-info", "ERP row new", { box_no }),
    step("aside", "get-box-info", "", { box_no: layout.boxNo(drawn) }),
    step("read", "get-box-info", "", { box_no: layout.boxNo(drawn) }),
    ...pages(known, size),
    ...attachments(known, n),
    ...bare(known, size, n),
  ];
};

/** What is written to one box; it holds as many items afterwards as before. */
export const boxSteps = (box_no: string, zongpai: string): Step[] => [
  step("write", "post-box", "verified", { box_no, zongpai, quantity }),
  step("write", "edit-box", "", { box_no, zongpai, quantity: quantity + 1 }),
  step("write", "delete-box", "", { box_no, zongpai }),
];

/** Everything that is in a box. */
export const boxInfo = (box_no: string): Step => step("read", "get-box-info", "", { box_no });

/** What is done with goods that have a history; `n` is a number that no other round has. Its writes lengthen the history. */
export const historySteps = (zongpai: string, n: number): Step[] => [
  step("write", "post-trace-location", "moved", { zongpai, location: fresh.location(n) }),
  step("write", "post-box", "verified", { zongpai, box_no: fresh.boxNo(n), quantity }),
  step("write", "edit-box", "", { zongpai, box_no: fresh.boxNo(n), quantity: quantity + 1 }),
  step("write", "delete-box", "", { zongpai, box_no: fresh.boxNo(n) }),
  step("read", "get-attachment-status", "", { zongpai }),
  step("read", "location-overview", "one zongpai", { zongpai }),
];
export const historyWrites = 4;
