import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { chooseSite } from "#infra/local/choose-site.ts";
import { usageError } from "#infra/local/usage-error.ts";
import { keysInStack, keyValue } from "#lib/gate/api-key-names.ts";
import { parsing, runCommand } from "./store/run-command.ts";

const help = `Makes API keys outside the stack, where a site has more than a stack holds (100): writes a file that API Gateway imports.

  npm run keys -- --site <name> --stage <stage> --plan <UsagePlan> --out <file.csv> [--only <name> …]

  --plan <id>     the stack's output UsagePlan
  --out <file>    where the keys are written, readable by you alone; it holds every secret, so delete it when the scanners have theirs
  --only <name>   these names alone, as often as there are any: keys that are there already cannot be imported again

Each value begins with its name, which is how the history learns it. Then:

  aws apigateway import-api-keys --format csv --fail-on-warnings --body fileb://<file.csv>
`;

const definitions = {
  site: { type: "string" },
  stage: { type: "string" },
  plan: { type: "string" },
  out: { type: "string" },
  only: { type: "string", multiple: true },
  help: { type: "boolean", default: false },
} as const;

const keys = async (args: string[]): Promise<number> => {
  const { values } = parsing(() => parseArgs({ args, options: definitions }));
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const { site: choice, stage, plan, out } = values;
  if (choice === undefined || stage === undefined || plan === undefined || out === undefined)
    throw usageError("It takes --site, --stage, --plan and --out.");
  const { name, auth } = await chooseSite(choice);
  if (auth.scheme !== "apiKey" || keysInStack(auth.keys))
    throw usageError(`The keys of the site ${name}, if it has any, are made by its stack.`);
  const names = values.only ?? auth.keys;
  const strange = names.find((one) => !auth.keys.includes(one));
  if (strange !== undefined) throw usageError(`The site ${name} has no key "${strange}".`);
  const line = (one: string) =>
    [`Warehouse-${name}-${stage}-${one}`, keyValue(one, randomBytes(16).toString("hex")), one, "true", plan].join();
  writeFileSync(out, ["name,key,description,enabled,usageplanIds", ...names.map(line), ""].join("\n"), { mode: 0o600, flag: "wx" });
  console.log(`${names.length} keys written to ${out}.`);
  return 0;
};

await runCommand("keys", 1, keys);
