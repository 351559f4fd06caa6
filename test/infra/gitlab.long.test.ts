import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { runCommand } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";

type GitLabJob = {
  readonly script: readonly string[];
  readonly id_tokens?: object;
  readonly needs?: readonly string[];
};

const text = readFileSync(".ci/gitlab-ci.yml", "utf8");
const { variables, ...jobs } = parse(text) as Record<string, GitLabJob> & { variables: object };

/** Runs the script of a job as GitLab does, with programs that print their arguments into a file. `smoke` is the status of the smoke test. */
const runJob = (id: string, smoke = 0, stack = "https://before") => {
  const folder = newFolder();
  const tree = join(folder, "tree");
  mkdirSync(join(tree, ".ci"), { recursive: true });
  writeFileSync(join(tree, "a file"), "");
  const npm = `case "$*" in *" deploy "*) echo https://after;; *--probe*) echo site;; *" smoke "*) exit ${smoke};; esac`;
  const aws = stack ? `echo ${stack}` : "exit 254";
  const program = (lines: string) =>
    `#!/bin/sh\necho "\${0##*/} $*" >> ${folder}/calls\n${lines}\n`;
  for (const [file, lines] of [
    [join(folder, "npm"), npm],
    [join(folder, "aws"), aws],
    [join(tree, ".ci/run"), ""],
  ] as const)
    writeFileSync(file, program(lines), { mode: 0o755 });
  const pack = id === "deploy" ? [jobs.build?.script.at(-1) ?? ""] : [];
  const script = ["set -e", ...pack, ...(jobs[id]?.script ?? ["exit 9"])].join("\n");
  const ended = spawnSync("bash", ["-c", script], {
    cwd: tree,
    encoding: "utf8",
    env: {
      PATH: [folder, process.env.PATH].join(delimiter),
      ...{ AWS_TOKEN: "token", SMOKE_GOODS: "PO 4-1", SMOKE_BOX: "BX4", ...variables },
    },
  });
  const calls = readFileSync(join(folder, "calls"), "utf8").trim().split("\n");
  return { status: ended.status, calls, tree };
};

const synth = "npm run --silent synth -- --site demo --stage staging --out assembly";
const smoke = "npm run --silent smoke -- --site demo --goods PO 4-1 --box BX4 --url";
const deploy = "npm run --silent deploy -- staging --site demo --assembly assembly --yes";

it("GitLab's file tests a commit with the commands of any CI", () => {
  expect(runJob("test")).toMatchObject({ status: 0, calls: ["run"] });
});

it("GitLab's file builds both templates and packs the tree", () => {
  const { tree, ...ended } = runJob("build");
  const calls = ["npm ci", synth, `${synth}-first --first`];
  expect(ended).toEqual({ status: 0, calls });
  const listed = spawnSync("tar", ["--list", "--file", join(tree, "build.tar")]);
  expect(listed.stdout.toString().split("\n")).toContain("./a file");
});

it("GitLab's file looks before it deploys, and ends with the smoke test's status", () => {
  for (const status of [0, 1, 3]) {
    const { calls, ...ended } = runJob("deploy", status);
    expect(ended.status).toBe(status);
    expect(calls.slice(1)).toEqual([
      `${smoke} https://before --probe`,
      deploy,
      `${smoke} https://after --wait 60 --before site`,
    ]);
  }
});

it("GitLab's file knows nothing of the time before a first deployment", () => {
  const { calls, status } = runJob("deploy", 0, "");
  expect(status).toBe(0);
  expect(calls.slice(1)).toEqual([deploy, `${smoke} https://after --wait 60`]);
});

it("GitLab's file installs nothing where it has an identity token", () => {
  const withToken = Object.values(jobs).filter((job) => job.id_tokens);
  expect(withToken).toEqual([jobs.deploy]);
  expect(jobs.deploy?.script.join()).not.toMatch(/npm ci|npm i/);
  expect(jobs.deploy?.needs).toEqual(["test", "build"]);
});

it("GitLab's file gives only options that the commands have", async () => {
  const calls = [...runJob("build").calls, ...runJob("deploy").calls];
  for (const [, name = "", given = ""] of calls.join("\n").matchAll(/--silent (\w+) -- (.*)/g)) {
    expect(manifest.scripts).toHaveProperty([name]);
    const { stdout } = await runCommand(name, ["--help"]);
    for (const [option] of given.matchAll(/--[a-z-]+/g)) expect(stdout).toContain(`  ${option} `);
  }
});
