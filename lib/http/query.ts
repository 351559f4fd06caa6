import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { isExact } from "./strict-text.ts";
import type { Wire } from "./wire.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** The type that a schema takes on the wire; looks into an optional schema, and at the wire side of a codec. */
const wireType = (schema: z.core.$ZodType | undefined): string | undefined => {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (def?.type === "optional") return wireType(def.innerType);
  return def?.type === "pipe" ? wireType(def.in) : def?.type;
};

/** A query has only text. Where the schema takes a number or a boolean, the text is read as JSON. */
const readAs = (type: string | undefined, text: string): unknown => {
  if (type === "number") return number.test(text) && isExact(text) ? Number(text) : text;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
};

export type Query = {
  readonly values: Record<string, unknown>;
  readonly repeated: readonly string[];
};

/** Returns a reader of queries for a schema: the values by their wire names, and the names that came more than once. */
export const queryReader = ({ shape }: z.ZodMiniObject, { fieldOf }: Wire) => {
  const types = new Map(Object.entries(shape).map(([field, schema]) => [field, wireType(schema)]));
  return ({
    queryStringParameters,
    multiValueQueryStringParameters,
  }: Pick<
    APIGatewayProxyEvent,
    "queryStringParameters" | "multiValueQueryStringParameters"
  >): Query => {
    const all: Record<string, string[] | undefined> =
      multiValueQueryStringParameters ??
      Object.fromEntries(
        Object.entries(queryStringParameters ?? {}).map(([name, value]) => [
          name,
          value === undefined ? [] : [value],
        ]),
      );
    const entries = Object.entries(all).map(([name, values = []]) => [name, values] as const);
    return {
      values: Object.fromEntries(
        entries.map(([name, [text = ""]]) => [name, readAs(types.get(fieldOf(name) ?? ""), text)]),
      ),
      repeated: entries.filter(([, values]) => values.length > 1).map(([name]) => name),
    };
  };
};
