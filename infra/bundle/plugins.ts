import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/** A plugin, not an alias: an alias would also replace `zod/mini`, which the stand-in itself uses. */
const lighterZod: Plugin = {
  name: "lighter-zod",
  setup: ({ onResolve }) => onResolve({ filter: /^zod$/ }, () => ({ path: fileURLToPath(new URL("./stand-ins/zod.ts", import.meta.url)) })),
};

/**
 * Files of the SDK's core that no function reaches: SHA-256 for a Node without node:crypto, the region of an EC2 instance, and the limiter
 * of adaptive retries (our own loop is in `lib/store/client.ts`). If a new version renames them they are bundled again, and the budgets show it.
 */
const unused = /@smithy[\\/]core[\\/]dist-es[\\/].*[\\/](Sha256Js|getInstanceMetadataRegion|DefaultRateLimiter)\.js$/;

const leaveOut: Plugin = {
  name: "leave-out",
  // As CommonJS, because there the bundler does not complain about missing names.
  setup: ({ onLoad }) => onLoad({ filter: unused }, () => ({ contents: "module.exports = {};" })),
};

/** Some packages read their own version from package.json; without this, all of that file would be bundled. */
const versionOnly: Plugin = {
  name: "version-only",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules[\\/].*[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8")) as { version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    }),
};

export const lighter: readonly Plugin[] = [lighterZod, leaveOut, versionOnly];
