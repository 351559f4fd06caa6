import * as z from "zod/mini";
import { linesOf, StatusLine } from "#lib/domain/attachment-status.ts";
import { lineOf, withPrevious } from "#lib/domain/events.ts";
import { HistoryLine } from "#lib/domain/goods-history.ts";
import { lastPlace, lastPlaceOf } from "#lib/domain/location.ts";
import { subjectOf } from "#lib/domain/operation.ts";
import { RefusalLine, refusalLine } from "#lib/domain/refusals.ts";
import { Amount, Instant } from "#lib/domain/value.ts";
import type { InputField } from "#lib/fields.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { Site } from "#lib/site/schema.ts";
import { ItemRow } from "#lib/store/boxes.ts";
import { codesOf, stateOfCategory } from "#lib/store/categories.ts";
import type { Item } from "#lib/store/expression.ts";
import { operationIn } from "#lib/store/history.ts";
import { placesIn } from "#lib/store/locations.ts";
import { keptIn } from "#lib/store/refusals.ts";
import type { Row } from "../../pages/shared/csv.ts";
import { keyOfRow, type RowName, rowOfKey } from "../audit/row-of-key.ts";

/** Lines of one kind: what they have, and which of them a row of the table gives. */
const kind = <Shape extends z.core.$ZodShape>(
  shape: Shape,
  linesIn: (row: Item, name: RowName) => z.output<z.ZodMiniObject<Shape>>[],
) => {
  const schema = z.object(shape);
  return {
    fields: Object.keys(shape),
    linesIn: (row: Item, name: RowName): object[] =>
      linesIn(row, name).map((line) => z.encode(schema, line)),
  };
};

const who = z.optional(z.string());

/** Instants are of the scan for places, and of the record for the others. */
const kindsOf = (site: Site) => {
  const names = { zongpai: z.string(), category: z.optional(z.string()) };
  const text = z.optional(z.string());
  const subject = { zongpai: text, ...(site.routes.boxLocation ? { box_no: text } : {}) };
  const status = z.omit(StatusLine(site), {
    ...{ label: true, location: true, off_shelf: true, registered_at: true },
  });
  return {
    places: kind({ ...subject, category: text, ...lastPlace(), who }, (row, { kind }) =>
      kind === "location"
        ? placesIn([row]).map((placed) => ({ ...placed, ...lastPlaceOf(placed) }))
        : [],
    ),
    boxes: kind(
      { box_no: z.string(), ...names, quantity: Amount(site), recorded_at: Instant(), who },
      (row, name) => {
        if (name.kind !== "item") return [];
        const { at: recorded_at, ...item } = ItemRow.parse(row);
        return [{ box_no: name.box_no, ...item, recorded_at, who: who.parse(row.who) }];
      },
    ),
    attachments: kind({ zongpai: z.string(), ...status.shape }, (row, name) =>
      name.kind === "goods"
        ? linesOf(
            codesOf(row, site).map((code) => stateOfCategory(row, code)),
            [],
            site,
          )
            .filter(({ configured }) => configured)
            .map((line) => ({ zongpai: name.zongpai, ...line }))
        : [],
    ),
    history: kind({ zongpai: text, ...HistoryLine(site).shape }, (row, name) =>
      name.kind === "operation"
        ? withPrevious(operationIn(row)).map((one) => ({ ...subjectOf(name), ...lineOf(one) }))
        : [],
    ),
    refusals: kind(RefusalLine(site).shape, (row, { kind }) =>
      kind === "operation" && row.asked ? keptIn(row).map((kept) => refusalLine(kept, site)) : [],
    ),
  };
};

export const exportKinds = ["places", "boxes", "attachments", "history", "refusals"] as const;

/** The columns of a kind, in the site's names, and the lines that rows of the table give. */
export const linesOfKind = (of: (typeof exportKinds)[number], site: Site) => {
  const { fields, linesIn } = kindsOf(site)[of];
  const { nameOf, encode } = wireOf(site);
  return {
    columns: fields.flatMap((field) => nameOf(field as InputField) || []),
    linesIn: (row: Item): Row[] => {
      const name = rowOfKey(keyOfRow(row));
      return name ? linesIn(row, name).map((line) => encode(line) as Row) : [];
    },
  };
};
