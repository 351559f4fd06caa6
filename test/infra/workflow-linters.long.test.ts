import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { has, installedOnce, ran } from "../support/installed-once.ts";

/** The folder of the linters; `undefined` without Python, pip, Go or their registries. */
const installedLinters = async (): Promise<string | undefined> => {
  if (!(await has("python3", "go"))) return undefined;
  const pins = ["requirements.txt", "go.sum"].map((name) =>
    readFileSync(join(".github/linters", name), "utf8"),
  );
  return installedOnce("linters", pins.join(), (folder) =>
    ran("bash", [".github/scripts/install-linters.sh", folder]),
  );
};
const lintersFolder = await installedLinters();

it.skipIf(lintersFolder === undefined)(
  "actionlint, zizmor and ShellCheck find nothing (needs Python, pip, Go and their registries)",
  () => {
    const args = [".github/scripts/lint-workflows.sh", String(lintersFolder)];
    const { status, stdout, stderr } = spawnSync("bash", args, { encoding: "utf8" });
    expect(status, stdout + stderr).toBe(0);
  },
);
