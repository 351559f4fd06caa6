import type * as z from "zod";
import type { ExtensionField, extensionFields } from "#lib/extensions.ts";
import type { FieldName } from "#lib/fields.ts";
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

type FieldOf<Where extends "request" | "answer"> =
  | FieldName
  | {
      [Name in ExtensionField]: (typeof extensionFields)[Name]["in"] extends Where | "both"
        ? Name
        : never;
    }[ExtensionField];

/** `true`, or for each field without a meaning a sentence that says what to do. */
type Named<Fields extends string, Known extends string> = [Exclude<Fields, Known>] extends [never]
  ? true
  : `${Exclude<Fields, Known>}: give it a line in fieldMeanings (lib/fields.ts), or a row of extensionFields (lib/extensions.ts) whose "in" allows it`;

export const namedInRequests: Named<Names<Inputs>, FieldOf<"request">> = true;
export const namedInAnswers: Named<Names<Answers>, FieldOf<"answer">> = true;
