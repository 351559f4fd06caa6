import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";
import { siteAt } from "../choose-site.ts";

/** A plugin, not an alias: an alias would also replace `zod/mini`, which the stand-in itself uses. */
const lighterZod: Plugin = {
  name: "lighter-zod",
  setup: ({ onResolve }) =>
    onResolve({ filter: /^zod$/ }, () => ({
      path: fileURLToPath(new URL("./stand-ins/zod.ts", import.meta.url)),
    })),
};

/**
 * Files of the SDK's core that no function reaches: SHA-256 for a Node without node:crypto, the region of an EC2 instance, and the limiter
 * of adaptive retries (our own loop is in `lib/store/client.ts`). If a new version renames them they are bundled again, and the budgets show it.
 */
const unused =
  /@smithy[\\/]core[\\/]dist-es[\\/].*[\\/](Sha256Js|getInstanceMetadataRegion|DefaultRateLimiter)\.js$/;

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

/** DynamoDB's client alone: that of Secrets Manager keeps its rules. */
const plainEndpoint: Plugin = {
  name: "plain-endpoint",
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/endpointResolver$/ }, ({ importer }) =>
      /client-dynamodb[\\/]/.test(importer)
        ? { path: fileURLToPath(new URL("./stand-ins/dynamodb-endpoint.ts", import.meta.url)) }
        : undefined,
    ),
};

/** The errors of DynamoDB that tell more than their name. Every other one arrives as the client's general error, with its own name. */
const telling = new Set(["TransactionCanceledException", "ConditionalCheckFailedException"]);

/** Does not register the other errors, so that the bundler drops their classes and schemas, which are mostly of commands that we never send. */
const fewErrors: Plugin = {
  name: "few-errors",
  setup: ({ onLoad }) =>
    onLoad(
      { filter: /client-dynamodb[\\/]dist-es[\\/]schemas[\\/]schemas_0\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, "utf8");
        return {
          contents: text.replace(/^n0_registry\.registerError\(\w+\$, (\w+)\);$/gm, (line, name) =>
            telling.has(name) ? line : "",
          ),
        };
      },
    ),
};

export const lighter: readonly Plugin[] = [
  lighterZod,
  leaveOut,
  versionOnly,
  plainEndpoint,
  fewErrors,
];

/**
 * The pages' words are in the pages' files already, and no function reads them: a module that exports them and nothing else is left out
 * (8 kB). It is looked for by name, and known by what it exports.
 */
export const withoutWords = (profile: string): Plugin => ({
  name: "without-words",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.{1,2}\/.*words.*\.ts$/ }, async ({ path, importer }) => {
      const file = new URL(path, pathToFileURL(importer));
      const exported: unknown[] = Object.values(await import(file.href));
      const { pages } = await siteAt(profile);
      return pages && exported.length === 1 && exported[0] === pages.words
        ? { path: fileURLToPath(file), namespace: "words" }
        : undefined;
    });
    onLoad({ filter: /.*/, namespace: "words" }, () => ({ contents: "module.exports = {};" }));
  },
});
