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

const requirements = "test/deployed/requirements.txt";

/** Path and version of Python 3.10 or newer. */
const pythonHere = async (): Promise<string[] | undefined> => {
  const program = "import sys; print(sys.executable, *sys.version_info[:2], sep='\\n')";
  const printed = await ran("python3", ["-c", program]).catch(() => "");
  const [python = "", major, minor] = printed.split("\n");
  return Number(major) === 3 && Number(minor) >= 10 ? [python, `3.${minor}`] : undefined;
};

/** Installs the emulator and the AWS CLI, once for all runs; `undefined` without Python 3.10, pip or their registry. */
export const deployTools = async (): Promise<Tools | undefined> => {
  const [python, version] = (await pythonHere()) ?? [];
  if (python === undefined) return undefined;
  // Compiled packages fit only one version of Python.
  const pins = [version, readFileSync(requirements, "utf8")].join("\n");
  const folder = await installedOnce("deployed", pins, (unfinished) =>
    ran(python, [
      ...["-m", "pip", "install", "-q", "--disable-pip-version-check", "--only-binary=:all:"],
      ...["--require-hashes", "--target", unfinished, "-r", requirements],
    ]),
  );
  if (folder === undefined) return undefined;
  const own = [resolve("node_modules/.bin"), join(folder, "bin"), process.env.PATH];
  return { python, variables: { PATH: own.join(delimiter), PYTHONPATH: folder } };
};
