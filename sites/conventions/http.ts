import { type Condition, conditions, conditionsOf, type ErrorGroup } from "#lib/errors.ts";
import { extensionRoutes } from "#lib/extensions.ts";
import { usualStatuses } from "#lib/route-ids.ts";
import { defineConvention } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";

const statusOfCondition: Readonly<Record<Condition, number>> = {
  invalidBoxNo: 400,
  invalidQuantity: 400,
  invalidZongpai: 400,
  invalidField: 400,
  malformedJson: 400,
  requestUnreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  zongpaiNotFound: 404,
  itemNotFound: 404,
  boxNotFound: 404,
  categoryNotKnown: 404,
  unknownRoute: 404,
  methodNotAllowed: 405,
  duplicateBoxItem: 409,
  capExceeded: 409,
  staleExpectedQuantity: 409,
  staleExpectedLocation: 409,
  staleExpectedRevision: 409,
  boxedBeyondOrdered: 409,
  movedBeyondBoxed: 409,
  categoryNotConfigured: 409,
  configuredBelowBoxed: 409,
  removalRefused: 409,
  bodyTooLarge: 413,
  unsupportedMediaType: 415,
  erpRowInvalid: 422,
  idempotencyKeyReused: 422,
  throttled: 429,
  internal: 500,
  writeConflict: 503,
  erpUnavailable: 503,
  timeout: 504,
};

const codeInCapitals = (condition: string) => condition.replace(/[A-Z]/g, "_$&").toUpperCase();

/** The usual status of each condition, and its name in capitals as its code; the domains are the site's, and messages, if not English. */
export const usualErrors = (
  domains: Readonly<Record<ErrorGroup, string>>,
  messages: Readonly<Partial<Record<Condition, string>>> = {},
): Site["errors"] => {
  const answersOf = (group: ErrorGroup) =>
    conditionsOf(group).map((name) => {
      const ownCode = "fixedCode" in conditions[name] ? {} : { code: codeInCapitals(name) };
      const ownMessage = name in messages && { message: messages[name] };
      const status = statusOfCondition[name];
      return [name, { status, ...ownCode, domain: domains[group], ...ownMessage }];
    });
  const groups = (Object.keys(domains) as ErrorGroup[]).map((group) => [
    group,
    Object.fromEntries(answersOf(group)),
  ]);
  return defineConvention("usualErrors(…)", Object.fromEntries(groups));
};

/** 201 for what is new in a box, 200 for everything else. */
export const usualSuccess = defineConvention<Site["success"]>("usualSuccess", usualStatuses);

type UsualAddresses = {
  [Name in keyof typeof extensionRoutes]: (typeof extensionRoutes)[Name]["usual"];
};

/** Every extension, each below the resource that it is about. */
export const allExtensions = defineConvention(
  "allExtensions",
  Object.fromEntries(
    Object.entries(extensionRoutes).map(([name, { usual }]) => [name, usual]),
  ) as UsualAddresses,
);

/** Sizes and times that fit a request of 4.5 seconds. */
export const usualLimits = defineConvention("usualLimits", {
  overview: { pageSize: 50 },
  box: { pageSize: 5_000 },
  limits: { bodyBytes: 16_384 },
  erp: { verifiedFor: 86_400, copyFor: 604_800 },
} satisfies { [Part in keyof Site]?: Partial<Site[Part]> });

/** The ERP's views are in a SQLite file, which a deployment takes along. */
export const erpInFile = defineConvention("erpInFile", {
  dialect: "sqlite",
  connection: false,
} satisfies Partial<Site["erp"]>);

/** The gateway's own domain name, and no limit of rates other than the account's own. */
export const usualDeployment = defineConvention<Site["deployment"]>("usualDeployment", {
  throttle: false,
  perCaller: false,
  domain: false,
});
