import type { APIGatewayProxyEvent } from "aws-lambda";
import type { RouteId } from "../endpoints/ids.ts";
import { Refusal } from "../errors.ts";
import { keysFor } from "../gate/allowed.ts";
import { callerOf } from "../gate/caller.ts";
import type { Site } from "../site/schema.ts";

/**
 * Refuses a key whose role may not call this route, before anything of the request is read. The gateway cannot: its keys know no methods.
 * What tokens and IAM may call, it checks itself. `undefined` if there is nothing to check.
 * @throws Refusal `forbidden`
 */
export const allow = (id: RouteId, site: Site, keyNames: ReadonlyMap<string, string>) => {
  const allowed = keysFor(id, site);
  if (!allowed) return undefined;
  const caller = callerOf(site, keyNames);
  return {
    before: ({ event }: { event: APIGatewayProxyEvent }): void => {
      if (!allowed.has(caller(event))) throw new Refusal("forbidden", {});
    },
  };
};
