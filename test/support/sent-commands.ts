import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, afterEach, expect } from "vitest";
import { type FunctionId, permission, permissionsOf } from "./permissions.ts";
import { leaveNote } from "./sent-notes.ts";
import { documents } from "./table.ts";

type Input = { readonly IndexName?: string; readonly TransactItems?: readonly Readonly<Record<string, unknown>>[] };

/** What a command must be permitted: each of its parts, where it is a transaction. */
const needed = (commandName: string, { IndexName, TransactItems = [] }: Input): string[] => {
  const command = commandName.replace(/Command$/, "");
  const actions = command.startsWith("Transact") ? TransactItems.flatMap(Object.keys).map((part) => `${part}Item`) : [command];
  return actions.map((action) => permission(`dynamodb:${action}`, IndexName === undefined ? "table" : "index"));
};

const running = new AsyncLocalStorage<FunctionId>();
const sent = new Map<FunctionId | "alone", Set<string>>();
const forbidden = new Set<string>();

documents.middlewareStack.add(
  (next, { commandName = "" }) =>
    (args) => {
      const id = running.getStore();
      const permissions = needed(commandName, args.input as Input);
      sent.set(id ?? "alone", new Set([...(sent.get(id ?? "alone") ?? []), ...permissions]));
      const allowed = id && permissionsOf(id);
      for (const name of permissions) if (allowed && !allowed.has(name)) forbidden.add(`${id}: ${name}`);
      return next(args);
    },
  { step: "initialize", name: "sentCommands" },
);

/** Runs a handler as its function: whatever it sends, then or later, is held against what the function's role allows. */
export const asFunction = <Answer>(id: FunctionId, run: () => Answer): Answer => running.run(id, run);

afterEach(() => {
  const found = [...forbidden];
  forbidden.clear();
  expect(found, "sent by a function whose role does not allow it: see its access in lib/routes.ts").toEqual([]);
});

afterAll(() => leaveNote(Object.fromEntries([...sent].map(([id, names]) => [id, [...names]]))));
