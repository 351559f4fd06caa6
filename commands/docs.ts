import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { describeApi } from "#lib/openapi/description.ts";
import demo from "../sites/demo.ts";
import { accessPatternsPage } from "./docs/access-patterns.ts";
import { endpointsPage } from "./docs/endpoints.ts";
import { errorsPage } from "./docs/errors.ts";
import { openPointsPage } from "./docs/open-points.ts";
import { operationsPage } from "./docs/operations.ts";
import { statesPage } from "./docs/states.ts";

const help = `Usage: node commands/docs.ts [--check | --changes | --release] [--help]

Writes the pages under docs/ that are generated from the code and from the example site, sites/demo.ts; among them
docs/openapi.demo.json, the OpenAPI description of the API.

  --check    writes nothing; names each page that is stale and ends with status 1 if there is one
  --changes  writes nothing; lists what changed in the API since docs/openapi.released.json, breaking changes first
  --release  also writes docs/openapi.released.json: from now on changes are told against this state; part of a release
  --help     shows this text
`;

const described = "openapi.demo.json";
const released = "openapi.released.json";

const pages: Readonly<Record<string, string>> = {
  "open-points.md": openPointsPage(demo),
  "endpoints.md": endpointsPage(demo),
  "errors.md": errorsPage(demo),
  "access-patterns.md": accessPatternsPage(),
  "states.md": statesPage(),
  "operations.md": operationsPage(),
  [described]: `${JSON.stringify(describeApi(demo), null, 2)}\n`,
};

const fileOf = (page: string) => new URL(`../docs/${page}`, import.meta.url);

/** The page as it is on disk; `undefined` when it is not there. */
const written = (page: string): Promise<string | undefined> =>
  readFile(fileOf(page), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });

const stalePages = async (): Promise<string[]> => {
  const found = await Promise.all(Object.entries(pages).map(async ([page, text]) => ({ page, stale: (await written(page)) !== text })));
  return found.filter(({ stale }) => stale).map(({ page }) => page);
};

const listChanges = async (): Promise<void> => {
  const { changesBetween } = await import("./openapi/changes.ts");
  const changes = await changesBetween(fileURLToPath(fileOf(released)), fileURLToPath(fileOf(described)));
  for (const wanted of ["major", "minor", "patch"])
    for (const { impact, message } of changes) if (impact === wanted) console.log(`${impact}: ${message}`);
};

const write = async (page: string, text: string): Promise<void> => {
  await writeFile(fileOf(page), text);
  console.log(`docs/${page} written`);
};

const flag = { type: "boolean", default: false } as const;
const options = { check: flag, changes: flag, release: flag, help: flag } as const;

const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options });
  if ([values.check, values.changes, values.release].filter(Boolean).length > 1)
    throw new Error(`Only one of --check, --changes and --release at a time.\n\n${help}`);
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const stale = await stalePages();
  if (values.check) {
    for (const page of stale) console.error(`docs/${page} is stale: npm run docs writes it anew`);
    return stale.length === 0 ? 0 : 1;
  }
  if (values.changes) {
    await listChanges();
    return 0;
  }
  for (const page of stale) await write(page, pages[page] as string);
  if (values.release) await write(released, pages[described] as string);
  return 0;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
