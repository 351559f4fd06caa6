import { extensionFields, fields, type InputField } from "../fields.ts";
import { routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";
import type { ClientSettings, RouteSettings } from "./types.ts";

const served = (field: string, site: Site) => wireNameOf(field as InputField, site) !== false;

/**
 * What a client must know of a site, as plain JSON. Run it where the application is built, or serve its result: it reads the
 * schemas, which a browser need not load.
 */
export const clientSettings = (site: Site): ClientSettings => {
  const { idempotencyKey, replayed } = site.extensions;
  const names = ([...Object.keys(fields), ...Object.keys(extensionFields)] as InputField[]).flatMap((field) => {
    const name = wireNameOf(field, site);
    return name === false ? [] : [[field, name] as const];
  });
  const routes = routesOf(site).map(({ id, method, path, row }): [string, RouteSettings] => {
    const inQuery = new Set<string>(row.queryFields ?? []);
    const place = (field: string) => (inQuery.has(field) ? "query" : row.fieldsIn(site));
    const taken = Object.keys(row.input(site).shape).filter((field) => served(field, site));
    return [id, { method, path, takes: Object.fromEntries(taken.map((field) => [field, place(field)])) }];
  });
  return {
    routes: Object.fromEntries(routes),
    names: Object.fromEntries(names),
    keyHeader: idempotencyKey && "header" in idempotencyKey ? idempotencyKey.header : false,
    replayed,
  };
};
