import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { newFolder } from "../support/folder.ts";
import type { Account, Variables } from "./emulator.ts";

/** The site of a stage, and how it is deployed. */
export type Choice = {
  /** A profile of `sites/`. */
  readonly site: string;
  readonly stage?: string;
  readonly functions: "group" | "endpoint";
  /** Settings that override cdk.json, such as `watch=everything`. */
  readonly settings?: readonly string[];
  /** The SQLite file of a site that has no demo ERP. */
  readonly erp?: string;
};

const Keys = z.object({ items: z.array(z.object({ value: z.string() })).min(1) });

const Stacks = z.object({
  Stacks: z.tuple([
    z.object({
      StackStatus: z.string(),
      LastUpdatedTime: z.string().optional(),
      Outputs: z.array(z.object({ OutputKey: z.string(), OutputValue: z.string() })),
    }),
  ]),
});

const Functions = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), CodeSha256: z.string() })),
});

const Texts = z.array(z.string());

/** A stage of an account. Runs our commands for it as docs/deploy.md does. */
export const stageIn = (account: Account, choice: Choice) => {
  const { site, stage = "dev", functions, settings = [], erp } = choice;
  const name = `Warehouse-${site}-${stage}`;
  const keyFile = join(newFolder(), "keys.json");
  const ofSite = ["--site", site] as const;
  const stageOptions = [stage, ...ofSite] as const;
  const context = [`functions=${functions}`, ...settings].flatMap((setting) => ["-c", setting]);
  const made = [...context, ...(erp === undefined ? [] : ["--erp", erp])];
  const npm = (script: string, args: readonly string[], more?: Variables) =>
    account.run("npm", ["run", "--silent", script, "--", ...args], more);

  const stack = async () => {
    const described = await account.aws("cloudformation", "describe-stacks", "--stack-name", name);
    const [{ Outputs, ...rest }] = Stacks.parse(described).Stacks;
    return { ...rest, outputs: new Map(Outputs.map((one) => [one.OutputKey, one.OutputValue])) };
  };
  const output = async (key: string): Promise<string> => {
    const value = (await stack()).outputs.get(key);
    if (value === undefined) throw new Error(`${name} has no output ${key}.`);
    return value;
  };
  /** The address at which the emulator's gateway answers, in place of the one on AWS. */
  const url = async (): Promise<string> => {
    const [, api, path] =
      /^https:\/\/(\w+)\.execute-api\.[^/]+\/([^/]+)/.exec(await output("Url")) ?? [];
    return `${account.url}/restapis/${api}/${path}/_user_request_`;
  };

  return {
    name,
    npm,
    stack,
    output,
    url,
    /** `npm run deploy`, with further arguments. */
    deploy: (...args: readonly string[]) =>
      npm("deploy", [...stageOptions, "--yes", ...made, ...args]),
    /** `npm run synth` into a folder, with further arguments. */
    synth: (out: string, ...args: readonly string[]) =>
      npm("synth", [...ofSite, "--stage", stage, ...made, "--out", out, ...args]),
    /** `npm run deploy` of the output of `synth`. */
    deployAssembly: (folder: string) =>
      npm("deploy", [...stageOptions, "--yes", "--assembly", folder]),
    makeKeys: () => npm("keys", [...ofSite, "--stage", stage, "--out", keyFile]),
    /** The value of the first key that `makeKeys` made. */
    key: (): string => {
      const [{ value = "" } = {}] = Keys.parse(JSON.parse(readFileSync(keyFile, "utf8"))).items;
      return value;
    },
    smoke: async (key: string, ...args: readonly string[]) =>
      npm("smoke", [...ofSite, "--url", await url(), ...args], { SMOKE_API_KEY: key }),
    /** Runs a command on the stage's table. */
    onTable: async (script: string, ...args: readonly string[]) =>
      npm(script, [...args, ...ofSite, "--table", await output("TableName")]),
    /** The functions of the stack by name, with the hash of their code. */
    functions: async () => {
      const listed = Functions.parse(await account.aws("lambda", "list-functions")).Functions;
      return listed.flatMap(({ FunctionName, CodeSha256 }) =>
        FunctionName.startsWith(`${name}-`) ? [[FunctionName, CodeSha256] as const] : [],
      );
    },
    /** The log of a function, such as `Writes`. */
    logged: async (id: string): Promise<string> => {
      const groups = Texts.parse(
        await account.aws("logs", "describe-log-groups", "--query", "logGroups[].logGroupName"),
      );
      const group = groups.find((one) => one.includes(`${name}/${id}Log`)) ?? "";
      const asked = ["--log-group-name", group, "--query", "events[].message"] as const;
      return Texts.parse(await account.aws("logs", "filter-log-events", ...asked)).join("\n");
    },
    destroy: () =>
      account.run("cdk", [
        ...["destroy", "--force", "--output", newFolder()],
        ...["-c", `site=${site}`, "-c", `stage=${stage}`, ...context],
        ...(erp === undefined ? [] : ["-c", `erp=${erp}`]),
      ]),
  };
};

export type Stage = ReturnType<typeof stageIn>;
