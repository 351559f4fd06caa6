import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { RouteRow } from "#lib/http/route.ts";
import { table as definition } from "#lib/store/table.ts";

type Access = RouteRow["access"];

/** What a function may do in DynamoDB: IAM actions on the table, and on its index. */
export type TableActions = { readonly table: readonly string[]; readonly index: readonly string[] };

/**
 * The IAM actions of a function on the table and on its index, which is a separate resource for IAM. A transaction needs the action of each
 * of its parts. A write that changes the index needs no action on the index.
 */
export const tableActions = ({ table, index }: Access): TableActions => ({
  table: table.map((action) => `dynamodb:${action}`),
  index: index ? ["dynamodb:Query"] : [],
});

/**
 * Allows a role what its routes declare, and no more. `Table.grant` would also allow each action on every index. The tests compare the
 * declared actions with those that the functions really send.
 */
export const grantTable = (role: Role, { tableArn }: ITable, access: Access): void => {
  const grant = (actions: readonly string[], resource: string) => {
    if (actions.length > 0)
      role.addToPolicy(new PolicyStatement({ actions: [...actions], resources: [resource] }));
  };
  const { table, index } = tableActions(access);
  grant(table, tableArn);
  grant(index, `${tableArn}/index/${definition.index.name}`);
};
