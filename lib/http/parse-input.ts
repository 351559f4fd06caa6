import type { APIGatewayProxyEvent } from "aws-lambda";
import site from "#site";
import type { RouteId } from "../route-ids.ts";
import { type Input, type RouteRow, v1 } from "../routes.ts";
import { bodyOf } from "./body.ts";
import { problemsOf, refusalOf, repeatedField, unknownField } from "./problems.ts";
import { queryOf } from "./query.ts";
import { decode } from "./wire.ts";

/**
 * A route's fields, from where the site says they are, renamed to the canonical names and parsed by the route's schema.
 * @throws Refusal of the class that specification §7.2 gives the first invalid field; what `bodyOf` throws
 */
export const inputParser = <Id extends RouteId>(id: Id) => {
  const row: RouteRow = v1[id];
  const schema = row.input(site);
  const fromBody = row.fieldsIn(site) === "body";

  return (event: APIGatewayProxyEvent): Input<Id> => {
    const query = queryOf(event);
    const sent = fromBody ? bodyOf(event) : query.values;
    const { value, unknown } = decode(sent);
    // A query parameter that nobody reads is refused too: a misspelt filter must not answer another question.
    const unread = fromBody ? Object.keys(query.values) : [];
    const result = schema.safeParse(value);
    const problems = [
      ...(result.success ? [] : problemsOf(schema, result.error.issues)),
      ...[...unknown, ...unread].map(unknownField),
      ...query.repeated.map(repeatedField),
    ];
    if (problems.length > 0 || !result.success) throw refusalOf(problems);
    return result.data as Input<Id>;
  };
};
