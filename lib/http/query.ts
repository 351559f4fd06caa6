import type { APIGatewayProxyEvent } from "aws-lambda";
import { isSafeNumber } from "lossless-json";
import { canonicalName } from "./wire.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Query strings carry text only: these fields are numbers or flags all the same, and are read as JSON would write them. */
const typed: Readonly<Record<string, (text: string) => unknown>> = {
  quantity: (text) => (number.test(text) && isSafeNumber(text) ? Number(text) : text),
  expected_quantity: (text) => (number.test(text) && isSafeNumber(text) ? Number(text) : text),
  off_shelf: (text) => (text === "true" ? true : text === "false" ? false : text),
  dry_run: (text) => (text === "true" ? true : text === "false" ? false : text),
};

export type Query = { readonly values: Record<string, unknown>; readonly repeated: readonly string[] };

/** The query's fields under their wire names, and the names that came more than once. */
export const queryOf = ({ queryStringParameters, multiValueQueryStringParameters }: APIGatewayProxyEvent): Query => {
  const all: Record<string, string[] | undefined> =
    multiValueQueryStringParameters ??
    Object.fromEntries(Object.entries(queryStringParameters ?? {}).map(([name, value]) => [name, value === undefined ? [] : [value]]));
  const entries = Object.entries(all).map(([name, values = []]) => [name, values] as const);
  return {
    values: Object.fromEntries(
      entries.map(([name, [text = ""]]) => [name, (typed[canonicalName(name) ?? ""] ?? ((same: string) => same))(text)]),
    ),
    repeated: entries.filter(([, values]) => values.length > 1).map(([name]) => name),
  };
};
