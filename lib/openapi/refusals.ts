import {
  type Condition,
  codeOf,
  conditionOfField,
  conditions,
  type ErrorGroup,
} from "../errors.ts";
import type { InputField } from "../fields.ts";
import { fieldsIn, groupOf, usesTable } from "../http/route.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";

/** The conditions with which a verb may refuse a request on a site, except invalid fields. */
const refusalsOf = ({ row }: Route, site: Site): Condition[] =>
  (Object.entries(row.refusals) as [Condition, true | ((site: Site) => boolean)][]).flatMap(
    ([condition, told]) => (told === true || told(site) ? [condition] : []),
  );

/** The conditions for invalid fields (specification §7.2); the quantities of a configuration are in its entries. */
const ofFields = ({ row }: Route, site: Site): Condition[] => {
  const { shape } = row.input(site);
  const held = Object.keys({ ...shape, ...("entries" in shape ? { quantity: true } : {}) });
  return [
    ...new Set(held.flatMap((field) => conditionOfField[field as InputField] ?? [])),
    "invalidField",
  ];
};

const ofGateway = ({ auth }: Site): Condition[] => [
  ...(auth.scheme === "none" ? [] : (["unauthenticated", "forbidden"] as const)),
  ...(["throttled", "timeout", "internal"] as const),
];

/** One condition with which a route may answer, and the group that raises it. */
export type Told = { readonly condition: Condition; readonly group: ErrorGroup };

/** Every condition that a client of a route may get on a site, those of the gateway first (specification §7). */
export const toldBy = (route: Route, site: Site): Told[] => {
  const { row } = route;
  const inBody = fieldsIn(row, site) === "body";
  const ofBody = inBody ? (["malformedJson", "unsupportedMediaType", "bodyTooLarge"] as const) : [];
  const ofWrites = [
    ...(row.kind === "write" ? (["writeConflict"] as const) : []),
    ...(row.kind === "write" && site.extensions.idempotencyKey
      ? (["idempotencyKeyReused"] as const)
      : []),
  ];
  const ofStore = usesTable(row.access) ? (["throttled", "timeout"] as const) : [];
  const own: readonly Condition[] = [
    ...ofFields(route, site),
    ...ofBody,
    ...refusalsOf(route, site),
    ...ofWrites,
    ...ofStore,
    "internal",
  ];
  const gateway: readonly Condition[] = [
    ...ofGateway(site),
    ...(inBody ? (["unsupportedMediaType", "bodyTooLarge"] as const) : []),
  ];
  return [
    ...gateway.map((condition) => ({ condition, group: "gateway" as const })),
    ...own.map((condition) => ({ condition, group: groupOf(row) })),
  ];
};

/** Whether a request with the same key may get this refusal again, marked as replayed: a refusal by the verb is the answer of the key. */
export const isGivenAgain = ({ condition }: Told, { row }: Route, site: Site): boolean => {
  const final = conditions[condition].queue === "final";
  // A scan from the future is found by the verb, not by the schema.
  const ahead =
    condition === "invalidField" &&
    site.extensions.scannedAt !== false &&
    "scanned_at" in row.input(site).shape;
  return row.kind === "write" && final && (ahead || condition in row.refusals);
};

/** A site's answer to a condition, with the code that the specification fixes where it does. */
export type ErrorAnswer = {
  readonly status: number;
  readonly code: string;
  readonly domain: string;
  readonly message: string;
};

export const answerTo = ({ condition, group }: Told, { errors }: Site): ErrorAnswer => {
  const answers: Readonly<
    Record<string, { status: number; code?: string; domain: string; message?: string | undefined }>
  > = errors[group];
  const { status, code, domain, message } = answers[condition] ?? {};
  if (status === undefined || domain === undefined)
    throw new Error(`${group} does not answer ${condition}`);
  return {
    status,
    domain,
    code: codeOf(condition, code),
    message: message ?? conditions[condition].message,
  };
};
