import { type TableActions, tableActions } from "#infra/stack/policy.ts";
import type { RouteId } from "#lib/endpoints/ids.ts";
import { v1 } from "#lib/routes.ts";

export type FunctionId = RouteId | "unrouted";

/** One action on one resource, such as `dynamodb:Query on the index`. */
export const permission = (action: string, resource: keyof TableActions): string =>
  `${action} on the ${resource}`;

/** What a function's role allows. */
export const permissionsOf = (id: FunctionId): Set<string> => {
  const { table, index }: TableActions =
    id === "unrouted" ? { table: [], index: [] } : tableActions(v1[id].access);
  return new Set([
    ...table.map((action) => permission(action, "table")),
    ...index.map((action) => permission(action, "index")),
  ]);
};
