import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Site } from "#lib/site/schema.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("./code-cache.ts", import.meta.url));

/** The Node that Lambda gives a function at its next deployment, without a network. */
const inDocker = (folder: string): string[] => {
  const { uid, gid } = userInfo();
  const limits = "--rm --quiet --pull always --platform linux/arm64 --network none".split(" ");
  const user = uid >= 0 ? ["--user", `${uid}:${gid}`] : [];
  const volumes = ["--volume", `${folder}:${folder}`, "--volume", `${root}:${root}:ro`];
  const node = ["--entrypoint", "/var/lang/bin/node", "public.ecr.aws/lambda/nodejs:24"];
  return ["docker", "run", ...limits, ...user, ...volumes, ...node];
};

const variables = "AWS_REGION AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY TABLE_NAME ERP_SQLITE";

const environment = ({ erp: { connection } }: Site): Record<string, string> => {
  const names = variables.split(" ");
  if (connection && "environment" in connection.password)
    names.push(connection.password.environment);
  const made = Object.fromEntries(names.map((name) => [name, "none"]));
  return { ...made, ERP_LOOKUP_URL: "http://127.0.0.1:9/", WRITE_METRICS: "1" };
};

/**
 * Writes the code cache of each bundle beside it, by the Node at a path or, for `docker`, by that of AWS's image for Arm. Without Docker
 * there are none, and a line on standard error says so.
 * @throws Error with the message of the Node at the path
 */
export const makeCodeCaches = async (
  node: string,
  folder: string,
  functions: readonly { readonly folder: string; readonly events: readonly object[] }[],
  site: Site,
): Promise<void> => {
  const [command = "", ...args] = node === "docker" ? inDocker(folder) : [node];
  const bundles = functions.map(({ folder, events }) => ({ folder, events }));
  const task = JSON.stringify({ environment: environment(site), bundles });
  // With V8's flags in NODE_OPTIONS Lambda's Node would reject the caches. Fetching an image and emulation are slow.
  const options = { env: { ...process.env, NODE_OPTIONS: "" }, timeout: 300_000 };
  try {
    await promisify(execFile)(command, [...args, program, task], options);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const [line = ""] = (stderr || message).split("\n").filter((text) => /^.{10,300}$/.test(text));
    const why = `No code caches are made with ${node}: ${line}`;
    if (node !== "docker") throw new Error(why);
    console.error(why);
  }
};
