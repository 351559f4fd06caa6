import { afterEach, expect } from "vitest";
import { permissionsOf } from "./permissions.ts";
import { table } from "./table.ts";
import { watchCommands } from "./watch-commands.ts";

const forbidden = new Set<string>();

/** Runs a handler as its function: the role must allow all that it sends, then or later. */
export const asFunction = watchCommands(table.documents, (permissions, id) => {
  const allowed = id && permissionsOf(id);
  for (const name of permissions)
    if (allowed && !allowed.has(name)) forbidden.add(`${id}: ${name}`);
});

afterEach(() => {
  const found = [...forbidden];
  forbidden.clear();
  expect(
    found,
    "sent by a function whose role does not allow it: see access in lib/endpoints/<id>.ts",
  ).toEqual([]);
});
