import * as z from "zod/mini";
import { PlainText } from "../domain/value.ts";
import { extensionFields } from "../extensions.ts";
import { fieldMeanings, type InputField, maxTextLength } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import { isExtensionField, wireNameOf } from "../site/wire-names.ts";

/** The site whose schema is described, and what the schema is of. */
export type SchemaContext = {
  readonly site: Site;
  readonly as: "request" | "correction" | "answer";
};

type ZodSchema = z.core.$ZodType;

const defOf = (schema: ZodSchema) => (schema as z.core.$ZodTypes)._zod.def;

/** A copy of a schema with what OpenAPI says of it. */
export const describeSchema = (schema: ZodSchema, meta: z.core.GlobalMeta): ZodSchema => {
  const copy = z.clone(schema);
  z.globalRegistry.add(copy, meta);
  return copy;
};

const meaningOf = (field: InputField): string =>
  isExtensionField(field) ? extensionFields[field].meaning : fieldMeanings[field];

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A registration's place has no checks: off the shelf the site may allow a note instead of a code. */
const isPlace = (field: InputField, schema: ZodSchema, { as }: SchemaContext) =>
  field === "location" && as !== "answer" && !defOf(schema).checks;

/** The rule of a field, in the sentence that a refused worker reads. */
const acceptedSentenceOf = (
  schema: ZodSchema,
  field: InputField,
  context: SchemaContext,
): string | undefined => {
  const def = defOf(schema);
  if (def.type === "pipe") return acceptedSentenceOf(def.in, field, context);
  const error = def.error as ((issue: object) => unknown) | undefined;
  const sentence = error?.({});
  if (typeof sentence !== "string") return undefined;
  const { offShelfNote } = context.site.location;
  return isPlace(field, schema, context) && offShelfNote
    ? `${sentence}; ${offShelfNote.accepts}`
    : sentence;
};

/** None is required: a copy of the ERP's row may be older than the site's list of columns. */
const columnsSchemaOf = ({ erp }: Site) =>
  z.strictObject(
    Object.fromEntries(
      erp.boxes.columns.map(({ name, column }) => [
        name,
        // Without a type: of several types openapi-generator makes a class for Kotlin that reads none of them.
        describeSchema(z.optional(z.unknown()), {
          description: `The column \`${column}\`: text, a number, true or false, or null.`,
        }),
      ]),
    ),
  );

const listSchemaOf = (
  { element, checks }: z.core.$ZodArrayDef,
  field: InputField,
  context: SchemaContext,
) => {
  const list = z.array(fieldSchemaOf(element, field, context));
  const limits = checks?.map((check) => check._zod.def as { readonly maximum?: number });
  const maximum = limits?.find((limit) => limit.maximum !== undefined)?.maximum;
  return maximum === undefined ? list : list.check(z.maxLength(maximum));
};

const fieldSchemaOf = (part: ZodSchema, field: InputField, context: SchemaContext): ZodSchema => {
  const { site, as } = context;
  const { formats, location, attachment } = site;
  const def = defOf(part);
  if (isPlace(field, part, context))
    return location.offShelfNote
      ? PlainText("")
      : z.string().check(z.maxLength(maxTextLength), z.regex(formats.location.pattern));
  // A correction may name a category that the site has given up.
  if (field === "category" && as === "request")
    return z.enum(attachment.categories.map(({ code }) => code));
  if (def.type === "record" && field === "columns") return columnsSchemaOf(site);
  if (def.type === "array") return listSchemaOf(def, field, context);
  if (def.type === "object") return objectSchemaOf(def.shape, context);
  if (def.type !== "pipe") return part;
  // No `multipleOf: 0.01` for decimals: validators that divide floats would refuse 0.29.
  const isInteger = defOf(def.out).type === "number" && formats.quantity.decimals === 0;
  return defOf(def.in).type === "number" && isInteger
    ? describeSchema(def.in, { override: { type: "integer" } })
    : def.in;
};

const objectSchemaOf = (shape: Readonly<Record<string, ZodSchema>>, context: SchemaContext) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(shape).flatMap(([key, part]) => {
        const field = key as InputField;
        const name = wireNameOf(field, context.site);
        if (name === false) return [];
        const def = defOf(part);
        const inner = def.type === "optional" ? def.innerType : part;
        const value = fieldSchemaOf(inner, field, context);
        const accepted =
          context.as === "answer" ? undefined : acceptedSentenceOf(inner, field, context);
        const sentence = accepted === undefined ? "" : ` \`${name}\` ${accepted}.`;
        const description = `${capitalize(meaningOf(field))}.${sentence}`;
        const wireValue = def.type === "optional" ? z.optional(value) : value;
        return [[name, describeSchema(wireValue, { ...z.globalRegistry.get(value), description })]];
      }),
    ),
  );

/**
 * A schema of the domain as a site's wire has it: its names at every level, the wire side of each codec, and only the extensions that are
 * on. Rules between fields are the route's (`crossFieldRule`).
 */
export const wireSchema = (schema: ZodSchema, context: SchemaContext): z.ZodMiniObject => {
  const def = defOf(schema);
  if (def.type !== "object") throw new Error("only the fields of an object can be described");
  return objectSchemaOf(def.shape, context);
};
