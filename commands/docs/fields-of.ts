import * as z from "zod";
import type { InputField } from "#lib/fields.ts";

/** A field of a request or an answer; `names` leads to it through the fields that hold it. */
export type FieldLine = { readonly names: readonly InputField[]; readonly type: string; readonly needed: boolean };

const inner = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional
    ? inner(schema.unwrap() as z.ZodType)
    : schema instanceof z.ZodCodec
      ? inner(schema.def.in as z.ZodType)
      : schema;

const typeOf = (schema: z.ZodType): string => {
  const type = inner(schema);
  if (type instanceof z.ZodISODateTime) return "instant";
  if (type instanceof z.ZodEnum) return type.options.map((word) => `\`${word}\``).join(" or ");
  if (type instanceof z.ZodArray) return `list (${typeOf(type.element as z.ZodType)})`;
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return "object";
  if (type instanceof z.ZodUnion) return type.options.map((option) => typeOf(option as z.ZodType)).join(", ");
  return { string: "text", number: "number", boolean: "true or false", null: "null" }[type.type as string] ?? type.type;
};

/** The fields of a schema as they stand on the wire, those inside a list or an object after it. */
export const fieldsOf = (schema: z.ZodType, above: readonly InputField[] = []): FieldLine[] => {
  const form = inner(schema);
  if (form instanceof z.ZodArray) return fieldsOf(form.element as z.ZodType, above);
  if (!(form instanceof z.ZodObject)) return [];
  return Object.entries(form.shape).flatMap(([name, part]) => {
    const names = [...above, name as InputField];
    const field = part as z.ZodType;
    return [{ names, type: typeOf(field), needed: !(field instanceof z.ZodOptional) }, ...fieldsOf(field, names)];
  });
};
