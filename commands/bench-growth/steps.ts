import { GetCommand, TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import type { RouteId } from "#lib/route-ids.ts";
import { cursorAfter } from "#lib/store/cursor.ts";
import { goodsKey, placeKey, placeRange } from "#lib/store/keys.ts";
import { queryFirst } from "#lib/store/query.ts";
import site from "../../sites/demo.ts";
import { type Bench, nameOf } from "../bench/service.ts";
import type { Kind, Step } from "./figures.ts";
import { bulkLocation, fresh, layout, mainArea } from "./layout.ts";

const day = 86_400_000;
const unhurried = { left: () => 10_000 };
const { quantity } = layout;
const { shards } = site.location;
const category = site.attachment.categories[0]?.code ?? "";

type StepTo = (kind: Kind, id: RouteId, detail: string, fields: Readonly<Record<string, unknown>>) => Step;

const stepsTo =
  ({ prepared }: Bench): StepTo =>
  (kind, id, detail, fields) => ({
    operation: `${nameOf(id, site)}${detail && `, ${detail}`}`,
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
const bare = ({ table }: Bench, zongpai: string, size: number, n: number): Step[] => {
  const { documents, name: TableName } = table;
  const puts = ["A", "B", "C"].map((sk) => ({ Put: { TableName, Item: { pk: `X#${n}`, sk, at: n } } }));
  const [span] = placeRange({}, shards, middleOf(size));
  return [
    alone("GetItem", () => documents.send(new GetCommand({ TableName, Key: goodsKey(zongpai), ConsistentRead: true }))),
    alone("TransactWriteItems, 3 puts", () => documents.send(new TransactWriteCommand({ TransactItems: puts }))),
    alone("Query, one shard of a page", async () => span && queryFirst(table, span, site.overview.pageSize + 1, unhurried)),
  ];
};

const pages = (step: StepTo, zongpai: string, size: number): Step[] => [
  step("read", "location-overview", "one zongpai", { zongpai }),
  step("page", "location-overview", "first page", {}),
  step("page", "location-overview", "middle page", { cursor: cursorAfter(middleOf(size), {}) }),
  step("page", "location-overview", "one area", { area: mainArea }),
  step("page", "location-overview", "one location", { location: bulkLocation }),
];

const attachments = (step: StepTo, zongpai: string, n: number): Step[] => {
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
export type Place = { readonly known: string; readonly n: number; readonly size: number; readonly filledAt: number };

/** Every operation once, on goods from anywhere in the table and on new ones. */
export const everyStep = (bench: Bench, { known, n, size, filledAt }: Place): Step[] => {
  const step = stepsTo(bench);
  const [added, box_no, location] = [fresh.zongpai(n), fresh.boxNo(n), fresh.location(n)];
  const scanned_at = new Date(filledAt - day).toISOString();
  const box = layout.boxNo(Number(known.slice(1)));
  return [
    step("write", "post-trace-location", "first", { zongpai: added, location }),
    step("write", "post-trace-location", "moved", { zongpai: known, location }),
    step("write", "post-trace-location", "late", { zongpai: known, location, scanned_at }),
    step("write", "post-box", "first of its goods", { box_no, zongpai: added, quantity }),
    ...boxSteps(bench, box_no, known),
    step("read", "get-box-info", "ERP row new", { box_no }),
    boxInfo(bench, box, true),
    boxInfo(bench, box),
    ...pages(step, known, size),
    ...attachments(step, known, n),
    ...bare(bench, known, size, n),
  ];
};

/** What is written to one box; it holds as many items afterwards as before. */
export const boxSteps = (bench: Bench, box_no: string, zongpai: string): Step[] => {
  const step = stepsTo(bench);
  return [
    step("write", "post-box", "verified", { box_no, zongpai, quantity }),
    step("write", "edit-box", "", { box_no, zongpai, quantity: quantity + 1 }),
    step("write", "delete-box", "", { box_no, zongpai }),
  ];
};

/** Everything that is in a box. */
export const boxInfo = (bench: Bench, box_no: string, aside = false): Step =>
  stepsTo(bench)(aside ? "aside" : "read", "get-box-info", "", { box_no });

/** What is done with goods that have a history. Its writes lengthen the history. */
export const historySteps = (bench: Bench, zongpai: string, box_no: string, location: string): Step[] => {
  const step = stepsTo(bench);
  return [
    step("write", "post-trace-location", "moved", { zongpai, location }),
    ...boxSteps(bench, box_no, zongpai),
    step("read", "get-attachment-status", "", { zongpai }),
    step("read", "location-overview", "one zongpai", { zongpai }),
  ];
};
export const historyWrites = 4;
