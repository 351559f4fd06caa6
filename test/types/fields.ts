import type * as z from "zod";
import type { FieldName, InputField } from "#lib/fields.ts";
import type { RouteId } from "#lib/route-ids.ts";
import type { v1 } from "#lib/routes.ts";

type Inputs = { [Id in RouteId]: z.input<ReturnType<(typeof v1)[Id]["input"]>> }[RouteId];
type Answers = {
  [Id in RouteId]: z.input<ReturnType<(typeof v1)[Id]["output"]>>;
}[RouteId];

/** The names of all fields, including those in lists and objects. The ERP's further columns have their own names. */
type Names<Value> = Value extends readonly (infer Each)[]
  ? Names<Each>
  : Value extends object
    ? {
        [Name in keyof Value & string]: string extends Name ? never : Name | Names<Value[Name]>;
      }[keyof Value & string]
    : never;

/** A field of a request or an answer does not compile until it has a line in `lib/fields.ts`. */
export const known = (input: Names<Inputs>, answer: Names<Answers>): [InputField, FieldName] => [
  input,
  answer,
];
