import { randomBytes } from "node:crypto";
import * as z from "zod";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import { keyValue } from "#lib/gate/caller.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { piped } from "./cli/piped.ts";

/** What `aws apigateway get-api-keys` prints, as far as it is needed. */
const Keys = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), enabled: z.boolean() })),
});

const program = command(
  "keys",
  'Makes API keys beside the stack: for each name of a site with keysIn "import" that has none, or in place of keys that were lost.',
  `It reads which keys there are, writes the new ones into a file for API Gateway to import, and prints what to run then; it changes nothing
in the account:

  aws apigateway get-api-keys --name-query Warehouse-<site>-<stage>- | npm run --silent keys -- --site <site> --stage <stage> …

A value begins with the name that the history shows, and a key is called as one of the stack with the time behind it: Warehouse-<site>-<stage>-<name>.<time>.
The file holds every secret: delete it when it is imported.
Exit status: 0 written, or nothing to write; 1 not; 2 a wrong call.`,
)
  .requiredOption("--site <name>", siteHelp)
  .requiredOption("--stage <stage>", "the stage whose keys they are")
  .requiredOption("--plan <id>", "the stack's output UsagePlan")
  .requiredOption(
    "--out <file>",
    "where the keys are written, readable by you alone; it must not be there",
  )
  .option(
    "--replace <names...>",
    "these names get a new key, wherever their keys are, and what they have now is switched off",
  )
  .action(async ({ site: choice, stage, plan, out, replace }) => {
    const { name: site, auth } = await chooseSite(choice);
    if (auth.scheme !== "apiKey") throw usageError(`The site ${site} has no API keys.`);
    if (!replace && auth.keysIn === "stack")
      throw usageError(
        `The stack of the site ${site} makes its keys; --replace makes one in place of a lost one.`,
      );
    const strange = replace?.find((name) => !auth.keys.includes(name));
    if (strange !== undefined) throw usageError(`The site ${site} has no key "${strange}".`);
    const { items } = await piped(Keys, "get-api-keys");

    const prefix = `Warehouse-${site}-${stage}-`;
    // No name has a dot: before it stands what a key of the stack is called, and "desk" is not taken for "desk-2".
    const held = Map.groupBy(items, (key) => key.name.split(".", 1).join());
    const heldBy = (name: string) => held.get(prefix + name) ?? [];
    const hasImported = (name: string) =>
      heldBy(name).some((key) => key.enabled && key.name.includes("."));
    const names = replace ? [...new Set(replace)] : auth.keys.filter((name) => !hasImported(name));
    const unknown = replace && names.find((name) => heldBy(name).length === 0);
    if (unknown !== undefined)
      throw usageError(
        `None of the keys that were read is "${unknown}": look at stage and --name-query.`,
      );
    if (names.length === 0) return console.log("Each name has a key: nothing is written.");

    const made = `.${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
    const line = (name: string) => {
      const value = keyValue(name, randomBytes(16).toString("hex"));
      return [prefix + name + made, value, name, "true", plan].join();
    };
    const text = ["name,key,description,enabled,usageplanIds", ...names.map(line), ""].join("\n");
    writeAtomically(out, text, { mode: 0o600, isNew: true });

    const lost = replace ? names.flatMap(heldBy).filter(({ enabled }) => enabled) : [];
    console.log(
      `${names.length} written to ${out}. What to run now, in this order: ${lost.length > 0 ? "switch off, " : ""}import, cards.\n`,
    );
    for (const { id } of lost)
      console.log(
        `aws apigateway update-api-key --api-key ${id} --patch-operations op=replace,path=/enabled,value=false`,
      );
    console.log(`aws apigateway import-api-keys --format csv --fail-on-warnings --body "fileb://${out}"
aws apigateway get-api-keys --include-values --name-query ${prefix} --query "{items: items[?ends_with(name, '${made}')]}" \\
  | npm run --silent labels -- --keys --out cards.html`);
  });

await run(program);
