import type { RouteRow } from "#lib/route-row.ts";

/** What a function may do in DynamoDB: IAM actions on the table itself, and on its index, which is a resource of its own. */
export type TableActions = { readonly table: readonly string[]; readonly index: readonly string[] };

/**
 * The IAM actions of a function, from its route's `access`. A transaction asks for the action of each of its parts, and there is
 * none for the transaction itself; a write that moves an entry of the index asks for nothing there.
 */
export const tableActions = ({ table, index }: RouteRow["access"]): TableActions => ({
  table: table.map((action) => `dynamodb:${action}`),
  index: index ? ["dynamodb:Query"] : [],
});
