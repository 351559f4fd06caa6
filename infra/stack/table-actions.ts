import type { RouteRow } from "#lib/route-row.ts";

/** What a function may do in DynamoDB: IAM actions on the table, and on its index, which is a separate resource for IAM. */
export type TableActions = { readonly table: readonly string[]; readonly index: readonly string[] };

/**
 * The IAM actions of a function, from its route's `access`. A transaction needs the action of each of its parts, and none for itself.
 * A write that changes the index needs no action on the index.
 */
export const tableActions = ({ table, index }: RouteRow["access"]): TableActions => ({
  table: table.map((action) => `dynamodb:${action}`),
  index: index ? ["dynamodb:Query"] : [],
});
