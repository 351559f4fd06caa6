import type { ChangeSettings } from "#scanner/changes.ts";
import type { ClientSettings, RouteSettings } from "#scanner/client/client-settings.ts";
import { answerToCondition, conditionsOf, errorGroups } from "../errors.ts";
import type { InputField } from "../fields.ts";
import { fieldsIn } from "../http/route.ts";
import { routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf, wireNames } from "../site/wire-names.ts";

/** What the gateway or the parser answers before any verb. */
const earlyConditions = [
  "malformedJson",
  "unsupportedMediaType",
  "bodyTooLarge",
  "invalidBoxNo",
  "invalidQuantity",
  "invalidZongpai",
  "invalidField",
];

/** The codes of these conditions; of the gateway's those of `atGateway`. */
const codesOf = ({ errors }: Site, of: readonly string[], atGateway = of): string[] => {
  const codes = errorGroups.flatMap((group) =>
    conditionsOf(group)
      .filter((condition) => (group === "gateway" ? atGateway : of).includes(condition))
      .map((condition) => answerToCondition({ condition, group }, errors).code),
  );
  return [...new Set(codes)];
};

/** What an entry that was recorded before cannot have caused; nor can a code that also means something else be one of these. */
const unrecordedConditions = ["zongpaiNotFound", "categoryNotKnown"];
const codesOfUnrecorded = (site: Site): string[] => {
  const all = Object.values(site.errors).flatMap((answers) => Object.keys(answers));
  const others = codesOf(
    site,
    all.filter((name) => ![...earlyConditions, ...unrecordedConditions].includes(name)),
    [],
  );
  const sure = codesOf(
    site,
    [...earlyConditions, ...unrecordedConditions],
    Object.keys(site.errors.gateway),
  );
  return sure.filter((code) => !others.includes(code));
};

/** As plain JSON: a browser need not load the schemas. */
export const clientSettings = (site: Site): ClientSettings => {
  const routes = routesOf(site).map(({ id, method, path, ...route }): [string, RouteSettings] => {
    const inQuery = new Set<string>(route.queryFields ?? []);
    const place = (field: string) => (inQuery.has(field) ? "query" : fieldsIn(route, site));
    const taken = Object.keys(route.input(site).shape).filter(
      (field) => wireNameOf(field as InputField, site) !== false,
    );
    const takes = Object.fromEntries(taken.map((field) => [field, place(field)]));
    return [id, { method, path, takes, builds: route.corrects === true }];
  });
  const otherNames = [...wireNames(site)].filter(([field, name]) => field !== name);
  const { idempotencyKey: key, replayed, refusalValues } = site.extensions;
  return {
    routes: Object.fromEntries(routes),
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

/** What turns a change into a line of a site's history. */
export const changeSettings = (site: Site): ChangeSettings => ({
  names: Object.fromEntries(wireNames(site)),
  did: site.history.did,
});
