import * as z from "zod";
import type { InputField } from "../fields.ts";
import { type Route, routesOf } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";

/** Where an answer holds a field: at its top, or in the first of its entries. */
const pointer = ({ row }: Route, field: InputField, site: Site): string => {
  const output = row.output(site);
  const name = String(wireNameOf(field, site));
  const atTop = output instanceof z.ZodObject && field in output.shape;
  return `$response.body#/${atTop ? name : `${wireNameOf("entries", site)}/0/${name}`}`;
};

/** The operations that go on from a route's success on a site, in OpenAPI's form. */
export const linksOf = (route: Route, site: Site) =>
  Object.fromEntries(
    routesOf(site).flatMap(({ id, row }) => {
      const fields = route.row.next?.[id];
      if (!fields) return [];
      const inQuery = row.fieldsIn(site) === "query";
      const given = Object.fromEntries(
        fields.map((field) => [`${inQuery ? "query." : ""}${wireNameOf(field, site)}`, pointer(route, field, site)]),
      );
      return [[id, { operationId: id, ...(inQuery ? { parameters: given } : { requestBody: given }) }]];
    }),
  );
