import { fieldsIn } from "#lib/http/route.ts";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { wireNames } from "#lib/site/wire-names.ts";

/** The names and addresses of a site's requests and answers, by what has them. The table stores them. */
export type RememberedNames = Readonly<Record<string, string>>;

/**
 * The names and addresses that a scanner uses. A page that is open keeps using them after a deployment, so its scans are refused if one
 * changed. The header of the idempotency key is not among them, because it is a remembered answer.
 */
export const namesOf = (site: Site): RememberedNames => {
  const { basePath, extensions } = site;
  const routes = routesOf(site).map(({ id, method, path, ...route }) => [
    `route ${id}`,
    `${method} ${path.slice(basePath.length)}, fields in the ${fieldsIn(route, site)}`,
  ]);
  const fields = wireNames(site).map(([field, name]) => [`field ${field}`, name]);
  const { replayed, refusalValues } = extensions;
  const headers = Object.entries({ replayed, refusalValues }).flatMap(([header, name]) =>
    name === false ? [] : [[`header ${header}`, name]],
  );
  return Object.fromEntries([["basePath", basePath], ...routes, ...fields, ...headers]);
};

/**
 * Every remembered name that differs or is gone (`now` is undefined), in the order of the profile; a table returns its attributes in
 * any order. A name that a table does not remember is an addition, and safe.
 */
export const changedNames = (remembered: RememberedNames, site: Site) => {
  const names = namesOf(site);
  const gone = Object.keys(remembered).filter((what) => !(what in names));
  return [...Object.keys(names), ...gone.sort()].flatMap((what) => {
    const before = remembered[what];
    const now = names[what];
    return before === undefined || before === now ? [] : [{ what, before, now }];
  });
};

export type ChangedName = ReturnType<typeof changedNames>[number];
