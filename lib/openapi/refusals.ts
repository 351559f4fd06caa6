import { type Condition, conditions, type ErrorGroup } from "../errors.ts";
import { groupOf, usesTable } from "../route-row.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";

/** What a verb may refuse beside invalid fields on a site. */
const refusalsOf = ({ row }: Route, site: Site): Condition[] =>
  (Object.entries(row.refusals) as [Condition, true | ((site: Site) => boolean)][]).flatMap(([condition, told]) =>
    told === true || told(site) ? [condition] : [],
  );

const named: Readonly<Record<string, Condition>> = { box_no: "invalidBoxNo", quantity: "invalidQuantity", zongpai: "invalidZongpai" };

/** Invalid fields by name (specification §7.2); a configuration's quantities stand in its entries. */
const ofFields = ({ row }: Route, site: Site): Condition[] => {
  const { shape } = row.input(site);
  const held = Object.keys({ ...shape, ...("entries" in shape ? { quantity: true } : {}) });
  return [...held.flatMap((field) => named[field] ?? []), "invalidField"];
};

const ofGateway = ({ auth }: Site): Condition[] => [
  ...(auth.scheme === "none" ? [] : (["unauthenticated", "forbidden"] as const)),
  ...(["throttled", "timeout", "internal"] as const),
];

/** One condition that a route may answer, in the words of the group that raises it. */
export type Told = { readonly condition: Condition; readonly group: ErrorGroup };

/** Every condition that a client of a route may meet on a site, the gateway's first (specification §7). */
export const toldBy = (route: Route, site: Site): Told[] => {
  const { row } = route;
  const inBody = row.fieldsIn(site) === "body";
  const ofBody = inBody ? (["malformedJson", "unsupportedMediaType", "bodyTooLarge"] as const) : [];
  const ofWrites = [
    ...(row.kind === "write" ? (["writeConflict"] as const) : []),
    ...(row.kind === "write" && site.extensions.idempotencyKey ? (["idempotencyKeyReused"] as const) : []),
  ];
  const ofStore = usesTable(row.access) ? (["throttled", "timeout"] as const) : [];
  const own: readonly Condition[] = [...ofFields(route, site), ...ofBody, ...refusalsOf(route, site), ...ofWrites, ...ofStore, "internal"];
  const gateway: readonly Condition[] = [...ofGateway(site), ...(inBody ? (["unsupportedMediaType", "bodyTooLarge"] as const) : [])];
  return [
    ...gateway.map((condition) => ({ condition, group: "gateway" as const })),
    ...own.map((condition) => ({ condition, group: groupOf(row) })),
  ];
};

/** Whether a route may give the refusal again, marked, to a request with the same key: what its verb refuses is the key's answer. */
export const isGivenAgain = ({ condition }: Told, { row }: Route, site: Site): boolean => {
  const final = conditions[condition].queue === "final";
  // The verb itself finds a scan from the future.
  const ahead = condition === "invalidField" && site.extensions.scannedAt !== false && "scanned_at" in row.input(site).shape;
  return row.kind === "write" && final && (ahead || condition in row.refusals);
};

/** A site's answer to a condition, with the code that the specification fixes where it does. */
export type ErrorAnswer = { readonly status: number; readonly code: string; readonly domain: string; readonly message: string };

export const answerTo = ({ condition, group }: Told, { errors }: Site): ErrorAnswer => {
  const row = conditions[condition];
  const answers: Readonly<Record<string, { status: number; code?: string; domain: string; message?: string | undefined }>> = errors[group];
  const { status, code, domain, message } = answers[condition] ?? {};
  if (status === undefined || domain === undefined) throw new Error(`${group} does not answer ${condition}`);
  return { status, domain, code: "fixedCode" in row ? row.fixedCode : (code ?? ""), message: message ?? row.message };
};
