import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { exportOf } from "#infra/bundle/export-of.ts";
import { routeIds } from "#lib/route-ids.ts";
import { createCommand, runCommandLine } from "../commands/cli/command.ts";
import { fillParts, type PageParts } from "./docs/markdown.ts";
import { releasedTemplateFile, stagingTemplateText } from "./docs/released-template.ts";
import { changesBetween } from "./openapi/changes.ts";

const currentDescription = "openapi.demo.json";
const releasedDescription = "openapi.released.json";

const pageUrl = (page: string) => new URL(`../${page}`, import.meta.url);

const listChanges = async (): Promise<void> => {
  const fileOf = (name: string) => fileURLToPath(pageUrl(`docs/${name}`));
  const changes = await changesBetween(fileOf(releasedDescription), fileOf(currentDescription));
  // The impacts are in alphabetical order: major, minor, patch.
  for (const { impact, message } of changes.toSorted((a, b) => a.impact.localeCompare(b.impact)))
    console.log(`${impact}: ${message}`);
};

const writePage = async (page: string, text: string): Promise<void> => {
  await writeFile(pageUrl(page), text);
  console.log(`${page} written`);
};

const mapText = (name: string, valueOfId: (id: string) => string) =>
  [
    `export const ${name} = {`,
    ...routeIds.map((id) => `  "${id}": ${valueOfId(id)},`),
    "} as const;",
    "",
  ].join("\n");

/** The text of `lib/endpoints.ts`, made only from the ids. */
const endpointListText = (): string =>
  [
    "// Written by `npm run docs` from lib/route-ids.ts. A composition root: no other file of lib imports functions/.",
    ...routeIds.toSorted().map((id) => `import * as ${exportOf(id)} from "../functions/${id}.ts";`),
    "",
    "/** Specification §9: the route modules belong to a group named v1. */",
    mapText("v1", (id) => `${exportOf(id)}.route`),
    "/** The endpoints with their verbs, for a process that serves all of them. */",
    mapText("endpoints", (id) => `${exportOf(id)}.${exportOf(id)}`),
  ].join("\n");

/** Writes each file that differs from its source. With `check`, only prints their names. */
const bringUpToDate = async (
  sources: Readonly<Record<string, string | PageParts>>,
  check: true | undefined,
): Promise<void> => {
  for (const [file, source] of Object.entries(sources)) {
    const text = await readFile(pageUrl(file), "utf8").catch(() => "");
    const current = typeof source === "string" ? source : fillParts(text, source);
    if (text === current) continue;
    if (!check) await writePage(file, current);
    else {
      console.error(`${file} is stale: npm run docs writes it`);
      process.exitCode = 1;
    }
  }
};

const program = createCommand(
  "docs",
  "Writes the files that are generated from the code: the list of endpoints, their functions, and parts of README.md and docs/, for the example site sites/demo.ts.",
  "It also writes docs/openapi.demo.json, the OpenAPI description of the API.\n\nExit status: 0 written, or no file is stale; 1 a file is stale; 2 a wrong call.",
)
  .option(
    "--check",
    "write nothing; list the stale files. It leaves out README.md and docs/cost.md, which need templates: npm run test:all checks them",
  )
  .option(
    "--changes",
    "write nothing; list the changes of the API since the release, breaking changes first",
  )
  .option(
    "--release",
    `for a release: also write docs/${releasedDescription}, with which --changes compares, and ${releasedTemplateFile}, from which a test updates a stack`,
  )
  .action(async ({ check, changes, release }) => {
    if (changes) return listChanges();
    // All other sources load the list of endpoints, so it must be current first.
    await bringUpToDate({ "lib/endpoints.ts": endpointListText() }, check);
    if (process.exitCode) return undefined;
    const { apiDescription, generatedFiles } = await import("./docs/generated.ts");
    await bringUpToDate(generatedFiles, check);
    if (!check) {
      const { costPages } = await import("./docs/cost/pages.ts");
      await bringUpToDate(costPages(), check);
    }
    if (!release) return undefined;
    await writePage(`docs/${releasedDescription}`, apiDescription);
    return writePage(releasedTemplateFile, await stagingTemplateText());
  });

await runCommandLine(program);
