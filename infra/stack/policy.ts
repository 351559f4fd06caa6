import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { Access } from "#lib/http/route.ts";
import { table as definition } from "#lib/store/table.ts";

export type TableActions = { readonly table: readonly string[]; readonly index: readonly string[] };

/**
 * The IAM actions of a function on the table and on its index. A transaction needs the action of each of its parts; a write that changes
 * the index needs none on it.
 */
export const tableActions = ({ table, index }: Omit<Access, "erp">): TableActions => ({
  table: table.map((action) => `dynamodb:${action}`),
  index: index ? ["dynamodb:Query"] : [],
});

/**
 * Allows a role what its routes declare, and no more: `Table.grant` would also allow each action on every index.
 */
export const grantTable = (role: Role, { tableArn }: ITable, access: Omit<Access, "erp">): void => {
  const grant = (actions: readonly string[], resource: string) => {
    if (actions.length > 0)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  };
  const { table, index } = tableActions(access);
  grant(table, tableArn);
  grant(index, `${tableArn}/index/${definition.index.name}`);
};
