import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { RouteAccess } from "#lib/http/route.ts";
import { tableLayout } from "#lib/store/table.ts";

/**
 * The IAM actions of a function on the table and on its index. A transaction needs the action of each of its parts; a write needs none on
 * the index.
 */
export const tableActions = ({ table, index }: Omit<RouteAccess, "erp">) => ({
  table: table.map((action) => `dynamodb:${action}`),
  index: index ? ["dynamodb:Query"] : [],
});
export type TableActions = ReturnType<typeof tableActions>;

/** Allows a role what its routes declare; `Table.grant` would allow each action on every index, too. */
export const grantTable = (
  role: Role,
  { tableArn }: ITable,
  access: Omit<RouteAccess, "erp">,
): void => {
  const grant = (actions: readonly string[], resource: string) => {
    if (actions.length > 0)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  };
  const { table, index } = tableActions(access);
  grant(table, tableArn);
  grant(index, `${tableArn}/index/${tableLayout.index.name}`);
};
