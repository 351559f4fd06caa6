import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { within } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { Item } from "#lib/store/expression.ts";
import { answersKey } from "#lib/store/keys.ts";
import { isFound, placeIndexFaults, placeOfRow } from "../audit/differences.ts";
import { keyOfRow, type RowName, rowOfKey } from "../audit/row-of-key.ts";
import { scanTable } from "../audit/scan-table.ts";
import { type Answers, answersOf, changedAnswers, type Treatment } from "./answers.ts";

/** Why a profile does not fit a row: `hidden` means that the views would miss it; the others name the field that does not fit. */
export type Misfit = "hidden" | "area" | "zongpai" | "boxNo" | "location" | "category";

export type TableCheck = {
  /** Epoch milliseconds at which the answers were remembered; `undefined` for a table that remembers none. */
  readonly rememberedAt: number | undefined;
  readonly changed: readonly { readonly path: string; readonly treatment: Treatment }[];
  readonly rows: number;
  readonly misfits: Readonly<Partial<Record<Misfit, number>>>;
  /** Rows that are still in the shard of a number that is read and no longer written. */
  readonly waiting: number;
};

const Remembered = z.object({ at: z.int(), answers: z.record(z.string(), z.string()) });

/** Milliseconds for one request. */
const patience = 10_000;

/** Stores in the table the answers of the site that writes it. Each deployment does this at its end. */
export const rememberAnswers = async (table: Table, site: Site, at: number): Promise<void> => {
  const Item = { ...answersKey, at, answers: answersOf(site) };
  await table.read(new PutCommand({ TableName: table.name, Item }), within(patience));
};

const remembered = async (table: Table): Promise<{ at: number; answers: Answers } | undefined> => {
  const command = new GetCommand({
    TableName: table.name,
    Key: answersKey,
    ConsistentRead: true,
  });
  const { Item } = await table.read(command, within(patience));
  return Item && Remembered.parse(Item);
};

const misfitsOfPlace = (
  row: Item,
  name: Extract<RowName, { kind: "location" }>,
  site: Site,
): (Misfit | "waiting")[] => {
  const placed = placeOfRow(row, name);
  // That it is in the index at all is for the audit to mend.
  if ("cleared" in placed) return [];
  const faults = placeIndexFaults(row, name, site);
  return [
    ...(faults[0]?.kind === "shard" ? ["waiting" as const] : []),
    ...(isFound(row, placed, site) ? [] : ["hidden" as const]),
    ...(faults.some(({ attribute }) => attribute === "area") ? ["area" as const] : []),
    ...(placed.off_shelf || site.formats.location.pattern.test(placed.location ?? "")
      ? []
      : ["location" as const]),
  ];
};

const misfitsOf = (row: Item, site: Site): (Misfit | "waiting")[] => {
  const name = rowOfKey(keyOfRow(row));
  if (name?.kind !== "location" && name?.kind !== "item") return [];
  const { zongpai, category } = name;
  const known =
    category === undefined || site.attachment.categories.some(({ code }) => code === category);
  return [
    ...(site.formats.zongpai.pattern.test(zongpai) ? [] : ["zongpai" as const]),
    ...(known ? [] : ["category" as const]),
    ...(name.kind === "item" && !site.formats.boxNo.pattern.test(name.box_no)
      ? ["boxNo" as const]
      : []),
    ...(name.kind === "location" ? misfitsOfPlace(row, name, site) : []),
  ];
};

/**
 * Checks whether a profile fits a table: compares it with the answers that the table remembers, and with every row of the index.
 * It writes nothing.
 */
export const checkTable = async (
  table: Table,
  site: Site,
  segments: number,
): Promise<TableCheck> => {
  const before = await remembered(table);
  const counts = new Map<Misfit | "waiting", number>();
  let rows = 0;
  const count = async (page: readonly Item[]) => {
    rows += page.length;
    for (const misfit of page.flatMap((row) => misfitsOf(row, site)))
      counts.set(misfit, (counts.get(misfit) ?? 0) + 1);
  };
  await scanTable(table, segments, count, "index");
  const { waiting = 0, ...misfits } = Object.fromEntries(counts) as Partial<
    Record<Misfit | "waiting", number>
  >;
  return {
    rememberedAt: before?.at,
    changed: before ? changedAnswers(before.answers, site) : [],
    rows,
    misfits,
    waiting,
  };
};
