import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Site } from "#lib/site/schema.ts";
import { cacheFile } from "./bundle-file.ts";
import { type NodeCommand, plainEnvironment } from "./runtime-node.ts";

/** Milliseconds: a Node under emulation takes ten times as long. */
const patience = 180_000;

const program = fileURLToPath(new URL("./code-cache.ts", import.meta.url));

/** Made-up environment variables for a function that is only run to be compiled: it talks to nothing but a stand-in. */
const environment = ({ erp }: Site): Readonly<Record<string, string>> => ({
  AWS_REGION: "local",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  TABLE_NAME: "none",
  ERP_SQLITE: "none",
  ERP_LOOKUP_URL: "http://127.0.0.1:9/",
  ...(erp.connection && "environment" in erp.connection.password
    ? { [erp.connection.password.environment]: "none" }
    : {}),
  LOG_LEVEL: "SILENT",
  WRITE_METRICS: "1",
});

/** The version of the Node that made the caches with what decides who takes them (`acceptanceOf`), and their sizes in bytes. */
export type CodeCaches = { readonly madeBy: string; readonly sizes: ReadonlyMap<string, number> };

/**
 * Makes the code caches of bundles with a Node.
 * @throws Error with the message of the command
 */
export const makeCodeCaches = async (
  node: NodeCommand,
  bundles: readonly {
    readonly id: string;
    readonly folder: string;
    readonly events: readonly object[];
  }[],
  site: Site,
): Promise<CodeCaches> => {
  const subjects = bundles.map(({ folder, events }) => ({ folder, events }));
  const [command = "", ...args] = [
    ...node,
    program,
    JSON.stringify({ environment: environment(site), subjects }),
  ];
  try {
    const { stdout } = await promisify(execFile)(command, args, {
      env: plainEnvironment(),
      timeout: patience,
    });
    return {
      madeBy: stdout.trim().split("\n").at(-1) ?? "",
      sizes: new Map(bundles.map(({ id, folder }) => [id, statSync(join(folder, cacheFile)).size])),
    };
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    throw new Error(
      `No code cache could be made with ${node.join(" ")}: ${stderr?.trim() || message}`,
    );
  }
};
