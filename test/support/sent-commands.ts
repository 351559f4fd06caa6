import { table } from "./table.ts";
import { permissionsOf, watchCommands } from "./watch-commands.ts";
import { forbidden } from "./worker.ts";

/** Runs a handler as its function. The function's role must allow everything that it sends, now or later. */
export const asFunction = watchCommands(table, (permissions, id) => {
  const allowed = id && permissionsOf(id);
  for (const name of permissions)
    if (allowed && !allowed.has(name)) forbidden.add(`${id}: ${name}`);
});
