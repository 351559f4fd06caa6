import * as z from "zod";
import { Text } from "../domain/value.ts";
import type { InputField } from "../fields.ts";
import { longestText } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import { fixedBy, meanings, whoFixed } from "./fixed.ts";

/** Which schema is built, for which site, and whether it is a request's or an answer's. */
export type Wiring = {
  readonly site: Site;
  readonly schema: string;
  readonly direction: "request" | "response";
};

/** As a filter, `location` is a shelf code; only a registration may have a note in it. */
const noteAllowed = ({ site: { location }, schema }: Wiring) =>
  schema !== "OverviewRequest" && location.offShelfNote;

const corrections: ReadonlySet<string> = new Set([
  "AttachmentBoxEditRequest",
  "AttachmentBoxDeleteRequest",
  "BoxMoveRequest",
  "ClearRequest",
]);

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The site's sentence about what a field must be; a refused worker reads the same one. */
const accepted = (field: InputField, wiring: Wiring): string | undefined => {
  const { formats, accepts } = wiring.site;
  const offShelfNote = noteAllowed(wiring);
  const sentences: Partial<Record<InputField, string>> = {
    zongpai: formats.zongpai.accepts,
    box_no: formats.boxNo.accepts,
    to_box_no: formats.boxNo.accepts,
    location: offShelfNote
      ? `${formats.location.accepts}; ${offShelfNote.accepts}`
      : formats.location.accepts,
    quantity: formats.quantity.accepts,
    expected_quantity: formats.quantity.accepts,
    scanned_at: accepts.scannedAt,
    area: accepts.area,
    entries: accepts.entries,
    dry_run: accepts.dryRun,
  };
  return sentences[field];
};

const describe = (field: InputField, name: string, wiring: Wiring): string => {
  const sentence = wiring.direction === "request" ? accepted(field, wiring) : undefined;
  return `${capital(meanings[field])}.${sentence === undefined ? "" : ` \`${name}\` ${sentence}.`}`;
};

/** The ERP's further columns, by the site's names. None is required: a copy may be older than the site's list of columns. */
const columnsOf = ({ erp }: Site) =>
  z.strictObject(
    Object.fromEntries(
      erp.boxes.columns.map(({ name, column }) => [
        name,
        // Without a type: of several types openapi-generator makes a class for Kotlin that reads none of them.
        z
          .unknown()
          .meta({
            description: `The column \`${column}\`: text, a number, true or false, or null.`,
            [fixedBy]: "site",
          })
          .optional(),
      ]),
    ),
  );

const isQuantity = ({ def }: z.ZodCodec) =>
  def.in instanceof z.ZodNumber && def.out instanceof z.ZodNumber;

const listOf = (list: z.ZodArray, field: InputField, wiring: Wiring): z.ZodArray => {
  const wired = z.array(partOf(list.element as z.ZodType, field, wiring));
  const most = list.def.checks
    ?.map((check) => check._zod.def as { maximum?: number })
    .find(({ maximum }) => maximum !== undefined);
  return most?.maximum === undefined ? wired : wired.max(most.maximum);
};

const partOf = (part: z.ZodType, field: InputField, wiring: Wiring): z.ZodType => {
  const { site, direction } = wiring;
  if (field === "columns" && part instanceof z.ZodRecord) return columnsOf(site);
  // If the site allows notes, goods off the shelf may have one instead of a code; otherwise it must be a code.
  if (field === "location" && direction === "request")
    return noteAllowed(wiring)
      ? Text("")
      : z.string().max(longestText).regex(site.formats.location.pattern);
  // A correction, a move or a clearing may name a category that the site has given up.
  if (field === "category" && direction === "request" && !corrections.has(wiring.schema))
    return z.enum(site.attachment.categories.map(({ code }) => code));
  if (part instanceof z.ZodArray) return listOf(part, field, wiring);
  if (part instanceof z.ZodObject) return fieldsOf(part, wiring);
  if (!(part instanceof z.ZodCodec)) return part;
  const wire = part.def.in as z.ZodType;
  // No `multipleOf: 0.01` for decimals: validators that divide floats would refuse 0.29.
  if (isQuantity(part))
    return wire.meta({ override: site.formats.quantity.decimals === 0 ? { type: "integer" } : {} });
  return wire;
};

const fieldsOf = (schema: z.ZodObject, wiring: Wiring): z.ZodObject =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(schema.shape).flatMap(([key, part]) => {
        const field = key as InputField;
        const name = wireNameOf(field, wiring.site);
        if (name === false) return [];
        const optional = part instanceof z.ZodOptional;
        const value = partOf((optional ? part.unwrap() : part) as z.ZodType, field, wiring);
        const whole = optional ? value.optional() : value;
        return [
          [
            name,
            whole.meta({
              ...value.meta(),
              description: describe(field, name, wiring),
              [fixedBy]: whoFixed(field, wiring.schema),
            }),
          ],
        ];
      }),
    ),
  );

/**
 * A schema of the domain as it is on a site's wire: with the site's names at every level, with the wire side of each codec (in requests and
 * answers), and without extensions that the site switched off. Rules between fields are not in it: see `between` in `lib/endpoints/<id>.ts`.
 */
export const wireSchema = (schema: z.ZodType, wiring: Wiring): z.ZodObject => {
  if (!(schema instanceof z.ZodObject))
    throw new Error(`${wiring.schema} is no object, so its fields cannot be described`);
  return fieldsOf(schema, wiring);
};
