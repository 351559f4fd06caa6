import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Site } from "#lib/site/schema.ts";

type Profile = { readonly default: Site };

const profileOf = (name: string) => fileURLToPath(new URL(`../site/${name}.ts`, import.meta.url));

const ownSite = (): string => {
  const { testPath = "" } = expect.getState();
  const [name = ""] = basename(testPath).split(".");
  return basename(dirname(testPath)) === "variant" && existsSync(profileOf(name)) ? name : "demo";
};

/** The site under test, by its file: from the project in `vitest.config.ts`, or the test's own name. */
export const siteName = process.env.TEST_SITE ?? ownSite();

export const { default: site }: Profile =
  siteName === "demo"
    ? await import("../../sites/demo.ts")
    : await (import(profileOf(siteName)) as Promise<Profile>);
