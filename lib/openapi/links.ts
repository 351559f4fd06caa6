import { fieldsIn } from "../http/route.ts";
import { type Route, routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";

/** The operations that go on from a route's success on a site, in OpenAPI's form. */
export const linksOf = (route: Route, site: Site) =>
  Object.fromEntries(
    routesOf(site).flatMap(({ id, row }) => {
      const fields = route.row.next?.[id];
      // A link to a body is an object, and openapi-generator refuses a description that has one.
      if (!fields || fieldsIn(row, site) === "body") return [];
      const names = fields.map((field) => String(wireNameOf(field, site)));
      const parameters = Object.fromEntries(
        names.map((name) => [`query.${name}`, `$response.body#/${name}`]),
      );
      return [[id, { operationId: id, parameters }]];
    }),
  );
