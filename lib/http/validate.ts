import type { APIGatewayProxyEvent } from "aws-lambda";
import type * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { InputField } from "../fields.ts";
import type { Site } from "../site/schema.ts";
import { type FieldProblem, problemsOf, refusalOf, unknownFieldProblem } from "./problems.ts";
import type { ParsedEvent } from "./request.ts";
import { fieldsIn, type Route } from "./route.ts";
import { isExactNumber } from "./strict-text.ts";
import { type SiteWire, wireOf } from "./wire.ts";

const queryNumberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

const wireTypeOf = (schema: z.core.$ZodType | undefined): string | undefined => {
  const def = (schema as z.core.$ZodTypes | undefined)?._zod.def;
  if (def?.type === "optional") return wireTypeOf(def.innerType);
  return def?.type === "pipe" ? wireTypeOf(def.in) : def?.type;
};

/** A query has only text: numbers and booleans are read as in JSON. */
const readQueryText = (type: string | undefined, text: string): unknown => {
  if (type === "number")
    return queryNumberPattern.test(text) && isExactNumber(text) ? Number(text) : text;
  if (type === "boolean" && text === "true") return true;
  if (type === "boolean" && text === "false") return false;
  return text;
};

const queryReader = ({ shape }: z.ZodMiniObject, { fieldOf }: SiteWire) => {
  const types = new Map(
    Object.entries(shape).map(([field, schema]) => [field, wireTypeOf(schema)]),
  );
  const readValue = (name: string, text: string) =>
    readQueryText(types.get(fieldOf(name) ?? ""), text);
  return (event: Pick<APIGatewayProxyEvent, "multiValueQueryStringParameters">) => {
    const parameters = Object.entries(event.multiValueQueryStringParameters ?? {});
    const values = parameters.map(([name, [text = ""] = []]) => [name, readValue(name, text)]);
    const repeated = parameters.filter(([, texts = []]) => texts.length > 1);
    return { values: Object.fromEntries(values), repeated: repeated.map(([name]) => name) };
  };
};

type ReceivedEvent = ParsedEvent<unknown>;

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const bodyFieldsOf = ({ body }: ReceivedEvent): object => {
  if (!isObject(body)) throw new Refusal("malformedJson", {});
  return body;
};

/** Of a body that the route does not read: the refusal says where its fields belong. */
const strayBodyFieldsOf = (
  { body, isBase64Encoded }: ReceivedEvent,
  mostCharacters: number,
): object => {
  if (!body) return {};
  const encoding = isBase64Encoded ? "base64" : "utf8";
  try {
    const text = Buffer.from(String(body).slice(0, mostCharacters), encoding).toString();
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

/** The values of a request, sorted by where the route looks for them; all by their names on the wire. */
type SentFields = {
  /** Values in the place where the route reads them. */
  readonly inPlace: ReadonlyMap<string, unknown>;
  /** In the query instead of the body, or in the body instead of the query. */
  readonly elsewhere: readonly string[];
  /** More than once: repeated in the query, or in both places. */
  readonly repeated: ReadonlySet<string>;
};

/** Sorts the fields of requests to a route, whose query has the names of `belongsInQuery`. */
const fieldSorter = (
  readQuery: ReturnType<typeof queryReader>,
  readBody: (event: ReceivedEvent) => object,
  belongsInQuery: (name: string) => boolean,
) => {
  return (event: ReceivedEvent): SentFields => {
    const query = readQuery(event);
    const inPlace = new Map<string, unknown>();
    const elsewhere: string[] = [];
    for (const [name, value] of Object.entries(readBody(event))) {
      if (belongsInQuery(name)) elsewhere.push(name);
      else inPlace.set(name, value);
    }
    for (const [name, value] of Object.entries(query.values)) {
      if (belongsInQuery(name)) inPlace.set(name, value);
      else elsewhere.push(name);
    }
    const inBoth = elsewhere.filter((name) => inPlace.has(name));
    return { inPlace, elsewhere, repeated: new Set([...query.repeated, ...inBoth]) };
  };
};

/**
 * Takes a route's fields from query or body, renames them and parses them. Refuses unknown fields, because a misspelt filter would change
 * the result. Refuses a field in two places, because its values could differ.
 * @throws Refusal of §7.2 for the first invalid field; `malformedJson` if the body is not an object
 */
export const validateInput = <In extends z.ZodMiniObject>(route: Route<In>, site: Site) => {
  const { input, queryFields = [] } = route;
  const schema = input(site);
  const wire = wireOf(site);
  const { accepts, limits } = site;
  const readsBody = fieldsIn(route, site) === "body";
  const belongsInQuery = (name: string) =>
    !readsBody || queryFields.some((field) => wire.nameOf(field) === name);
  const sortFields = fieldSorter(
    queryReader(schema, wire),
    readsBody ? bodyFieldsOf : (event) => strayBodyFieldsOf(event, limits.bodyBytes),
    belongsInQuery,
  );

  const fieldOfRoute = (name: string): InputField | undefined => {
    const field = wire.fieldOf(name);
    return field !== undefined && field in schema.shape ? field : undefined;
  };

  /** Why a field cannot be taken from where it was sent. */
  const whyMisplaced = (name: string, { repeated }: SentFields): string => {
    if (repeated.has(name)) return accepts.once;
    return belongsInQuery(name) ? accepts.inQuery : accepts.inBody;
  };

  /** The route's fields that came from the wrong place or twice, and other names that did. */
  const findMisplaced = (sent: SentFields) => {
    const problems = new Map<InputField, FieldProblem>();
    const unknown: string[] = [];
    for (const name of new Set([...sent.elsewhere, ...sent.repeated])) {
      const field = fieldOfRoute(name);
      if (field === undefined) unknown.push(name);
      else problems.set(field, { field, name, sentence: whyMisplaced(name, sent) });
    }
    return { problems, unknown };
  };

  const inputOf = (event: ReceivedEvent): z.output<In> => {
    const sent = sortFields(event);
    const decoded = wire.decode(Object.fromEntries(sent.inPlace));
    const parsed = schema.safeParse(decoded.value);
    const misplaced = findMisplaced(sent);
    const isWhole =
      misplaced.problems.size + misplaced.unknown.length + decoded.unknown.length === 0;
    if (parsed.success && isWhole) return parsed.data;

    const issues = parsed.success ? [] : parsed.error.issues;
    const invalid = problemsOf(issues, decoded.value, wire, accepts);
    // In the order of the schema, one problem for each field.
    const ofFields = Object.keys(schema.shape).flatMap((field): FieldProblem[] => {
      const problem =
        misplaced.problems.get(field as InputField) ??
        invalid.find(({ requestField }) => requestField === field);
      return problem ? [problem] : [];
    });
    const invalidNames = invalid.flatMap(({ requestField, name }) =>
      requestField === undefined ? name : [],
    );
    const unknown = new Set([...invalidNames, ...decoded.unknown, ...misplaced.unknown]);
    throw refusalOf([
      ...ofFields,
      ...[...unknown].map((name) => unknownFieldProblem(name, accepts)),
    ]);
  };

  return {
    before: (request: { event: ParsedEvent<z.output<In>> }): void => {
      request.event = { ...request.event, input: inputOf(request.event) };
    },
  };
};
