import type { RouteId } from "../endpoints/ids.ts";
import { groupOf } from "../http/route.ts";
import type { Route } from "../routes.ts";
import type { Site } from "../site/schema.ts";
import { errorResponses } from "./error-responses.ts";

type Reference = { readonly $ref: `#/components/responses/${string}` };

/** The error responses of all routes as components, and for each route the references to its own. */
export type SharedResponses = {
  readonly components: Readonly<Record<string, ReturnType<typeof errorResponses>[string]>>;
  readonly of: (id: RouteId) => Readonly<Record<string, Reference>>;
};

/** Routes that use a status for the same conditions share one response; otherwise the file would be three times as long. */
export const sharedResponses = (routes: readonly Route[], site: Site): SharedResponses => {
  const components: Record<string, ReturnType<typeof errorResponses>[string]> = {};
  const nameOf = (
    group: string,
    status: string,
    response: ReturnType<typeof errorResponses>[string],
  ): string => {
    const text = JSON.stringify(response);
    for (let n = 1; ; n += 1) {
      const name = `${group}-${status}${n === 1 ? "" : `-${n}`}`;
      const taken = components[name];
      if (taken && JSON.stringify(taken) !== text) continue;
      components[name] = response;
      return name;
    }
  };
  const references = new Map(
    routes.map((route) => {
      const named = Object.entries(errorResponses(route, site)).map(([status, response]) => {
        const reference: Reference = {
          $ref: `#/components/responses/${nameOf(groupOf(route.row), status, response)}`,
        };
        return [status, reference] as const;
      });
      return [route.id, Object.fromEntries(named)] as const;
    }),
  );
  return { components, of: (id) => references.get(id) ?? {} };
};
