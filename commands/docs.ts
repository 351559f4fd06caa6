import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import demo from "../sites/demo.ts";
import { accessPatternsPage } from "./docs/access-patterns.ts";
import { endpointsPage } from "./docs/endpoints.ts";
import { errorsPage } from "./docs/errors.ts";
import { openPointsPage } from "./docs/open-points.ts";
import { statesPage } from "./docs/states.ts";

const help = `Usage: node commands/docs.ts [--check] [--help]

Writes the pages under docs/ that are generated from the code and from the example site, sites/demo.ts.

  --check  writes nothing; names each page that is stale and ends with status 1 if there is one
  --help   shows this text
`;

const pages: Readonly<Record<string, string>> = {
  "open-points.md": openPointsPage(demo),
  "endpoints.md": endpointsPage(demo),
  "errors.md": errorsPage(demo),
  "access-patterns.md": accessPatternsPage(),
  "states.md": statesPage(),
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

const options = { check: { type: "boolean", default: false }, help: { type: "boolean", default: false } } as const;

const run = async (args: readonly string[]): Promise<number> => {
  const { values } = parseArgs({ args: [...args], options });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const stale = await stalePages();
  if (values.check) {
    for (const page of stale) console.error(`docs/${page} is stale: npm run docs writes it anew`);
    return stale.length === 0 ? 0 : 1;
  }
  for (const page of stale) {
    await writeFile(fileOf(page), pages[page] as string);
    console.log(`docs/${page} written`);
  }
  return 0;
};

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}
