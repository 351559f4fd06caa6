import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import { keysInStack, keyValue } from "#lib/gate/api-key-names.ts";
import { command, run, siteHelp } from "./cli/command.ts";

const program = command(
  "keys",
  "Makes API keys outside the stack, where a site has more than a stack holds (100): writes a file that API Gateway imports.",
  `The file holds every secret: delete it when the scanners have theirs. Each value begins with its name, which is how the history learns
it. To import it:

  aws apigateway import-api-keys --format csv --fail-on-warnings --body fileb://<file>`,
)
  .requiredOption("--site <name>", siteHelp)
  .requiredOption("--stage <stage>", "the stage whose keys they are")
  .requiredOption("--plan <id>", "the stack's output UsagePlan")
  .requiredOption("--out <file>", "where the keys are written, readable by you alone; it must not be there")
  .option("--only <names...>", "these names alone: keys that are there already cannot be imported again")
  .action(async ({ site: choice, stage, plan, out, only }) => {
    const { name, auth } = await chooseSite(choice);
    if (auth.scheme !== "apiKey" || keysInStack(auth.keys))
      throw usageError(`The keys of the site ${name}, if it has any, are made by its stack.`);
    const names = only ?? auth.keys;
    const strange = names.find((one) => !auth.keys.includes(one));
    if (strange !== undefined) throw usageError(`The site ${name} has no key "${strange}".`);
    const line = (one: string) =>
      [`Warehouse-${name}-${stage}-${one}`, keyValue(one, randomBytes(16).toString("hex")), one, "true", plan].join();
    const text = ["name,key,description,enabled,usageplanIds", ...names.map(line), ""].join("\n");
    writeFileSync(out, text, { mode: 0o600, flag: "wx" });
    console.log(`${names.length} keys written to ${out}.`);
  });

await run(program);
