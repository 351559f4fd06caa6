import {
  answerToCondition,
  type Condition,
  conditionOfField,
  conditions,
  type QueueRule,
  type RaisedCondition,
} from "../errors.ts";
import type { ExtensionField } from "../extensions.ts";
import type { InputField } from "../fields.ts";
import { errorGroupOf, fieldsIn, usesTable } from "../http/route.ts";
import type { ServedRoute } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";

/** The conditions of invalid fields (specification §7.2), those in the entries of a configuration too. */
const fieldConditionsOf = (route: ServedRoute, site: Site): Condition[] => {
  const { shape } = route.input(site);
  const names = Object.keys("entries" in shape ? { ...shape, quantity: true } : shape);
  const fieldConditions = names.map((field) => conditionOfField(field as InputField));
  return [...fieldConditions.filter((condition) => condition !== "invalidField"), "invalidField"];
};

const conditionsIf = (applies: boolean, ...those: Condition[]) => (applies ? those : []);

/** What the verb refuses: also a stale quantity, location or revision, and an instant in the future, wherever it takes them. */
const verbConditionsOf = (route: ServedRoute, site: Site): Condition[] => {
  const { shape } = route.input(site);
  const takes = (field: ExtensionField) => field in shape && wireNameOf(field, site) !== false;
  const refusals = Object.entries(route.refusals ?? {}) as [
    Condition,
    true | ((site: Site) => boolean),
  ][];
  return [
    ...refusals.flatMap(([condition, when]) =>
      conditionsIf(when === true || when(site), condition),
    ),
    ...conditionsIf(takes("expected_quantity"), "staleExpectedQuantity"),
    ...conditionsIf(takes("expected_location"), "staleExpectedLocation"),
    ...conditionsIf(takes("expected_revision"), "staleExpectedRevision"),
    ...conditionsIf(takes("scanned_at"), "invalidField"),
  ];
};

/** Every condition that a client of a route may get on a site (specification §7). */
export const errorsOf = (route: ServedRoute, site: Site): RaisedCondition[] => {
  const inBody = fieldsIn(route, site) === "body";
  const isWrite = route.kind === "write";
  const gateway = [
    ...conditionsIf(site.auth.scheme !== "none", "unauthenticated", "forbidden"),
    ...(["throttled", "timeout", "internal"] as const),
    ...conditionsIf(inBody, "unsupportedMediaType", "bodyTooLarge"),
  ];
  const own = [
    ...fieldConditionsOf(route, site),
    ...conditionsIf(inBody, "malformedJson", "unsupportedMediaType", "bodyTooLarge"),
    ...verbConditionsOf(route, site),
    ...conditionsIf(isWrite, "writeConflict"),
    ...conditionsIf(isWrite && site.extensions.idempotencyKey !== false, "idempotencyKeyReused"),
    ...conditionsIf(usesTable(route.access), "throttled", "timeout"),
    "internal" as const,
  ];
  return [
    ...gateway.map((condition) => ({ condition, group: "gateway" as const })),
    ...[...new Set(own)].map((condition) => ({ condition, group: errorGroupOf(route) })),
  ];
};

/** Whether this refusal is the answer of the key, and marked as replayed. */
const isReplayed = ({ condition }: RaisedCondition, route: ServedRoute, site: Site): boolean =>
  route.kind === "write" &&
  conditions[condition].queue === "final" &&
  verbConditionsOf(route, site).includes(condition);

/** Whether no function answers it. */
const isGatewayOnly = (condition: Condition): boolean =>
  conditions[condition].groups.every((group) => group === "gateway");

const textSchema = (description: string) => ({ type: "string" as const, description });
const errorCodeSchema = textSchema("Names the condition; a program decides by it.");
const messageSchema = textSchema("One sentence that a scanner can show to a worker.");
const domainSchema = textSchema("The part of the service that refuses.");

/** The one body of every error (specification §7.1). */
const ErrorBody = {
  type: "object" as const,
  description: "Every error, from every layer, has exactly these three fields.",
  properties: { error_code: errorCodeSchema, message: messageSchema, domain: domainSchema },
  required: ["error_code", "message", "domain"],
  additionalProperties: false,
};

const queueSentences: Readonly<Record<QueueRule, string>> = {
  final: "Final: a queue shows it to the worker and does not send the request again.",
  hold: "A queue waits for credentials, then sends the request again.",
  holdRoute:
    "A queue waits with this route, and what follows on the same goods, for credentials that allow it, then sends the request again.",
  retry:
    "This request recorded nothing, though an earlier one without an answer may have: a queue waits for `Retry-After`, then sends the same request with the same key.",
  unknown:
    "It is not known whether it was recorded: a queue waits for `Retry-After`, then sends the same request with the same key.",
};

const withoutDuplicates = (values: readonly string[]) => [...new Set(values)];

const errorLineOf = (error: RaisedCondition, site: Site): string => {
  const { code, domain, message } = answerToCondition(error, site.errors);
  const row = conditions[error.condition];
  const identifier = "identifier" in row ? ` (${row.identifier})` : "";
  return `- \`${code}\` of \`${domain}\`${identifier}: ${message}`;
};

/** Routes of one group that answer a status for the same conditions share its response. */
const responsesOf = (route: ServedRoute, site: Site) => {
  const { replayed, refusalValues } = site.extensions;
  const group = errorGroupOf(route);
  const byStatus = Map.groupBy(
    errorsOf(route, site),
    (error) => answerToCondition(error, site.errors).status,
  );
  return [...byStatus].map(([status, errors]) => {
    const mayBeReplayed = replayed && errors.some((error) => isReplayed(error, route, site));
    const hasValues = refusalValues && errors.some(({ condition }) => !isGatewayOnly(condition));
    const saysWhenToRetry = errors.some(({ condition }) => "retryAfter" in conditions[condition]);
    const schema = `${group.charAt(0).toUpperCase()}${group.slice(1)}Error${status}`;
    const rules = errors.map(({ condition }) => queueSentences[conditions[condition].queue]);
    const headers = {
      ...(saysWhenToRetry ? { "Retry-After": { $ref: "#/components/headers/Retry-After" } } : {}),
      ...(mayBeReplayed ? { [replayed]: { $ref: "#/components/headers/Replayed" } } : {}),
      ...(hasValues ? { [refusalValues]: { $ref: "#/components/headers/Values" } } : {}),
    };
    const lines = withoutDuplicates(errors.map((error) => errorLineOf(error, site))).join("\n");
    const response = {
      description: [lines, ...withoutDuplicates(rules)].join("\n\n"),
      ...(Object.keys(headers).length > 0 ? { headers } : {}),
      content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } },
    };
    const causes = withoutDuplicates(errors.map(({ condition }) => condition));
    const name = [group, status, ...causes, ...(mayBeReplayed ? ["replayed"] : [])].join("-");
    return { status, errors, schema, name, response };
  });
};

/** A route's references to its error responses. */
export const errorResponses = (route: ServedRoute, site: Site) =>
  Object.fromEntries(
    responsesOf(route, site).map(({ status, name }) => [
      status,
      { $ref: `#/components/responses/${name}` },
    ]),
  );

/**
 * The error responses of all routes, and their bodies: one for each status of a group, with all codes and domains. Generated clients make
 * a class of each, whose name must not change when a route gets a further code.
 */
export const errorComponents = (routes: readonly ServedRoute[], site: Site) => {
  const responses = routes.flatMap((route) => responsesOf(route, site));
  const bodies = [...Map.groupBy(responses, ({ schema }) => schema)].map(([name, sharers]) => {
    const answers = sharers.flatMap(({ errors }) =>
      errors.map((error) => answerToCondition(error, site.errors)),
    );
    const properties = {
      error_code: { ...errorCodeSchema, enum: withoutDuplicates(answers.map(({ code }) => code)) },
      domain: { ...domainSchema, enum: withoutDuplicates(answers.map((answer) => answer.domain)) },
    };
    return [name, { allOf: [{ $ref: "#/components/schemas/Error" }], properties }] as const;
  });
  return {
    schemas: { Error: ErrorBody, ...Object.fromEntries(bodies) },
    responses: Object.fromEntries(responses.map(({ name, response }) => [name, response])),
  };
};
