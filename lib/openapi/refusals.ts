import { type Condition, conditions, type ErrorGroup } from "../errors.ts";
import type { RouteId } from "../route-ids.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";

/** What a verb may refuse beside invalid fields, on some site; `answerable` leaves out what this site never tells. */
const refusals = {
  "post-trace-location": [],
  "location-overview": [],
  "get-box-info": ["boxNotFound", "erpUnavailable"],
  "post-box": ["duplicateBoxItem", "zongpaiNotFound", "boxedBeyondOrdered", "boxNotFound", "erpUnavailable"],
  "edit-box": ["itemNotFound", "staleExpectedQuantity", "boxedBeyondOrdered", "capExceeded"],
  "delete-box": ["itemNotFound", "staleExpectedQuantity", "capExceeded"],
  "get-attachment-categories": [],
  "get-attachment-status": [],
  "put-attachment-config": ["categoryNotKnown", "removalRefused", "configuredBelowBoxed"],
  "post-attachment-location": ["categoryNotKnown", "categoryNotConfigured"],
  "post-attachment-box": [
    ...(["duplicateBoxItem", "categoryNotKnown", "categoryNotConfigured", "capExceeded"] as const),
    ...(["zongpaiNotFound", "boxNotFound", "erpUnavailable"] as const),
  ],
  "patch-attachment-box": ["itemNotFound", "staleExpectedQuantity", "capExceeded", "categoryNotKnown"],
  "delete-attachment-box": ["itemNotFound", "staleExpectedQuantity", "categoryNotKnown"],
} as const satisfies Record<RouteId, readonly Condition[]>;

/** Whether a site's answers let a route tell a condition at all. */
const answerable = (condition: Condition, { id }: Route, { box, attachment, extensions }: Site): boolean => {
  const ofGoods = id === "edit-box" || id === "delete-box";
  switch (condition) {
    case "boxedBeyondOrdered":
      return box.beyondOrdered === "refuse";
    case "boxNotFound":
      return id === "get-box-info" || box.unknownBox === "refuse";
    case "staleExpectedQuantity":
      return extensions.expectedQuantity !== false;
    case "capExceeded":
      return !ofGoods || (attachment.cap.rule === "boxedGoods" && attachment.goodsBelowUse === "refuse");
    case "configuredBelowBoxed":
      return attachment.cap.rule === "configured";
    case "removalRefused":
      return attachment.removalGuard.length > 0;
    case "categoryNotConfigured":
      return id !== "post-attachment-location" || attachment.unconfiguredLocation === "refuse";
    default:
      return true;
  }
};

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
  const { id, row } = route;
  const inBody = row.fieldsIn(site) === "body";
  const ofBody = inBody ? (["malformedJson", "unsupportedMediaType", "bodyTooLarge"] as const) : [];
  const ofWrites = [
    ...(row.kind === "write" ? (["writeConflict"] as const) : []),
    ...(row.kind === "write" && site.extensions.idempotencyKey ? (["idempotencyKeyReused"] as const) : []),
  ];
  const ofStore = row.access.table.length > 0 ? (["throttled", "timeout"] as const) : [];
  const ofRoute = refusals[id].filter((condition) => answerable(condition, route, site));
  const own: readonly Condition[] = [...ofFields(route, site), ...ofBody, ...ofRoute, ...ofWrites, ...ofStore, "internal"];
  const gateway: readonly Condition[] = [...ofGateway(site), ...(inBody ? (["unsupportedMediaType", "bodyTooLarge"] as const) : [])];
  return [
    ...gateway.map((condition) => ({ condition, group: "gateway" as const })),
    ...own.map((condition) => ({ condition, group: row.errors })),
  ];
};

/** Whether a route may give the refusal again, marked, to a request with the same key: what its verb refuses is the key's answer. */
export const isGivenAgain = ({ condition }: Told, { id, row }: Route, site: Site): boolean => {
  const final = conditions[condition].queue === "final";
  const ofVerb: readonly Condition[] = refusals[id];
  // The verb itself finds a scan from the future.
  const ahead = condition === "invalidField" && site.extensions.scannedAt !== false && "scanned_at" in row.input(site).shape;
  return row.kind === "write" && final && (ahead || ofVerb.includes(condition));
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
