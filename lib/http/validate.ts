import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { InputField } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import { type Problem, problemsOf, refusalOf, unknownField } from "./problems.ts";
import type { ParsedEvent } from "./request.ts";
import { fieldsIn, type Route } from "./route.ts";
import { isExact } from "./strict-text.ts";
import { type Wire, wireOf } from "./wire.ts";

const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const wireType = (schema: z.core.$ZodType | undefined): string | undefined => {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (def?.type === "optional") return wireType(def.innerType);
  return def?.type === "pipe" ? wireType(def.in) : def?.type;
};

/** A query has only text: numbers and booleans are read as in JSON. */
const readAs = (type: string | undefined, text: string): unknown => {
  if (type === "number") return number.test(text) && isExact(text) ? Number(text) : text;
  if (type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
};

const queryReader = ({ shape }: z.ZodMiniObject, { fieldOf }: Wire) => {
  const types = new Map(Object.entries(shape).map(([field, schema]) => [field, wireType(schema)]));
  return ({
    multiValueQueryStringParameters: all,
  }: Pick<APIGatewayProxyEvent, "multiValueQueryStringParameters">) => {
    const entries = Object.entries(all ?? {});
    return {
      values: Object.fromEntries(
        entries.map(([name, [text = ""] = []]) => [
          name,
          readAs(types.get(fieldOf(name) ?? ""), text),
        ]),
      ),
      repeated: entries.flatMap(([name, values = []]) => (values.length > 1 ? [name] : [])),
    };
  };
};

type Event = ParsedEvent<unknown>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const bodyOf = ({ body }: Event): object => {
  if (!isObject(body)) throw new Refusal("malformedJson", {});
  return body;
};

/** Of a body that the route does not read: the refusal says where its fields belong. */
const strayBodyOf = ({ body, isBase64Encoded }: Event, limit: number): object => {
  if (!body) return {};
  try {
    const value: unknown = JSON.parse(
      Buffer.from(String(body).slice(0, limit), isBase64Encoded ? "base64" : "utf8").toString(),
    );
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

/**
 * Takes a route's fields from query or body, renames them and parses them. Unknown fields are refused, because a misspelt filter would change
 * the question; and fields in two places, because they may contradict each other.
 * @throws Refusal of §7.2 for the first invalid field; `malformedJson` if the body is not an object
 */
export const validate = <In extends z.ZodMiniObject>(route: Route<In>, site: Site) => {
  const { input, queryFields = [] } = route;
  const schema = input(site);
  const wire = wireOf(site);
  const { accepts, limits } = site;
  const queryOf = queryReader(schema, wire);
  const fromBody = fieldsIn(route, site) === "body";
  const inQuery = (name: string) =>
    !fromBody || queryFields.some((field) => wire.nameOf(field) === name);

  const inputOf = (event: Event): z.output<In> => {
    const query = queryOf(event);
    const body = Object.entries(fromBody ? bodyOf(event) : strayBodyOf(event, limits.bodyBytes));
    const inPlace = new Map([
      ...body.filter(([name]) => !inQuery(name)),
      ...Object.entries(query.values).filter(([name]) => inQuery(name)),
    ]);
    const strays = [
      ...body.map(([name]) => name).filter(inQuery),
      ...Object.keys(query.values).filter((name) => !inQuery(name)),
    ];
    const twice = new Set([...query.repeated, ...strays.filter((name) => inPlace.has(name))]);

    const stray = (name: string) =>
      twice.has(name) ? accepts.once : inQuery(name) ? accepts.inQuery : accepts.inBody;
    const misplaced = new Map<InputField, Problem>();
    const unknown: string[] = [];
    for (const name of new Set([...strays, ...twice])) {
      const field = wire.fieldOf(name);
      if (field !== undefined && field in schema.shape)
        misplaced.set(field, { field, name, sentence: stray(name) });
      else unknown.push(name);
    }

    const decoded = wire.decode(Object.fromEntries(inPlace));
    const result = schema.safeParse(decoded.value);
    const invalid = result.success
      ? []
      : problemsOf(result.error.issues, decoded.value, wire, accepts);
    const ofFields = Object.keys(schema.shape).flatMap((field): Problem[] => {
      const problem = misplaced.get(field as InputField) ?? invalid.find(({ at }) => at === field);
      return problem ? [problem] : [];
    });
    const unknownNames = [
      ...invalid.filter(({ at }) => at === undefined).map(({ name }) => name),
      ...decoded.unknown,
      ...unknown,
    ];
    const problems = [
      ...ofFields,
      ...[...new Set(unknownNames)].map((name) => unknownField(name, accepts)),
    ];
    if (problems.length > 0 || !result.success) throw refusalOf(problems);
    return result.data;
  };

  return {
    before: (request: { event: ParsedEvent<z.output<In>> }): void => {
      request.event = { ...request.event, input: inputOf(request.event) };
    },
  };
};
