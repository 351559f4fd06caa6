import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../sites/demo.ts";
import { type Ended, runCommand as run } from "./run-command.ts";

export type { Ended };

/** The variables of a command, of this process only those that every program needs. */
const bare = () => Object.fromEntries(Object.keys(process.env).map((name) => [name, undefined]));

/** Runs a command of `commands/` with these variables and no others of the store's. */
export const runCommand = (
  name: string,
  args: readonly string[],
  variables: Readonly<Record<string, string>>,
  input?: string,
): Promise<Ended> => {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  return run(`commands/${name}.ts`, args, { ...bare(), PATH, HOME, NODE_COMPILE_CACHE, ...variables }, input);
};

/** The objects of JSON lines. */
export const jsonLines = <Line = Record<string, unknown>>({ out }: Ended): Line[] =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

/** Sends a request to a stage of the demo site, as a scanner does: again with its key while it is told that it may be. */
export const send = async (stage: { readonly url: string }, method: string, path: string, body: object, key: string = randomUUID()) => {
  for (let tries = 0; ; tries += 1) {
    const headers = { "content-type": "application/json", "Idempotency-Key": key, ...localCredentials(demo) };
    const response = await fetch(stage.url + path, { method, headers, body: JSON.stringify(body) });
    if (response.ok) return;
    // On a busy machine the ERP may be too slow.
    if (tries > 20 || ![429, 503, 504].includes(response.status)) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await sleep(100);
  }
};
