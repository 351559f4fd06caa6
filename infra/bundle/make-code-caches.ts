import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Site } from "#lib/site/schema.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const program = fileURLToPath(new URL("./code-cache.ts", import.meta.url));

/** The Node that Lambda gives a function at its next deployment, without a network, on the bundles in a folder and on the project's files. */
const inDocker = (folder: string): string[] => {
  const { uid, gid } = userInfo();
  const limits = "--rm --quiet --pull always --platform linux/arm64 --network none".split(" ");
  const user = uid >= 0 ? ["--user", `${uid}:${gid}`] : [];
  const volumes = ["--volume", `${folder}:${folder}`, "--volume", `${root}:${root}:ro`];
  const node = ["--entrypoint", "/var/lang/bin/node", "public.ecr.aws/lambda/nodejs:24"];
  return ["docker", "run", ...limits, ...user, ...volumes, ...node];
};

/** For functions that reach nothing while their code caches are made. */
const environment = ({ erp: { connection } }: Site): Record<string, string> => {
  const names = [
    "AWS_REGION",
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "TABLE_NAME",
    "ERP_SQLITE",
  ];
  if (connection && "environment" in connection.password)
    names.push(connection.password.environment);
  return {
    ...Object.fromEntries(names.map((name) => [name, "none"])),
    ERP_LOOKUP_URL: "http://127.0.0.1:9/",
    WRITE_METRICS: "1",
  };
};

/**
 * Writes the code cache of each bundle of a folder beside it, by the Node at a path or, for `docker`, by that of AWS's image for Arm. If
 * Docker cannot run it there are no caches, which a line on standard error says.
 * @throws Error with the message of the Node at the path
 */
export const makeCodeCaches = async (
  node: string,
  folder: string,
  bundles: readonly { readonly folder: string; readonly events: readonly object[] }[],
  site: Site,
): Promise<void> => {
  const [command = "", ...args] = node === "docker" ? inDocker(folder) : [node];
  const task = JSON.stringify({
    environment: environment(site),
    bundles: bundles.map(({ folder, events }) => ({ folder, events })),
  });
  // V8's flags in NODE_OPTIONS would have Lambda's Node reject the caches. An image has to be fetched first, and emulation is slow.
  const options = { env: { ...process.env, NODE_OPTIONS: "" }, timeout: 300_000 };
  try {
    await promisify(execFile)(command, [...args, program, task], options);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    // A minified line of a bundle says nothing.
    const [line = ""] = (stderr || message).split("\n").filter((text) => /^.{10,300}$/.test(text));
    const why = `No code caches are made with ${node}: ${line}`;
    if (node !== "docker") throw new Error(why);
    console.error(why);
  }
};
