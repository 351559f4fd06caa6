import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { functionText } from "#infra/bundle/entries.ts";
import { describeApi } from "#lib/openapi/description.ts";
import { v1 } from "#lib/routes.ts";
import demo from "../sites/demo.ts";
import { command, run } from "./cli/command.ts";
import { endpointsParts } from "./docs/endpoints.ts";
import { errorsParts } from "./docs/errors.ts";
import { filled, type Parts } from "./docs/markdown.ts";
import { openPointsParts } from "./docs/open-points.ts";
import { operationsParts } from "./docs/operations.ts";
import { statesParts } from "./docs/states.ts";
import { changesBetween } from "./openapi/changes.ts";

const described = "openapi.demo.json";
const released = "openapi.released.json";

const parts: Readonly<Record<string, Parts>> = {
  "open-points.md": openPointsParts(demo),
  "endpoints.md": endpointsParts(demo),
  "errors.md": errorsParts(demo),
  "states.md": statesParts(),
  "operations.md": operationsParts(),
};
const description = `${JSON.stringify(describeApi(demo), null, 2)}\n`;

const fileOf = (page: string) => new URL(`../${page}`, import.meta.url);

const generated = [
  ...Object.entries(parts).map(([page, wanted]) => [`docs/${page}`, wanted] as const),
  [`docs/${described}`, description] as const,
  ...Object.values(v1).map((route) => [`functions/${route.id}.ts`, functionText(route)] as const),
];

/** The files that are otherwise on disk than they must be, as they must be. */
const stalePages = async (): Promise<[page: string, text: string][]> => {
  const all = generated.map(async ([page, wanted]) => {
    const text = await readFile(fileOf(page), "utf8").catch(() => "");
    const right = typeof wanted === "string" ? wanted : filled(text, wanted);
    return text === right ? [] : [[page, right] as [string, string]];
  });
  return (await Promise.all(all)).flat();
};

const listChanges = async (): Promise<void> => {
  const [before, now] = [released, described].map((name) => fileURLToPath(fileOf(`docs/${name}`)));
  const changes = await changesBetween(before ?? "", now ?? "");
  // Their names are in this order: major, minor, patch.
  for (const { impact, message } of changes.toSorted((a, b) => a.impact.localeCompare(b.impact)))
    console.log(`${impact}: ${message}`);
};

const write = async (page: string, text: string): Promise<void> => {
  await writeFile(fileOf(page), text);
  console.log(`${page} written`);
};

const program = command(
  "docs",
  "Writes what is generated from the code: the functions of the routes, and parts of docs/, for the example site, sites/demo.ts.",
  "Among them is docs/openapi.demo.json, the OpenAPI description of the API.\n\nExit status: 0 written, or nothing stale; 1 a file is stale; 2 wrong call.",
)
  .option("--check", "write nothing; name each file that is stale")
  .option(
    "--changes",
    "write nothing; list what changed in the API since the release, breaking changes first",
  )
  .option(
    "--release",
    "also write docs/openapi.released.json: from now on --changes compares with this state; part of a release",
  )
  .action(async ({ check, changes, release }) => {
    if (changes) return listChanges();
    const stale = await stalePages();
    for (const [page, text] of stale)
      if (check) console.error(`${page} is stale: npm run docs writes it anew`);
      else await write(page, text);
    if (check && stale.length > 0) process.exitCode = 1;
    if (release) await write(`docs/${released}`, description);
    return undefined;
  });

await run(program);
