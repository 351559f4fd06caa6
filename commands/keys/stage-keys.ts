import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { runAwsCli } from "../cli/aws-cli.ts";
import { makeScratchFolder } from "../cli/scratch-folder.ts";

/** An API key of a stage, without its value. */
export type StageKey = {
  readonly id: string;
  /** Its name in API Gateway: `Warehouse-<site>-<stage>-<holder>.<time>`. */
  readonly title: string;
  /** The site's name for the device or person that uses the key. */
  readonly holder: string;
  readonly enabled: boolean;
  /** Whether the key is in the stack's usage plan. */
  readonly inPlan: boolean;
};

/** A key to make. */
export type NewKey = { readonly name: string; readonly value: string };

const ListedKeys = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })).default([]),
});
const KeyIds = z.array(z.string()).nullable();

/** The prefix of the titles of a stack's keys. */
const keyTitlePrefix = (stack: string): string => `${stack}-`;

export const keyTitleOf = (stack: string, holder: string, time: string): string =>
  `${keyTitlePrefix(stack)}${holder}.${time}`;

/** The holder in a title of this stack's keys. No name has a dot, so "desk" is not taken for "desk-2". */
export const holderIn = (stack: string, title: string): string | undefined => {
  const prefix = keyTitlePrefix(stack);
  return title.startsWith(prefix) ? title.slice(prefix.length).split(".", 1)[0] : undefined;
};

/**
 * The API keys of a stack. The key values stay in the AWS CLI: API Gateway lists keys without values, and for the usage plan's keys the CLI
 * prints only ids.
 * @throws Error of the AWS CLI
 */
export const keysOfStage = async (stack: string, plan: string): Promise<StageKey[]> => {
  const prefix = keyTitlePrefix(stack);
  const { items } = ListedKeys.parse(
    await runAwsCli("apigateway", "get-api-keys", "--no-include-values", "--name-query", prefix),
  );
  const ids = KeyIds.parse(
    await runAwsCli(
      ...(["apigateway", "get-usage-plan-keys", "--usage-plan-id", plan] as const),
      ...["--query", "items[].id"],
    ),
  );
  return items.flatMap(({ id, name: title, enabled }) => {
    const holder = holderIn(stack, title);
    const inPlan = ids?.includes(id) === true;
    return holder === undefined ? [] : [{ id, title, holder, enabled, inPlan }];
  });
};

/** Whether the gateway accepts a key. */
const isValidKey = ({ enabled, inPlan }: StageKey): boolean => enabled && inPlan;

/** The names without a valid key. */
export const namesWithoutKey = (
  keys: readonly StageKey[],
  names: readonly string[],
): readonly string[] => {
  const holders = new Set(keys.filter(isValidKey).map(({ holder }) => holder));
  return names.filter((name) => !holders.has(name));
};

/** The AWS CLI arguments that switch off a key. */
const switchOffArguments = (id: string) =>
  [
    ...["apigateway", "update-api-key", "--api-key", id],
    ...["--patch-operations", "op=replace,path=/enabled,value=false"],
  ] as const;

/** Lines about the valid keys of names that the site no longer lists. */
export const unlistedKeys = (
  keys: readonly StageKey[],
  names: readonly string[],
): readonly string[] => {
  const unlisted = keys.filter((key) => isValidKey(key) && !names.includes(key.holder));
  if (unlisted.length === 0) return [];
  const holders = [...new Set(unlisted.map(({ holder }) => holder))].join(", ");
  return [
    `The site does not list these names, but their keys are still valid: ${holders}. To switch them off:`,
    ...unlisted.map(({ id }) => `  aws ${switchOffArguments(id).join(" ")}`),
  ];
};

/** Makes an enabled key, and returns its id. @throws Error of the AWS CLI */
export const createKey = async (key: NewKey): Promise<string> => {
  const { folder, remove } = makeScratchFolder("key");
  // The value is in a file, because every user of this machine can read a command line.
  const input = join(folder, "key.json");
  try {
    writeFileSync(input, JSON.stringify({ ...key, enabled: true }), { mode: 0o600 });
    const call = ["create-api-key", "--cli-input-json", `file://${input}`] as const;
    return z.string().parse(await runAwsCli("apigateway", ...call, "--query", "id"));
  } finally {
    remove();
  }
};

/** Adds a key to the stack's usage plan. @throws Error of the AWS CLI */
export const addKeyToPlan = (plan: string, id: string) =>
  runAwsCli(
    ...(["apigateway", "create-usage-plan-key", "--usage-plan-id", plan] as const),
    ...["--key-id", id, "--key-type", "API_KEY", "--query", "id"],
  );

/** @throws Error of the AWS CLI */
export const switchOffKey = (id: string) => runAwsCli(...switchOffArguments(id), "--query", "id");
