import { readFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { installedOnce, ran } from "../support/installed-once.ts";

/** The programs of `requirements.txt` and of the project. */
export type Tools = {
  /** Python's path. */
  readonly python: string;
  /** Variables with which a process finds all of them. */
  readonly variables: { readonly PATH: string; readonly PYTHONPATH: string };
};

/** Path and version of Python 3.10 or newer. */
const pythonHere = async (): Promise<string[] | undefined> => {
  const program = "import sys; print(sys.executable, *sys.version_info[:2], sep='\\n')";
  const printed = await ran("python3", ["-c", program]).catch(() => "");
  const [python = "", major, minor] = printed.split("\n");
  return Number(major) === 3 && Number(minor) >= 10 ? [python, `3.${minor}`] : undefined;
};

/** Python's path, and the folder of packages that it finds with PYTHONPATH. */
export type Pinned = { readonly python: string; readonly folder: string };

/** Installs the packages of a file with hashes, once for all runs; `undefined` without Python 3.10, pip or their registry. */
export const pinnedPackages = async (
  name: string,
  requirements: string,
): Promise<Pinned | undefined> => {
  const [python, version] = (await pythonHere()) ?? [];
  if (python === undefined) return undefined;
  // Compiled packages fit only one version of Python.
  const pins = [version, readFileSync(requirements, "utf8")].join("\n");
  const folder = await installedOnce(name, pins, (unfinished) =>
    ran(python, [
      ...["-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:"],
      ...["--no-deps", "--require-hashes", "--target", unfinished, "-r", requirements],
    ]),
  );
  return folder === undefined ? undefined : { python, folder };
};

/** Installs the emulator and the AWS CLI. */
export const deployTools = async (): Promise<Tools | undefined> => {
  const pinned = await pinnedPackages("deployed", "test/deployed/requirements.txt");
  if (pinned === undefined) return undefined;
  const { python, folder } = pinned;
  const own = [resolve("node_modules/.bin"), join(folder, "bin"), process.env.PATH];
  return { python, variables: { PATH: own.join(delimiter), PYTHONPATH: folder } };
};
