import { fieldsIn } from "#lib/http/route.ts";
import { wireOf } from "#lib/http/wire.ts";
import type { ServedRoute } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";

/**
 * A request of a route as it goes out; `fields` are in canonical names and wire units. The key names the scan; `target` is path and query
 * as they are to be sent.
 */
export const requestOf = (route: ServedRoute, fields: object, site: Site, key?: string) => {
  const { method, path } = route;
  const wire = wireOf(site).encode(fields) as Readonly<Record<string, unknown>>;
  const header = site.extensions.idempotencyKey;
  const keyHeader = key && header ? { [header]: key } : {};
  if (fieldsIn(route, site) === "query") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(wire)) query.append(name, String(value));
    return { method, target: query.size > 0 ? `${path}?${query}` : path, headers: keyHeader };
  }
  const headers = { "content-type": "application/json", ...keyHeader };
  return { method, target: path, headers, body: JSON.stringify(wire) };
};
