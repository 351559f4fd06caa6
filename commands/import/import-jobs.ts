import { hash } from "node:crypto";
import { usageError } from "#infra/usage-error.ts";
import type { InputField } from "#lib/fields.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { WriteId } from "#lib/page/requests.ts";
import type { Site } from "#lib/site/schema.ts";
import { beginsWithDay } from "../cli/instant.ts";
import type { KeyedWrite } from "../contract/scanner.ts";
import { isSameHeading } from "../csv/cell-text.ts";
import type { CsvLine } from "../csv/read.ts";
import { type DecimalMark, quantityIn } from "./quantity-text.ts";

type ImportedFields = {
  readonly needed: readonly InputField[];
  readonly others: readonly InputField[];
  /** The routes that record goods, an attachment, and a box. */
  readonly routes: readonly [goods: WriteId, attachment: WriteId, box?: WriteId];
};

/** The required and optional fields of each kind of import. */
const fieldsByKind = {
  places: {
    needed: ["zongpai"],
    others: ["category", "location", "off_shelf", "scanned_at", "box_no"],
    routes: ["post-trace-location", "post-attachment-location", "post-box-location"],
  },
  boxes: {
    needed: ["box_no", "zongpai", "quantity"],
    others: ["category"],
    routes: ["post-box", "post-attachment-box"],
  },
  attachments: {
    needed: ["zongpai", "category"],
    others: ["quantity"],
    routes: ["put-attachment-config", "put-attachment-config"],
  },
} as const satisfies Record<string, ImportedFields>;
export type ImportKind = keyof typeof fieldsByKind;
export const importKinds: readonly ImportKind[] = ["places", "boxes", "attachments"];

/** Fields with another name in an export. */
const exportedNames: Readonly<Partial<Record<InputField, InputField>>> = {
  scanned_at: "registered_at",
  quantity: "configured_quantity",
};

export type FieldHeadings = readonly (readonly [InputField, string])[];

/** The column of each field: the chosen heading, or else the site's name. @throws UsageError if a required or chosen column is missing */
export const headingsOf = (
  kind: ImportKind,
  found: readonly string[],
  chosen: ReadonlyMap<string, string>,
  site: Site,
): FieldHeadings => {
  const { nameOf } = wireOf(site);
  const { needed, others, routes }: ImportedFields = fieldsByKind[kind];
  const takesBoxes = routes[2] !== undefined && site.routes.boxLocation;
  const optional = others.filter((field) => field !== "box_no" || takesBoxes);
  const fields = [...needed, ...optional];
  const boxHeading = String(nameOf("box_no"));
  const takesBoxesAlone = takesBoxes && found.some((one) => isSameHeading(one, boxHeading));
  const names = fields.map((field) => [field, nameOf(field)] as const);
  const unknownName = [...chosen.keys()].find(
    (chosenName) => !names.some(([, name]) => name === chosenName),
  );
  if (unknownName !== undefined) throw usageError(`${kind} have no ${unknownName}.`);
  return names.flatMap(([field, name]): FieldHeadings => {
    if (name === false) return [];
    const chosenHeading = chosen.get(name);
    const possibleHeadings =
      chosenHeading === undefined ? [name, nameOf(exportedNames[field] ?? field)] : [chosenHeading];
    const heading = found.find((column) =>
      possibleHeadings.some((possible) => possible !== false && isSameHeading(column, possible)),
    );
    if (heading !== undefined) return [[field, heading]];
    const mayBeMissing = takesBoxesAlone || !needed.includes(field);
    if (chosenHeading === undefined && mayBeMissing) return [];
    throw usageError(
      `There is no column "${chosenHeading ?? name}" among ${found.join(", ")}; --columns ${name}=<heading> names it.`,
    );
  });
};

/** A day, or a time without a zone. It is in this machine's time zone. */
const localTimePattern = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?)?$/;

/** The value of a field in a request. Malformed text stays text, which the service refuses with the site's message. */
const requestValue = (field: string, text: string): unknown => {
  if (field === "off_shelf") {
    if (/^true$/i.test(text)) return true;
    return /^false$/i.test(text) ? undefined : text;
  }
  if (field !== "scanned_at" || !localTimePattern.test(text) || !beginsWithDay(text)) return text;
  const instant = new Date(text.length > 10 ? text : `${text}T00:00`);
  return Number.isNaN(instant.getTime()) ? text : instant.toISOString();
};

/** A line, and the fields that its filled cells give. */
type ImportRow = {
  readonly zongpai: string;
  readonly categories: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
  readonly line: CsvLine;
  readonly fault: string | undefined;
};

const rowOf = (
  line: CsvLine,
  headings: FieldHeadings,
  { formats: { quantity } }: Site,
  decimal: DecimalMark,
): ImportRow => {
  const texts = headings.flatMap(([field, heading]) => {
    const text = line.cells[heading];
    return text ? [[field, text] as const] : [];
  });
  const { box_no = "", zongpai = box_no, category = [], ...others } = Object.fromEntries(texts);
  const { value, fault } = quantityIn(others.quantity ?? "", decimal, quantity.decimals);
  const fields = texts.map(([field, text]) => [
    field,
    field === "quantity" ? value : requestValue(field, text),
  ]);
  const extra = line.extra === undefined ? undefined : `${line.extra} is in no column`;
  const reason = extra ?? fault;
  return {
    zongpai,
    categories: [category].flat(),
    fields: Object.fromEntries(fields),
    line,
    fault: reason && `Line ${line.line}: ${reason}.`,
  };
};

/**
 * The rows of each goods, whose configuration is replaced as a whole. A row without goods belongs to the goods before it, as below a merged
 * cell. It keeps them from being configured without it.
 */
const groupByGoods = (rows: readonly ImportRow[]): Map<string, ImportRow[]> => {
  let goods = "";
  const owned = rows.map((row): ImportRow => {
    goods = row.zongpai || goods;
    if (row.zongpai) return row;
    return { ...row, zongpai: goods, fault: `Line ${row.line.line}: it names no goods.` };
  });
  return Map.groupBy(owned, ({ zongpai }) => zongpai);
};

/** The request of one or more lines of a file. */
export type ImportJob = KeyedWrite & {
  /** The zongpai or, for a box, its number. */
  readonly zongpai: string;
  readonly categories: readonly string[];
  readonly lines: readonly CsvLine[];
  /** Why it is not sent: the first fault of its lines. */
  readonly fault?: string | undefined;
};

/**
 * The requests for a file. Goods come before their attachments, whose cap may depend on them. A key is made from the kind, the request, its
 * earlier occurrences in the file, and the run. `decimal`: the mark before the decimals of a quantity.
 */
export const jobsOf = (
  kind: ImportKind,
  lines: readonly CsvLine[],
  headings: FieldHeadings,
  run: string,
  site: Site,
  decimal: DecimalMark = ".",
): ImportJob[] => {
  const seen = new Map<string, number>();
  const routes: ImportedFields["routes"] = fieldsByKind[kind].routes;
  const [goodsRoute, attachmentRoute, boxRoute] = routes;
  const routeOf = (fields: object, categories: readonly string[]) => {
    const isBoxAlone = !("zongpai" in fields) && "box_no" in fields;
    if (boxRoute && isBoxAlone) return boxRoute;
    return categories.length > 0 ? attachmentRoute : goodsRoute;
  };
  const jobOf = (rows: readonly ImportRow[], zongpai: string, fields: object): ImportJob => {
    const request = JSON.stringify([kind, fields]);
    const timesBefore = seen.get(request) ?? 0;
    seen.set(request, timesBefore + 1);
    const digest = hash("sha256", `${timesBefore}${request}`).slice(0, 32);
    const key = `import-${run}-${digest}`;
    const categories = rows.flatMap((row) => row.categories);
    const route = routeOf(fields, categories);
    const lines = rows.map(({ line }) => line);
    const fault = rows.find((row) => row.fault)?.fault;
    return { key, route, fields, zongpai, categories, lines, fault };
  };
  const rows = lines.map((line) => rowOf(line, headings, site, decimal));
  const jobs =
    kind === "attachments"
      ? [...groupByGoods(rows)].map(([zongpai, rowsOfGoods]) => {
          const entries = rowsOfGoods.map(({ fields: { zongpai: _, ...entry } }) => entry);
          return jobOf(rowsOfGoods, zongpai, { zongpai, entries });
        })
      : rows.map((row) => jobOf([row], row.zongpai, row.fields));
  return jobs.toSorted((one, other) => one.categories.length - other.categories.length);
};
