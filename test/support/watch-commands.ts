import { AsyncLocalStorage } from "node:async_hooks";
import { addStep } from "#infra/local/command-steps.ts";
import { type TableActions, tableActions } from "#infra/stack/table-policy.ts";
import { accessOf } from "#lib/http/route.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { v1 } from "#lib/routes.ts";
import type { Table } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import odd from "../site/odd.ts";

export type FunctionId = RouteId | "unrouted";

/** Actions on one resource, such as `dynamodb:Query on the index`. */
const permissions = (actions: readonly string[], resource: keyof TableActions): string[] =>
  actions.map((action) => `${action} on the ${resource}`);

/** The permissions of a function's role on demo and on the odd site together. */
export const permissionsOf = (id: FunctionId): Set<string> => {
  if (id === "unrouted") return new Set();
  const roles: TableActions[] = [demo, odd].map((site) => tableActions(accessOf(v1[id], site)));
  return new Set(
    roles.flatMap(({ table, index }) => [
      ...permissions(table, "table"),
      ...permissions(index, "index"),
    ]),
  );
};

type Input = {
  readonly IndexName?: string;
  readonly TransactItems?: readonly Readonly<Record<string, unknown>>[];
};

/** The permissions that a command or the parts of a transaction need. */
const needed = (commandName: string, { IndexName, TransactItems = [] }: Input): string[] => {
  const command = commandName.replace(/Command$/, "");
  const actions = command.startsWith("Transact")
    ? TransactItems.flatMap(Object.keys).map((part) => `${part}Item`)
    : [command];
  return permissions(
    actions.map((action) => `dynamodb:${action}`),
    IndexName === undefined ? "table" : "index",
  );
};

/** Reports the permissions that each command on a table needs, and the function that sent it, if any. */
export const watchCommands = (
  table: Table,
  onSent: (permissions: readonly string[], id: FunctionId | undefined) => void,
) => {
  const running = new AsyncLocalStorage<FunctionId>();
  addStep(
    table,
    () =>
      (next, { commandName = "" }) =>
      (args) => {
        onSent(needed(commandName, args.input), running.getStore());
        return next(args);
      },
    { name: "watchCommands" },
  );
  /** Runs a handler, and reports what it sends, now or later, with its id. */
  return <Answer>(id: FunctionId, run: () => Answer): Answer => running.run(id, run);
};
