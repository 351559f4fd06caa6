import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Site } from "#lib/site/schema.ts";

type Profile = { readonly default: Site };

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const testSite = (name: string) => fileOf(`../site/${name}.ts`);

const ownSite = (): string => {
  const { testPath = "" } = expect.getState();
  const [name = ""] = basename(testPath).split(".");
  return basename(dirname(testPath)) === "variant" && existsSync(testSite(name)) ? name : "demo";
};

/** The file of the site under test, from the project in `vitest.config.ts` or from the test's name. */
const siteName = process.env.TEST_SITE ?? ownSite();

/** Its profile, from `sites/` or from `test/site/`. */
const shipped = fileOf(`../../sites/${siteName}.ts`);
export const profile = existsSync(shipped) ? shipped : testSite(siteName);

export const { default: site }: Profile = await import(profile);
