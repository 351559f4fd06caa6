import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** AWS's image of the functions' runtime: its Node is that which Lambda gives a function at its next deployment. */
const image = "public.ecr.aws/lambda/nodejs:24";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A command that runs Node, as its words. */
export type NodeCommand = readonly string[];

/** The environment of a command that runs Node: nothing that could change how V8 is started, as NODE_OPTIONS would. */
export const plainEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(PATH|HOME|USERPROFILE|SystemRoot|TMPDIR|DOCKER_\w+)$/i.test(name),
    ),
  );

/** Runs the image's Node, without a network, on the bundles in a folder and on the project's files. */
const inImage = (folder: string): NodeCommand => {
  const { uid, gid } = userInfo();
  return [
    ...[
      "docker",
      "run",
      "--rm",
      "--quiet",
      "--pull",
      "always",
      "--platform",
      "linux/arm64",
      "--network",
      "none",
    ],
    ...(uid >= 0 ? ["--user", `${uid}:${gid}`] : []),
    ...[
      "--volume",
      `${folder}:${folder}`,
      "--volume",
      `${root}:${root}:ro`,
      "--entrypoint",
      "/var/lang/bin/node",
      image,
    ],
  ];
};

/** Milliseconds: the image may have to be fetched first. */
const patience = 300_000;

/** The version of a command's Node. @throws Error of the command, whose `stderr` says why */
const versionOf = async ([command = "", ...args]: NodeCommand): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, [...args, "--print", "process.version"], {
    env: plainEnvironment(),
    timeout: patience,
  });
  return stdout.trim();
};

/** The first line of what a command complained of: Docker ends with a hint to its help. */
const whyNot = (error: unknown): string => {
  const { stderr, message } = error as Error & { stderr?: string };
  return (stderr?.trim() || message).split("\n", 1)[0] ?? "";
};

/**
 * Finds a Node whose code caches the functions may accept: V8 takes one only of its own version, architecture and flags. That is Lambda's
 * own, from AWS's image, where Docker runs images for Arm; else this process's, if it runs on Linux on Arm. `told` is for whoever deploys.
 */
export const findRuntimeNode = async (
  folder: string,
): Promise<{ readonly node?: NodeCommand; readonly told: string }> => {
  const node = inImage(folder);
  try {
    return {
      node,
      told: `Code caches are made by Node ${await versionOf(node)} of ${image}, which is Lambda's own.`,
    };
  } catch (error) {
    const why = `Docker ran no image for Arm: ${whyNot(error)}`;
    if (process.platform === "linux" && process.arch === "arm64")
      return {
        node: [process.execPath],
        told: `Code caches are made by this machine's Node ${process.version}. Whether Lambda's accepts them is not known before a function starts: if not, it logs codeCacheRejected. ${why}`,
      };
    return {
      told: `No code caches are made, so a cold start takes half as long again (docs/cold-start.md). ${why}`,
    };
  }
};
