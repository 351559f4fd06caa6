import * as z from "zod/mini";
import { StatusLine, statusLinesOf } from "#lib/domain/attachment-status.ts";
import { addPreviousStates, historyLineOf } from "#lib/domain/events.ts";
import { HistoryLine } from "#lib/domain/goods-history.ts";
import { lastPlaceOf, lastPlaceShape } from "#lib/domain/location.ts";
import { subjectOf } from "#lib/domain/operation.ts";
import { RefusalLine, refusalLineOf } from "#lib/domain/refusals.ts";
import { AnswerInstant, AnswerQuantity } from "#lib/domain/value.ts";
import type { InputField } from "#lib/fields.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { Site } from "#lib/site/schema.ts";
import { ItemRow } from "#lib/store/boxes.ts";
import { codesOf, stateOfCategory } from "#lib/store/categories.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { operationIn } from "#lib/store/history.ts";
import { placesIn } from "#lib/store/locations.ts";
import { listedRefusalsIn } from "#lib/store/refusals.ts";
import type { CsvRow } from "../../frontend/pages/src/shared/csv.ts";
import { keyOfRow, type RowName, rowOfKey } from "../audit/row-of-key.ts";

/** Defines a kind of export: the fields of its lines, and the lines for a row of the table. */
const defineKind = <Shape extends z.core.$ZodShape>(
  shape: Shape,
  linesIn: (row: TableItem, name: RowName) => z.output<z.ZodMiniObject<Shape>>[],
) => {
  const schema = z.object(shape);
  return {
    fields: Object.keys(shape),
    linesIn: (row: TableItem, name: RowName): object[] =>
      linesIn(row, name).map((line) => z.encode(schema, line)),
  };
};

const OptionalCaller = z.optional(z.string());

/** The export kinds of a site. Places have the instant of the scan, all others the instant of recording. */
const kindsOf = (site: Site) => {
  const names = { zongpai: z.string(), category: z.optional(z.string()) };
  const optionalText = z.optional(z.string());
  const goodsShape = { zongpai: optionalText };
  const subject = site.routes.boxLocation ? { ...goodsShape, box_no: optionalText } : goodsShape;
  const status = z.omit(StatusLine(site), {
    label: true,
    location: true,
    off_shelf: true,
    registered_at: true,
  });
  return {
    places: defineKind(
      { ...subject, category: optionalText, ...lastPlaceShape(), who: OptionalCaller },
      (row, { kind }) =>
        kind === "location"
          ? placesIn([row]).map((placed) => ({ ...placed, ...lastPlaceOf(placed) }))
          : [],
    ),
    boxes: defineKind(
      {
        box_no: z.string(),
        ...names,
        quantity: AnswerQuantity(site),
        recorded_at: AnswerInstant(),
        who: OptionalCaller,
      },
      (row, name) => {
        if (name.kind !== "item") return [];
        const { at: recorded_at, ...item } = ItemRow.parse(row);
        return [{ box_no: name.box_no, ...item, recorded_at, who: OptionalCaller.parse(row.who) }];
      },
    ),
    attachments: defineKind({ zongpai: z.string(), ...status.shape }, (row, name) => {
      if (name.kind !== "goods") return [];
      const states = codesOf(row, site).map((code) => stateOfCategory(row, code));
      const configured = statusLinesOf(states, [], site).filter((line) => line.configured);
      return configured.map((line) => ({ zongpai: name.zongpai, ...line }));
    }),
    history: defineKind({ zongpai: optionalText, ...HistoryLine(site).shape }, (row, name) => {
      if (name.kind !== "operation") return [];
      const operations = addPreviousStates(operationIn(row));
      return operations.map((operation) => ({
        ...subjectOf(name),
        ...historyLineOf(operation),
      }));
    }),
    refusals: defineKind(RefusalLine(site).shape, (row, { kind }) =>
      kind === "operation" && row.asked
        ? listedRefusalsIn(row).map((kept) => refusalLineOf(kept, site))
        : [],
    ),
  };
};

export const exportKinds = ["places", "boxes", "attachments", "history", "refusals"] as const;
export type ExportKind = (typeof exportKinds)[number];

/** The columns of a kind with the site's names, and the lines for a row of the table. */
export const linesOfKind = (kindName: ExportKind, site: Site) => {
  const { fields, linesIn } = kindsOf(site)[kindName];
  const { nameOf, encode } = wireOf(site);
  return {
    columns: fields.flatMap((field) => nameOf(field as InputField) || []),
    linesIn: (row: TableItem): CsvRow[] => {
      const name = rowOfKey(keyOfRow(row));
      return name ? linesIn(row, name).map((line) => encode(line) as CsvRow) : [];
    },
  };
};
