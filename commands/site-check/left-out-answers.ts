import { docsPath } from "#infra/local/open-files.ts";
import { extensionFields, extensionHeaders, extensionRoutes } from "#lib/extensions.ts";
import { routesOf } from "#lib/routes.ts";
import { pointAt } from "#lib/site/open-points.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";

const purposesOf = (
  part: "routes" | "extensions",
  rows: readonly (readonly [name: string, row: { readonly purpose: string }])[],
) => Object.fromEntries(rows.map(([name, { purpose }]) => [`${part}.${name}`, purpose]));

/** The answers that a site may set to `false`, each with its purpose. */
export const leftOutAnswers: Readonly<Record<string, string>> = {
  "routes.deleteBox": "takes goods out of a box",
  ...purposesOf("routes", Object.entries(extensionRoutes)),
  ...purposesOf("extensions", Object.entries(extensionHeaders)),
  ...purposesOf(
    "extensions",
    Object.values(extensionFields).map((field) => [field.answer, field]),
  ),
  "erp.boxes.day": "the day of a box, for the list of a day's boxes",
  "erp.product": "the product's name below its code",
  "location.offShelfNote": "a note for goods off the shelf",
  "history.keepFor": "deletes operations after some days",
  changes: "sends operations to another system",
  pages: "the pages for worker and supervisor",
  origin: "lets pages of another origin call the service",
  "auth.allowed": "roles: which caller may call which route",
  "deployment.throttle": "a limit for all requests",
  "deployment.perCaller": "a limit for each API key",
  "deployment.domain": "your own domain name",
};

/** The settings of `cdk.json` that a deployment may omit. The model is the local stage's value. */
export const leftOutSettings = {
  docs: { about: "the page of the API, on AWS", model: docsPath },
} as const;

const answerAt = (part: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)?.[name], part);

const withAnswer = <Part>(part: Part, [name = "", ...rest]: string[], answer: unknown): Part => {
  const inner = (part as Record<string, unknown>)[name];
  const changed = rest.length === 0 ? answer : withAnswer(inner, rest, answer);
  return { ...part, [name]: changed };
};

/** One role for every caller, which may call all routes. */
const oneRole = (site: Site): unknown => {
  const roles = { all: routesOf({ ...site, pages: false }).map(({ id }) => id) };
  const { auth } = site;
  if (auth.scheme === "apiKey")
    return { roles, keys: Object.fromEntries(auth.keys.map((key) => [key, "all"])) };
  return auth.scheme === "jwt" ? { roles, claim: "role" } : { roles };
};

/** Demo's answer, or the schema's first example if demo leaves it out too. */
const usualModel = (path: string): unknown => {
  const parts = path.split(".");
  const examples = pointAt(parts)?.examples ?? [];
  const answers = [answerAt(demo, parts), ...examples];
  return answers.find((answer) => answer !== false);
};

/** A usual answer instead of the left-out one. */
export const modelOf = (path: string, site: Site, stage: string): unknown => {
  if (path === "auth.allowed") return oneRole(site);
  const model = usualModel(path);
  return path === "deployment.domain" ? { ...(model as object), stage } : model;
};

/** The answers that a site leaves out. */
export const leftOutIn = (site: Site): string[] =>
  Object.keys(leftOutAnswers).filter((path) => answerAt(site, path.split(".")) === false);

/** The site with a usual answer instead of the left-out one. */
export const siteWith = (site: Site, path: string, stage: string): Site =>
  withAnswer(site, path.split("."), modelOf(path, site, stage));
