import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { usageError } from "#infra/usage-error.ts";

export type StageSettings = {
  readonly site: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Before each path, as a stage's name on AWS. */
  readonly prefix?: string;
  readonly dataDir: string;
  readonly table?: string;
  readonly dynamodbEndpoint?: string;
  readonly erpSqlite?: string;
  /** The address to which changes are sent. */
  readonly changes?: string;
  /** A made-up warehouse at work: on an empty table, or `asked` for also on one that has other data. Without it there is none. */
  readonly sample?: "first" | "asked";
  /** Milliseconds that requests, attempts at the table and look-ups may take. Tests set more, so that a busy machine is no failure. */
  readonly limits?: { readonly budget: number; readonly attempt: number; readonly lookup: number };
  /** Values of API keys, by name. */
  readonly apiKeys?: ReadonlyMap<string, string>;
};

/** The table of a local stage that names no other. */
export const tableNameOf = ({ name }: { readonly name: string }): string => `Warehouse-${name}`;

export const demoErpFile = (dataDir: string, siteName: string): string =>
  join(dataDir, `${siteName}-erp.sqlite`);

const variableRows = [
  ["SITE", "the name of a profile in sites/, or the path of a .ts file (demo)"],
  ["PORT", "the port on 127.0.0.1; 0 takes any free one (3000)"],
  ["PREFIX", "a prefix before each path, like the stage name on AWS: /staging"],
  ["DATA_DIR", "the folder of the data, which survives restarts (.data)"],
  [
    "DYNAMODB_ENDPOINT",
    "another DynamoDB instead of the embedded one (a missing table is created); or memory, for a table that is lost when the stage ends",
  ],
  ["DYNAMODB_BINARY", "another build of the embedded DynamoDB (dynoxide)"],
  ["TABLE_NAME", "the table (Warehouse-<site>)"],
  ["ERP_SQLITE", "a SQLite file as the ERP, instead of the site's database (a demo ERP)"],
  [
    "CHANGES",
    "an address to which each recorded operation is sent (docs/changes.md); also --changes <url>",
  ],
  ["API_KEYS", "name=value,…: values for the site's API keys, instead of the printed ones"],
  ["LOG_LEVEL", "the lowest level that the functions log (WARN)"],
] as const;
type VariableName = (typeof variableRows)[number][0];

const optionRows = [
  [
    "--sample",
    "with sample data of a warehouse; the first start of demo has it, unless a variable names a table, an ERP or a folder",
  ],
  ["--empty", "without sample data; recorded data stays"],
  ["--changes <url>", "the same as the variable CHANGES"],
] as const;

/** The text of `--help`. */
export const usageText = [
  "npm start: the whole service on this machine, on http://127.0.0.1:3000",
  "",
  "Options, as in npm start -- --empty:",
  ...optionRows.map(([name, meaning]) => `  ${name.padEnd(20)}  ${meaning}`),
  "",
  "Environment variables, all optional:",
  ...variableRows.map(([name, meaning]) => `  ${name.padEnd(20)}  ${meaning}`),
  "",
  "Ctrl-C stops it, after it has answered the open requests.",
].join("\n");

/** The form of a variable, as a pattern and in words. */
const variableForms: Partial<Record<VariableName, readonly [RegExp, string]>> = {
  PORT: [/^\d{1,5}$/, "a whole number from 0 to 65535"],
  PREFIX: [/^(\/[A-Za-z0-9_-]+)+$/, "such as /staging"],
  CHANGES: [/^https?:\/\//, "an address such as http://127.0.0.1:4000"],
  DYNAMODB_ENDPOINT: [
    /^(https?:\/\/|memory$)/,
    "an address such as http://127.0.0.1:8000, or memory",
  ],
};

/** The values may be secrets, so an error message must not contain them. */
const parseKeys = (text: string): ReadonlyMap<string, string> => {
  const pairs = text.split(",").map((pair) => /^([\w-]+)=([\x21-\x7e]+)$/.exec(pair.trim()));
  const keys = new Map(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
  if (pairs.every(Boolean) && keys.size === pairs.length) return keys;
  throw usageError(
    "API_KEYS must be name=value, joined by commas, each name once, and no blank or comma in a value.",
  );
};

/** A first start of demo has a sample, unless the user set one of these variables. */
const placeVariables = ["DATA_DIR", "DYNAMODB_ENDPOINT", "ERP_SQLITE", "TABLE_NAME"] as const;

/** @throws UsageError */
const parseArguments = (args: readonly string[]) => {
  const flag = { type: "boolean", default: false } as const;
  const known = { changes: { type: "string" }, sample: flag, empty: flag } as const;
  try {
    return parseArgs({ args: [...args], options: known }).values;
  } catch {
    throw usageError(
      `The stage takes --sample, --empty and --changes <url>, not "${args.join(" ")}"; environment variables set everything else.\n\n${usageText}`,
    );
  }
};

/**
 * Reads the settings from the arguments and the environment variables of `npm start`.
 * @throws UsageError that says what is accepted
 */
export const startSettings = (args: readonly string[], env: NodeJS.ProcessEnv): StageSettings => {
  const { changes, sample, empty } = parseArguments(args);
  if (sample && empty) throw usageError("--sample and --empty contradict each other.");
  if (changes === "")
    throw usageError("--changes needs an address, such as http://127.0.0.1:4000.");
  const settings = settingsFrom(changes === undefined ? env : { ...env, CHANGES: changes });
  const mayHaveSample = settings.site === "demo" && !placeVariables.some((name) => env[name]);
  if (empty || (!sample && !mayHaveSample)) return settings;
  return { ...settings, sample: sample ? "asked" : "first" };
};

/**
 * Reads the settings from environment variables; an empty variable is like one that is not set.
 * @throws UsageError that says what is accepted
 */
export const settingsFrom = (env: NodeJS.ProcessEnv): StageSettings => {
  const variable = (name: VariableName): string | undefined => {
    const text = env[name] || undefined;
    const [pattern, meaning] = variableForms[name] ?? [];
    if (text === undefined || !pattern || pattern.test(text)) return text;
    throw usageError(`${name} must be ${meaning}, not "${text}".`);
  };
  const erp = variable("ERP_SQLITE");
  const keys = variable("API_KEYS");
  return {
    site: variable("SITE") ?? "demo",
    port: Number(variable("PORT") ?? "3000"),
    dataDir: resolve(variable("DATA_DIR") ?? ".data"),
    prefix: variable("PREFIX"),
    table: variable("TABLE_NAME"),
    dynamodbEndpoint: variable("DYNAMODB_ENDPOINT"),
    erpSqlite: erp && resolve(erp),
    changes: variable("CHANGES"),
    apiKeys: keys ? parseKeys(keys) : undefined,
  };
};
