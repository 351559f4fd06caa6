import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { command, run } from "./cli/command.ts";
import { endpointListText } from "./docs/endpoint-list.ts";
import { filled, type Parts } from "./docs/markdown.ts";
import { changesBetween } from "./openapi/changes.ts";

const described = "openapi.demo.json";
const released = "openapi.released.json";

const fileOf = (page: string) => new URL(`../${page}`, import.meta.url);

type Generated = Readonly<Record<string, string | Parts>>;

/** The files that are otherwise on disk than they must be, as they must be. */
const staleAmong = async (generated: Generated): Promise<[file: string, text: string][]> => {
  const all = Object.entries(generated).map(async ([file, wanted]) => {
    const text = await readFile(fileOf(file), "utf8").catch(() => "");
    const right = typeof wanted === "string" ? wanted : filled(text, wanted);
    return text === right ? [] : [[file, right] as [string, string]];
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
  "Writes what is generated from the code: the list of endpoints, their functions, and parts of docs/, for the example site, sites/demo.ts.",
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
    const bringUpToDate = async (stale: readonly [file: string, text: string][]) => {
      for (const [file, text] of stale)
        if (check) console.error(`${file} is stale: npm run docs writes it anew`);
        else await write(file, text);
      if (check && stale.length > 0) process.exitCode = 1;
    };
    // The list of endpoints comes first: all else loads it, and with a stale one cannot be made.
    await bringUpToDate(await staleAmong({ "lib/endpoints/all.ts": endpointListText() }));
    if (process.exitCode) return undefined;
    const { description, generated } = await import("./docs/generated.ts");
    await bringUpToDate(await staleAmong(generated));
    if (release) await write(`docs/${released}`, description);
    return undefined;
  });

await run(program);
