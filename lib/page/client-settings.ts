import type { ChangeSettings } from "#scanner/changes.ts";
import type { ClientSettings, RouteSettings } from "#scanner/client/client-settings.ts";
import { answerToCondition, conditionsOf, errorGroups } from "../errors.ts";
import type { InputField } from "../fields.ts";
import { accessOf, fieldsIn } from "../http/route.ts";
import { routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { keyHeaderOf, wireNameOf, wireNames } from "../site/wire-names.ts";

/** Conditions that the gateway or the parser answers before any verb. */
const earlyConditions = [
  "malformedJson",
  "unsupportedMediaType",
  "bodyTooLarge",
  "invalidBoxNo",
  "invalidQuantity",
  "invalidZongpai",
  "invalidField",
];

/** The error codes of these conditions; `atGateway` has the codes of the group "gateway". */
const codesOf = (
  { errors }: Site,
  conditions: readonly string[],
  atGateway = conditions,
): string[] => {
  const codes = errorGroups.flatMap((group) => {
    const wanted = group === "gateway" ? atGateway : conditions;
    return conditionsOf(group)
      .filter((condition) => wanted.includes(condition))
      .map((condition) => answerToCondition({ condition, group }, errors).code);
  });
  return [...new Set(codes)];
};

/** An entry that was recorded before cannot meet these conditions. */
const unrecordedConditions = ["zongpaiNotFound", "categoryNotKnown"];

/** Codes that say for sure that an entry was not recorded: none of them may also mean another condition. */
const codesOfUnrecorded = (site: Site): string[] => {
  const unrecorded = [...earlyConditions, ...unrecordedConditions];
  const allConditions = Object.values(site.errors).flatMap((answers) => Object.keys(answers));
  const otherConditions = allConditions.filter((name) => !unrecorded.includes(name));
  const otherCodes = codesOf(site, otherConditions, []);
  const codes = codesOf(site, unrecorded, Object.keys(site.errors.gateway));
  return codes.filter((code) => !otherCodes.includes(code));
};

/** The site's settings for the scanner's client, as plain JSON: a browser need not load the schemas. */
export const clientSettings = (site: Site): ClientSettings => {
  const routes = routesOf(site).map(({ id, method, path, ...route }): [string, RouteSettings] => {
    const queryFields = new Set<string>(route.queryFields ?? []);
    const placeOf = (field: string) => (queryFields.has(field) ? "query" : fieldsIn(route, site));
    const takenFields = Object.keys(route.input(site).shape).filter(
      (field) => wireNameOf(field as InputField, site) !== false,
    );
    const takes = Object.fromEntries(takenFields.map((field) => [field, placeOf(field)]));
    const settings = { method, path, takes, builds: route.corrects === true };
    return [id, accessOf(route, site).erp ? { ...settings, asksErp: true } : settings];
  });
  const otherNames = [...wireNames(site)].filter(([field, name]) => field !== name);
  const { replayed, refusalValues } = site.extensions;
  const key = keyHeaderOf(site);
  return {
    routes: Object.fromEntries(routes),
    timeRoute: "get-attachment-categories",
    names: Object.fromEntries(otherNames),
    key,
    replayed,
    refusalValues,
    early: key
      ? codesOf(site, earlyConditions, Object.keys(site.errors.gateway))
      : codesOfUnrecorded(site),
    reused: key ? codesOf(site, ["idempotencyKeyReused"]) : [],
    faults: codesOf(site, ["internal"]),
    keepFor: site.history.keepFor && site.history.keepFor * 86_400_000,
  };
};

/** The settings that turn a change into a line of a site's history. */
export const changeSettings = (site: Site): ChangeSettings => ({
  names: Object.fromEntries(wireNames(site)),
  did: site.history.did,
});
