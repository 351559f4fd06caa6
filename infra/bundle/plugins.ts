import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Plugin } from "esbuild";

/** Not an alias, which would also take `zod/mini`, that the stand-in is made of. */
const lighterZod: Plugin = {
  name: "lighter-zod",
  setup: ({ onResolve }) => onResolve({ filter: /^zod$/ }, () => ({ path: fileURLToPath(new URL("./stand-ins/zod.ts", import.meta.url)) })),
};

/**
 * Files of the SDK's core that no function comes to: SHA-256 for a Node without node:crypto, the region of an EC2 instance, and the limiter
 * of adaptive retries (our loop is in `lib/store/client.ts`). Renamed by a new version they come back, and the budgets tell.
 */
const unused = /@smithy[\\/]core[\\/]dist-es[\\/].*[\\/](Sha256Js|getInstanceMetadataRegion|DefaultRateLimiter)\.js$/;

const leaveOut: Plugin = {
  name: "leave-out",
  // As CommonJS, of which the bundler does not know that the names are missing.
  setup: ({ onLoad }) => onLoad({ filter: unused }, () => ({ contents: "module.exports = {};" })),
};

/** Packages read their own version from their package.json, and would bring all of it along. */
const versionOnly: Plugin = {
  name: "version-only",
  setup: ({ onLoad }) =>
    onLoad({ filter: /node_modules[\\/].*[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8")) as { version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    }),
};

export const lighter: readonly Plugin[] = [lighterZod, leaveOut, versionOnly];
