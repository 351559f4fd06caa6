import { randomUUID } from "node:crypto";
import { fieldsIn } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import { isKeyRequired, keyHeaderOf } from "#lib/site/wire-names.ts";

/**
 * A request of a route as it goes out; `fields` are in canonical names and wire units. The key names the scan; `target` is path and query
 * as they are to be sent. A write without a key gets a new one where the site requires it.
 */
export const requestOf = (route: ServedRoute, fields: object, site: Site, givenKey?: string) => {
  const { method, path, kind } = route;
  const wire = wireOf(site).encode(fields) as Readonly<Record<string, unknown>>;
  const header = keyHeaderOf(site);
  const newKey = kind === "write" && isKeyRequired(site) ? randomUUID() : undefined;
  const key = givenKey ?? newKey;
  const keyHeader = key && header ? { [header]: key } : {};
  if (fieldsIn(route, site) === "query") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(wire)) query.append(name, String(value));
    return { method, target: query.size > 0 ? `${path}?${query}` : path, headers: keyHeader };
  }
  const headers = { "content-type": "application/json", ...keyHeader };
  return { method, target: path, headers, body: JSON.stringify(wire) };
};
