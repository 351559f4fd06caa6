import { AsyncLocalStorage } from "node:async_hooks";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type FunctionId, permission } from "./permissions.ts";

type Input = {
  readonly IndexName?: string;
  readonly TransactItems?: readonly Readonly<Record<string, unknown>>[];
};

/** What a command must be permitted: each of its parts, where it is a transaction. */
const needed = (commandName: string, { IndexName, TransactItems = [] }: Input): string[] => {
  const command = commandName.replace(/Command$/, "");
  const actions = command.startsWith("Transact")
    ? TransactItems.flatMap(Object.keys).map((part) => `${part}Item`)
    : [command];
  return actions.map((action) =>
    permission(`dynamodb:${action}`, IndexName === undefined ? "table" : "index"),
  );
};

/** Tells for whatever is sent through a client what it must be permitted, and which function sent it; none if no request was behind it. */
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
  /** Runs a handler as its function: whatever it sends, then or later, is told as sent by it. */
  return <Answer>(id: FunctionId, run: () => Answer): Answer => running.run(id, run);
};
