import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import { apiKeyValue } from "#lib/gate/caller.ts";
import { createCommand, runCommandLine, siteHelp } from "./cli/command.ts";
import { showProgress } from "./cli/output.ts";
import { readStack } from "./deploy/stack.ts";
import {
  addKeyToPlan,
  createKey,
  holderIn,
  keysOfStage,
  keyTitleOf,
  namesWithoutKey,
  type StageKey,
  switchOffKey,
  unlistedKeys,
} from "./keys/stage-keys.ts";

/** The keys of a run, in the form of `get-api-keys --include-values`, which `npm run labels` reads. */
const KeyRun = z.object({
  items: z.array(z.object({ name: z.string(), value: z.string(), enabled: z.literal(true) })),
  /** The ids of older keys, switched off when the new ones are made. */
  replaced: z.array(z.string()),
});
type KeyRun = z.infer<typeof KeyRun>;

/** @throws Error of the AWS CLI, or if there is no such stack with API keys */
const usagePlanOf = async (stack: string): Promise<string> => {
  const deployed = await readStack(stack);
  const plan = deployed?.outputs.get("UsagePlan");
  if (plan === undefined)
    throw new Error(`There is no stack ${stack} with the output UsagePlan: deploy it first.`);
  return plan;
};

const newKeyRun = (
  stack: string,
  names: readonly string[],
  replaced: readonly StageKey[],
): KeyRun => {
  const time = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  return {
    items: names.map((name) => ({
      name: keyTitleOf(stack, name, time),
      value: apiKeyValue(name, randomBytes(16).toString("hex")),
      enabled: true,
    })),
    replaced: replaced.map(({ id }) => id),
  };
};

/** The interrupted run in a file. @throws Error if it belongs to another stack */
const readInterruptedRun = (file: string, stack: string): KeyRun | undefined => {
  if (!existsSync(file)) return undefined;
  const keyRun = KeyRun.parse(JSON.parse(readFileSync(file, "utf8")));
  if (keyRun.items.some(({ name }) => holderIn(stack, name) === undefined))
    throw new Error(
      `${file} has keys of another stack than ${stack}. Name another file with --out.`,
    );
  return keyRun;
};

/** Makes the missing keys of a run, then switches off the keys that it replaces. */
const finishRun = async (
  { items, replaced }: KeyRun,
  stageKeys: readonly StageKey[],
  plan: string,
) => {
  await showProgress("keys", items.length, async (advance) => {
    for (const { name, value } of items) {
      const existingKey = stageKeys.find(({ title }) => title === name);
      const id = existingKey?.id ?? (await createKey({ name, value }));
      if (!existingKey?.inPlan) await addKeyToPlan(plan, id);
      advance();
    }
  });
  for (const { id, enabled } of stageKeys)
    if (enabled && replaced.includes(id)) await switchOffKey(id);
};

const program = createCommand(
  "keys",
  "Makes the API keys of a stage: one for each name of the site that has none, or new keys to replace lost ones.",
  `It uses the AWS CLI, with the credentials and the region of the environment. It reads the names of the existing keys, never their values.
It writes the new values to a file, then makes the keys and adds them to the stack's usage plan. With --replace, it switches off the older
keys of these names at the end. If the command fails before that, they are still valid.

An interrupted run leaves <file>.unfinished. Run the command again: it makes the missing keys, and no others.
The file has the new keys in clear text. This prints their cards:

  npm run --silent labels -- --keys --out cards.html < <file>

A value begins with the name that the history shows; API Gateway calls the key Warehouse-<site>-<stage>-<name>.<time>.
Exit status: 0 made, or nothing to make; 1 not made; 2 a wrong call.`,
)
  .requiredOption("--site <name>", siteHelp)
  .requiredOption("--stage <stage>", "the stage of the keys")
  .option(
    "--out <file>",
    "new file for the values, readable only by you (default: Warehouse-<site>-<stage>.keys.json)",
  )
  .option("--replace <names...>", "make new keys for these names, then switch off their older ones")
  .option("--dry-run", "list the names that would get a key, and change nothing")
  .action(async ({ site: choice, stage, out, replace, dryRun }) => {
    const { name: site, auth } = await chooseSite(choice);
    if (auth.scheme !== "apiKey") throw usageError(`The site ${site} has no API keys.`);
    const unknownName = replace?.find((name) => !auth.keys.includes(name));
    if (unknownName !== undefined)
      throw usageError(`The site ${site} has no key "${unknownName}".`);
    const stack = `Warehouse-${site}-${stage}`;
    const file = out ?? `${stack}.keys.json`;
    const unfinished = `${file}.unfinished`;
    const interruptedRun = readInterruptedRun(unfinished, stack);

    const plan = await usagePlanOf(stack);
    const stageKeys = await keysOfStage(stack, plan);
    for (const line of unlistedKeys(stageKeys, auth.keys)) console.error(line);
    const names = replace ? [...new Set(replace)] : namesWithoutKey(stageKeys, auth.keys);
    const replaced = stageKeys.filter(
      ({ holder, enabled }) => enabled && replace?.includes(holder),
    );
    const keyRun = interruptedRun ?? newKeyRun(stack, names, replaced);
    if (keyRun.items.length === 0)
      return console.log("Each name has a key already. Nothing was made.");
    const holders = keyRun.items.map(({ name }) => holderIn(stack, name)).join(", ");
    if (dryRun)
      return console.log(
        interruptedRun
          ? `It would finish an interrupted run (${unfinished}), with keys for: ${holders}.`
          : `It would make keys for: ${holders}.`,
      );

    if (existsSync(file))
      throw new Error(
        `${file} has the keys of an earlier run: print their cards and delete it, or name another file with --out.`,
      );
    if (interruptedRun) console.error(`Finishing the interrupted run of ${unfinished}.`);
    else {
      const text = `${JSON.stringify(keyRun, null, 2)}\n`;
      writeAtomically(unfinished, text, { mode: 0o600, isNew: true });
    }
    await finishRun(keyRun, stageKeys, plan).catch(({ message }: Error) => {
      throw new Error(
        `${message}\nThe run is not finished. Start it again: it makes the missing keys in ${unfinished}.`,
      );
    });
    renameSync(unfinished, file);
    console.log(`Made keys for: ${holders}. Their values are in ${file}, which only you can read.`);
    if (keyRun.replaced.length > 0) console.log("The older keys of these names are switched off.");
    console.log(`Print the cards, and delete the file when they are printed:
  npm run --silent labels -- --keys --out cards.html < ${file}`);
    if (interruptedRun)
      console.log(
        "These were the keys of the interrupted run. To make other keys, run the command again.",
      );
  });

await runCommandLine(program);
