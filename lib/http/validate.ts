import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod";
import { Refusal } from "../errors.ts";
import type { RouteRow } from "../route-row.ts";
import type { Site } from "../site/schema.ts";
import { problemsOf, refusalOf, repeatedField, unknownField } from "./problems.ts";
import { queryReader } from "./query.ts";
import { wireOf } from "./wire.ts";

type Values = Record<string, unknown>;

/** An event with the request's fields in canonical names, as the route's schema gives them. */
export type Validated<Input> = APIGatewayProxyEvent & { readonly input: Input };

const partition = (values: Values, wanted: (name: string) => boolean): readonly [Values, Values] => {
  const side = (taken: boolean) => Object.fromEntries(Object.entries(values).filter(([name]) => wanted(name) === taken));
  return [side(true), side(false)];
};

/** The body, of which the parser has made JSON. */
const bodyOf = ({ body }: APIGatewayProxyEvent): object => {
  const value: unknown = body;
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Refusal("malformedJson", {});
  return value;
};

/**
 * Takes a route's fields from where the site says they are, renames them to the canonical names and parses them by the route's schema.
 * @throws Refusal of the class that specification §7.2 gives the first invalid field; `malformedJson` when the body is no object
 */
export const validate = <In extends z.ZodObject>({ input, fieldsIn, queryFields = [] }: RouteRow<In>, site: Site) => {
  const schema = input(site);
  const wire = wireOf(site);
  const queryOf = queryReader(schema, wire);
  const fromBody = fieldsIn(site) === "body";
  const readsFromQuery = (name: string) => queryFields.some((field) => wire.nameOf(field) === name);

  const inputOf = (event: APIGatewayProxyEvent): z.output<In> => {
    const query = queryOf(event);
    const [read, unread] = partition(query.values, (name) => !fromBody || readsFromQuery(name));
    const { value, unknown } = wire.decode({ ...(fromBody ? bodyOf(event) : {}), ...read });
    // A query parameter that nobody reads is refused too: a misspelt filter must not answer another question.
    const result = schema.safeParse(value);
    const problems = [
      ...(result.success ? [] : problemsOf(schema, result.error.issues, wire)),
      ...[...unknown, ...Object.keys(unread)].map((name) => unknownField(name, site.accepts)),
      ...query.repeated.map((name) => repeatedField(name, site.accepts)),
    ];
    if (problems.length > 0 || !result.success) throw refusalOf(problems);
    return result.data;
  };

  return {
    before: (request: { event: APIGatewayProxyEvent | Validated<z.output<In>> }): void => {
      request.event = { ...request.event, input: inputOf(request.event) };
    },
  };
};
