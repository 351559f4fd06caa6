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

/** The site under test, by its file: from the project in `vitest.config.ts`, or the test's own name. */
const siteName = process.env.TEST_SITE ?? ownSite();

/** Its profile: one that the project has, or one of the tests. */
const shipped = fileOf(`../../sites/${siteName}.ts`);
export const profile = existsSync(shipped) ? shipped : testSite(siteName);

export const { default: site }: Profile = await import(profile);
