import { type TableActions, tableActions } from "#infra/stack/policy.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { accessOf } from "#lib/http/route.ts";
import { v1 } from "#lib/routes.ts";
import demo from "../../sites/demo.ts";

export type FunctionId = RouteId | "unrouted";

/** One action on one resource, such as `dynamodb:Query on the index`. */
export const permission = (action: string, resource: keyof TableActions): string =>
  `${action} on the ${resource}`;

/** What a function's role allows where the site has every extension, as demo does. */
export const permissionsOf = (id: FunctionId): Set<string> => {
  const { table, index }: TableActions =
    id === "unrouted" ? { table: [], index: [] } : tableActions(accessOf(v1[id], demo));
  return new Set([
    ...table.map((action) => permission(action, "table")),
    ...index.map((action) => permission(action, "index")),
  ]);
};
