import type { ITable } from "aws-cdk-lib/aws-dynamodb";
import { PolicyStatement, type Role } from "aws-cdk-lib/aws-iam";
import type { RouteRow } from "#lib/http/route.ts";
import { table as definition } from "#lib/store/table.ts";

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

/**
 * Allows a role what its routes declare, and no more: its actions on this table and on this one index. `Table.grant` would also allow
 * each action on every index. The tests compare the declared actions with those that the functions really send.
 */
export const grantTable = (role: Role, { tableArn }: ITable, access: RouteRow["access"]): void => {
  const { table, index } = tableActions(access);
  if (table.length > 0)
    role.addToPolicy(new PolicyStatement({ actions: [...table], resources: [tableArn] }));
  if (index.length > 0)
    role.addToPolicy(
      new PolicyStatement({
        actions: [...index],
        resources: [`${tableArn}/index/${definition.index.name}`],
      }),
    );
};
