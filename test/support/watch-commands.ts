import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type FunctionId, permission } from "./permissions.ts";

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
  return actions.map((action) =>
    permission(`dynamodb:${action}`, IndexName === undefined ? "table" : "index"),
  );
};

/** Reports the permissions that each command of a client needs, and the function that sent it, if any. */
export const watchCommands = (
  { middlewareStack }: DynamoDBDocumentClient,
  onSent: (permissions: readonly string[], id: FunctionId | undefined) => void,
) => {
  const running = new AsyncLocalStorage<FunctionId>();
  middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        onSent(needed(commandName, args.input as Input), running.getStore());
        return next(args);
      },
    { step: "initialize", name: "watchCommands" },
  );
  /** Runs a handler: what it sends, then or later, is reported with its id. */
  return <Answer>(id: FunctionId, run: () => Answer): Answer => running.run(id, run);
};
