import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { commandPattern } from "#labels/command-codes.ts";
import { fitsFormat } from "#labels/fits-format.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Table } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { answersKey } from "#lib/store/keys.ts";
import { type PlaceName, placeIndexFaults, placeOfRow } from "../audit/index-faults.ts";
import { keyOfRow, rowOfKey } from "../audit/row-of-key.ts";
import { scanTable } from "../audit/scan-table.ts";
import { answersOf, changedAnswers, isKeyNewlyRequired } from "./remembered-answers.ts";
import { changedNames, namesOf } from "./remembered-names.ts";

/**
 * The reason why a row of the index does not fit a profile. `command`: one of its codes is reserved for command labels. The others name
 * the field that does not fit.
 */
export type IndexMisfit = "area" | "zongpai" | "boxNo" | "location" | "category" | "command";

const Texts = z.record(z.string(), z.string());
/** A table of the last release remembers neither names nor its site. */
const RememberedRow = z.object({
  at: z.int(),
  answers: Texts,
  names: Texts.default({}),
  site: z.string().optional(),
});
type Remembered = z.infer<typeof RememberedRow>;

const requestTimeoutMs = 10_000;

/** Stores the answers of the writing site, its names and paths, and its own name in the table. */
export const rememberAnswers = async (table: Table, site: Site, at: number): Promise<void> => {
  const remembered: Remembered = {
    at,
    answers: answersOf(site),
    names: namesOf(site),
    site: site.name,
  };
  const Item = { ...answersKey, ...remembered };
  await table.read(
    new PutCommand({ TableName: table.name, Item }),
    deadlineWithin(requestTimeoutMs),
  );
};

/** What a table remembers, and the time when it was stored; `undefined` if it remembers nothing. */
export const rememberedAnswers = async (table: Table): Promise<Remembered | undefined> => {
  const input = { TableName: table.name, Key: answersKey, ConsistentRead: true };
  const { Item } = await table.read(new GetCommand(input), deadlineWithin(requestTimeoutMs));
  return Item && RememberedRow.parse(Item);
};

const misfitsOfPlace = (row: TableItem, name: PlaceName, site: Site): IndexMisfit[] => {
  const placed = placeOfRow(row, name);
  // The audit repairs a cleared place that is still in the index.
  if ("cleared" in placed) return [];
  const faults = placeIndexFaults(row, name, site);
  const found: IndexMisfit[] = [];
  if (faults.some(({ attribute }) => attribute === "area")) found.push("area");
  if (!placed.off_shelf && !fitsFormat(site.formats.location, placed.location ?? ""))
    found.push("location");
  return found;
};

const hasCommandCode = ({ zongpai, box_no, location }: TableItem) =>
  [zongpai, box_no, location].some((code) => commandPattern.test(String(code)));

const misfitsOf = (row: TableItem, site: Site): IndexMisfit[] => {
  const name = rowOfKey(keyOfRow(row));
  if (name?.kind !== "location" && name?.kind !== "item") return [];
  const { formats, attachment } = site;
  const { zongpai, category, box_no } = name;
  const found = name.kind === "location" ? misfitsOfPlace(row, name, site) : [];
  if (zongpai !== undefined && !fitsFormat(formats.zongpai, zongpai)) found.push("zongpai");
  if (category !== undefined && !attachment.categories.some(({ code }) => code === category))
    found.push("category");
  if (box_no !== undefined && !fitsFormat(formats.boxNo, box_no)) found.push("boxNo");
  if (site.pages && hasCommandCode(row)) found.push("command");
  return found;
};

/** Compares a profile with the answers that the table remembers, and with every row of the index. It writes nothing. */
export const checkTable = async (table: Table, site: Site, segments: number) => {
  const stored = await rememberedAnswers(table);
  const counts = new Map<IndexMisfit, number>();
  let rows = 0;
  const countMisfits = async (page: readonly TableItem[]) => {
    rows += page.length;
    for (const misfit of page.flatMap((row) => misfitsOf(row, site)))
      counts.set(misfit, (counts.get(misfit) ?? 0) + 1);
  };
  await scanTable(table, segments, countMisfits, "index");
  return {
    /** Epoch milliseconds; `undefined` for a table that remembers no answers. */
    rememberedAt: stored?.at,
    changed: changedAnswers(stored?.answers ?? {}, site),
    renamed: changedNames(stored?.names ?? {}, site),
    isKeyNewlyRequired: isKeyNewlyRequired(stored?.answers ?? {}, site),
    /** The other site that wrote the table, if it is another one. */
    writtenBy: stored?.site === site.name ? undefined : stored?.site,
    rows,
    misfits: Object.fromEntries(counts) as Partial<Record<IndexMisfit, number>>,
  };
};

export type TableCheck = Awaited<ReturnType<typeof checkTable>>;
