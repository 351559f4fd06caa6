import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Option } from "@commander-js/extra-typings";
import { describeApi } from "#lib/openapi/description.ts";
import demo from "../sites/demo.ts";
import { command, run } from "./cli/command.ts";
import { endpointsPage } from "./docs/endpoints.ts";
import { errorsPage } from "./docs/errors.ts";
import { openPointsPage } from "./docs/open-points.ts";
import { operationsPage } from "./docs/operations.ts";
import { statesPage } from "./docs/states.ts";
import { changesBetween } from "./openapi/changes.ts";

const described = "openapi.demo.json";
const released = "openapi.released.json";

const pages: Readonly<Record<string, string>> = {
  "open-points.md": openPointsPage(demo),
  "endpoints.md": endpointsPage(demo),
  "errors.md": errorsPage(demo),
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
  const changes = await changesBetween(fileURLToPath(fileOf(released)), fileURLToPath(fileOf(described)));
  for (const wanted of ["major", "minor", "patch"])
    for (const { impact, message } of changes) if (impact === wanted) console.log(`${impact}: ${message}`);
};

const write = async (page: string, text: string): Promise<void> => {
  await writeFile(fileOf(page), text);
  console.log(`docs/${page} written`);
};

const program = command(
  "docs",
  "Writes the pages under docs/ that are generated from the code and from the example site, sites/demo.ts.",
  "Among them is docs/openapi.demo.json, the OpenAPI description of the API.\n\nExit status: 0 written, or nothing stale; 1 a page is stale; 2 wrong call.",
)
  .addOption(new Option("--check", "write nothing; name each page that is stale").conflicts(["changes", "release"]))
  .addOption(
    new Option("--changes", "write nothing; list what changed in the API since the release, breaking changes first").conflicts("release"),
  )
  .option("--release", "also write docs/openapi.released.json: from now on changes are told against this state; part of a release")
  .action(async ({ check, changes, release }) => {
    if (changes) return listChanges();
    const stale = await stalePages();
    for (const page of stale)
      if (check) console.error(`docs/${page} is stale: npm run docs writes it anew`);
      else await write(page, pages[page] as string);
    if (check && stale.length > 0) process.exitCode = 1;
    if (release) await write(released, pages[described] as string);
    return undefined;
  });

await run(program);
