import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import type { Site } from "#lib/site/schema.ts";
import { keysOfStage, namesWithoutKey, unlistedKeys } from "../keys/stage-keys.ts";
import type { DeployedStack } from "./stack.ts";

/** The names of a site's API keys. */
const listedNames = ({ auth }: Pick<Site, "auth">): readonly string[] =>
  auth.scheme === "apiKey" ? auth.keys : [];

type StageWithKeys = {
  readonly stack: string;
  readonly site: Pick<Site, "auth">;
  /** The command that makes keys for this stage. */
  readonly keysCommand: string;
};

const usagePlanIn = ({ outputs }: DeployedStack): string => outputs.get("UsagePlan") ?? "";

/** Whether a person can answer a question of this process. */
const isAtTerminal = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks a question at the terminal. Only Enter, Ctrl+C and Ctrl+D mean no. */
const askToConfirm = async (question: string): Promise<boolean> => {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = terminal.question(`${question} [y/N] `).catch(() => "");
    const closed = once(terminal, "close").then(() => "");
    return /^y(es)?$/i.test((await Promise.race([answer, closed])).trim());
  } finally {
    terminal.close();
  }
};

/**
 * Lists the names without a key after a deployment. At a terminal, it offers to make their keys with `makeKeys`, which returns an exit
 * status.
 * @throws Error if `makeKeys` fails
 */
export const offerKeys = async (
  deployed: DeployedStack,
  { stack, site, keysCommand }: StageWithKeys,
  mayAsk: boolean,
  makeKeys: () => Promise<number | null>,
): Promise<void> => {
  const names = listedNames(site);
  if (names.length === 0) return;
  const keys = await keysOfStage(stack, usagePlanIn(deployed)).catch(
    ({ message }: Error) => message,
  );
  if (typeof keys === "string")
    return console.error(
      `The keys could not be listed (CI's role, for example, may not list them). This lists the names without a key:\n  ${keysCommand} --dry-run\n${keys}`,
    );
  for (const line of unlistedKeys(keys, names)) console.error(line);
  const keylessNames = namesWithoutKey(keys, names);
  if (keylessNames.length === 0) return;
  console.error(`No key yet: ${keylessNames.join(", ")}.`);
  const isConfirmed = mayAsk && isAtTerminal() && (await askToConfirm("Make their keys now?"));
  if (!isConfirmed) return console.error(`This makes them:\n  ${keysCommand}`);
  if ((await makeKeys()) !== 0)
    throw new Error(
      `${stack} is deployed, but not all keys are made. This makes the missing ones:\n  ${keysCommand}`,
    );
};
