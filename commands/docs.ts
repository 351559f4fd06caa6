import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { createCommand, runCommandLine } from "./cli/command.ts";
import { endpointListText } from "./docs/endpoint-list.ts";
import { fillParts, type PageParts } from "./docs/markdown.ts";
import { releasedTemplateFile, stagingTemplateText } from "./docs/released-template.ts";
import { changesBetween } from "./openapi/changes.ts";

const currentDescription = "openapi.demo.json";
const releasedDescription = "openapi.released.json";

const pageUrl = (page: string) => new URL(`../${page}`, import.meta.url);

const listChanges = async (): Promise<void> => {
  const [before, now] = [releasedDescription, currentDescription].map((name) =>
    fileURLToPath(pageUrl(`docs/${name}`)),
  );
  const changes = await changesBetween(before ?? "", now ?? "");
  // Their names are in this order: major, minor, patch.
  for (const { impact, message } of changes.toSorted((a, b) => a.impact.localeCompare(b.impact)))
    console.log(`${impact}: ${message}`);
};

const writePage = async (page: string, text: string): Promise<void> => {
  await writeFile(pageUrl(page), text);
  console.log(`${page} written`);
};

/** Writes what is otherwise on disk than it must be, or only names it. */
const bringUpToDate = async (
  generated: Readonly<Record<string, string | PageParts>>,
  check: true | undefined,
): Promise<void> => {
  for (const [file, wanted] of Object.entries(generated)) {
    const text = await readFile(pageUrl(file), "utf8").catch(() => "");
    const right = typeof wanted === "string" ? wanted : fillParts(text, wanted);
    if (text === right) continue;
    if (!check) await writePage(file, right);
    else {
      console.error(`${file} is stale: npm run docs writes it`);
      process.exitCode = 1;
    }
  }
};

const program = createCommand(
  "docs",
  "Writes what is generated from the code: the list of endpoints, their functions, and parts of README.md and docs/, for the example site, sites/demo.ts.",
  "Among them is docs/openapi.demo.json, the OpenAPI description of the API.\n\nExit status: 0 written, or nothing stale; 1 a file is stale; 2 wrong call.",
)
  .option(
    "--check",
    "write nothing; name each stale file. It leaves out README.md and docs/cost.md, which need templates: npm run test:all checks them",
  )
  .option(
    "--changes",
    "write nothing; list what changed in the API since the release, breaking changes first",
  )
  .option(
    "--release",
    `also write docs/${releasedDescription}, with which --changes compares, and ${releasedTemplateFile}, from which a test updates a stack; part of a release`,
  )
  .action(async ({ check, changes, release }) => {
    if (changes) return listChanges();
    // The list of endpoints comes first: all else loads it, and with a stale one cannot be made.
    await bringUpToDate({ "lib/endpoints/all.ts": endpointListText() }, check);
    if (process.exitCode) return undefined;
    const { apiDescription: description, generatedFiles: generated } = await import(
      "./docs/generated.ts"
    );
    await bringUpToDate(generated, check);
    if (!check) await bringUpToDate((await import("./docs/cost/pages.ts")).costPages(), check);
    if (!release) return undefined;
    await writePage(`docs/${releasedDescription}`, description);
    return writePage(releasedTemplateFile, await stagingTemplateText());
  });

await runCommandLine(program);
