import type { Site } from "#lib/site/schema.ts";

type Profile = { readonly default: Site };

/** The name of the site under test, as its file has it; the project in `vitest.config.ts` says which. */
export const siteName = process.env.TEST_SITE ?? "demo";

const { default: chosen }: Profile =
  siteName === "demo" ? await import("../../sites/demo.ts") : await (import(`../site/${siteName}.ts`) as Promise<Profile>);

/** The site under test. */
export const site = chosen;
