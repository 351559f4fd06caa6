import type { APIGatewayProxyEvent } from "aws-lambda";
import site from "#site";
import type { RouteId } from "../route-ids.ts";
import type { RouteRow } from "../route-row.ts";
import { type Input, v1 } from "../routes.ts";
import { bodyOf } from "./body.ts";
import { problemsOf, refusalOf, repeatedField, unknownField } from "./problems.ts";
import { queryOf } from "./query.ts";
import { decode, wireName } from "./wire.ts";

const partition = (values: Record<string, unknown>, wanted: (name: string) => boolean) =>
  [true, false].map((side) => Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name) === side))) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];

/**
 * A route's fields, from where the site says they are, renamed to the canonical names and parsed by the route's schema.
 * @throws Refusal of the class that specification §7.2 gives the first invalid field; what `bodyOf` throws
 */
export const inputParser = <Id extends RouteId>(id: Id) => {
  const row: RouteRow = v1[id];
  const schema = row.input(site);
  const fromBody = row.fieldsIn(site) === "body";
  const readsFromQuery = (name: string) => (row.queryFields ?? []).some((field) => wireName(field) === name);

  return (event: APIGatewayProxyEvent): Input<Id> => {
    const query = queryOf(event);
    const [read, unread] = partition(query.values, (name) => !fromBody || readsFromQuery(name));
    const { value, unknown } = decode({ ...(fromBody ? bodyOf(event) : {}), ...read });
    // A query parameter that nobody reads is refused too: a misspelt filter must not answer another question.
    const result = schema.safeParse(value);
    const problems = [
      ...(result.success ? [] : problemsOf(schema, result.error.issues)),
      ...[...unknown, ...Object.keys(unread)].map(unknownField),
      ...query.repeated.map(repeatedField),
    ];
    if (problems.length > 0 || !result.success) throw refusalOf(problems);
    return result.data as Input<Id>;
  };
};
