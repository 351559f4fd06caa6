import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../support/folder.ts";

type Step = Partial<Record<"id" | "uses" | "run", string>> & { readonly with?: object };
type Job = {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly concurrency?: object;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
};
type Workflow = { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> };

const folder = ".github/workflows";
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const workflows = texts.map((text) => parse(text, { merge: true }) as Workflow);
const named = Object.fromEntries(workflows.flatMap(({ jobs }) => Object.entries(jobs)));
const all = texts.join("\n");
const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
/** What a job uses, without versions, and what it runs. */
const usedBy = ({ steps = [] }: Job = {}) =>
  steps.flatMap(({ uses = "" }) => uses.split("@")[0] || []);
const runBy = ({ steps = [] }: Job = {}) => steps.map(({ run = "" }) => run).join("\n");
const scripts = readdirSync(".github/scripts").map((name) => join(".github/scripts", name));
const lines = [...jobs.map(runBy), ...scripts.map((path) => readFileSync(path, "utf8"))].join("\n");

describe("the workflows", () => {
  it("pin every action by a whole commit, with its version beside it", () => {
    for (const line of all.match(/^.*\buses: (?!\.\/).*$/gm) ?? [])
      expect(line).toMatch(/uses: [\w-]+\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("keep no AWS keys, leave no token in the checkout and put no expression, such as a title, into a shell", () => {
    expect(all).not.toMatch(/secrets\.AWS|aws-access-key-id|secrets: inherit|_target|workflow_run/);
    for (const { uses = "", with: given } of jobs.flatMap(({ steps = [] }) => steps))
      if (uses.startsWith("actions/checkout"))
        expect(given).toMatchObject({ "persist-credentials": false });
    expect(lines).not.toContain("${{");
    expect(all).not.toMatch(/head_ref|head\.ref|\.title|pull_request\.body/);
  });

  it("may write in six jobs, each one thing", () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({});
    for (const { permissions } of jobs) expect(permissions).toBeDefined();
    const writers = Object.entries(named).flatMap(([id, { permissions = {} }]) =>
      Object.values(permissions).includes("write") ? [[id, permissions] as const] : [],
    );
    const deploying = { contents: "read", "id-token": "write" };
    expect(Object.fromEntries(writers)).toEqual({
      comment: { "pull-requests": "write" },
      codeql: { contents: "read", "security-events": "write" },
      ...{ staging: deploying, deploy: deploying, "roll-back": deploying },
      publish: { contents: "write" },
    });
  });

  it("run nothing of a pull request or a release's tree where they may write, and install nothing beside an identity token", () => {
    for (const job of [named.comment, named.publish]) {
      expect(usedBy(job)).toEqual(["actions/download-artifact"]);
      expect(runBy(job)).not.toMatch(/npm|npx|node |\.github|git /);
    }
    for (const job of [named.deploy, named["roll-back"]]) {
      expect(runBy(job)).not.toMatch(/npm (ci|i|install)|npx|git /);
      expect(usedBy(job)).toEqual([
        "actions/download-artifact",
        "aws-actions/configure-aws-credentials",
      ]);
    }
  });

  it("deploy the newest commit of main alone, after the other jobs, one at a time", () => {
    expect(named.staging?.if).toContain("github.event_name == 'push'");
    const ci = workflows.find(({ jobs }) => "staging" in jobs)?.jobs ?? {};
    expect(
      [...(named.staging?.needs ?? []), "comment", "dependencies", "staging"].toSorted(),
    ).toEqual(Object.keys(ci).toSorted());
    expect(named.build?.if).toContain("github.ref == 'refs/heads/main'");
    const newest = /commits\/main.*\$newest" != "\$GITHUB_SHA".*exit 1/s;
    expect(named.deploy?.steps?.[0]?.run).toMatch(newest);
    for (const job of [named.deploy, named["roll-back"]])
      expect(job?.concurrency).toEqual({ group: "deploy-staging", "cancel-in-progress": false });
  });

  it("run what the README runs, and only commands and scripts that exist", () => {
    expect(lines).toContain(".ci/run");
    for (const command of ["npm ci", "npm start", "npm test"])
      expect(runBy(named.machines)).toContain(command);
    for (const [, name = ""] of lines.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([name]);
    for (const [path] of lines.matchAll(/\.github\/scripts\/[\w.-]+/g))
      expect(scripts).toContain(path);
    for (const path of scripts) expect(spawnSync("test", ["-x", path]).status, path).toBe(0);
  });
});

it("no version of a package is a range", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = [dependencies, devDependencies, optionalDependencies].flatMap(Object.values);
  for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

it("the workflows' script synthesises every site of a tree, and fails if one fails", () => {
  const temporary = newFolder();
  const sites = join(temporary, "tree/sites");
  mkdirSync(sites, { recursive: true });
  for (const site of ["demo", "süd hall"]) writeFileSync(join(sites, `${site}.ts`), "");
  const text = '#!/bin/sh\necho "$@"; case "$*" in *demo*) exit 1;; esac\n';
  writeFileSync(join(temporary, "npm"), text, { mode: 0o755 });
  const args = [resolve(".github/scripts/synth-sites.sh"), dirname(sites), join(temporary, "out")];
  const PATH = [temporary, resolve("node_modules/.bin"), process.env.PATH].join(delimiter);
  const { status, stdout } = spawnSync("bash", args, {
    encoding: "utf8",
    env: { PATH, HOME: temporary },
  });
  expect(status).toBe(1);
  expect(stdout.match(/--site (demo|süd hall)/g)).toHaveLength(2);
});

it("the workflows' script builds both templates on the table that is there", () => {
  const temporary = newFolder();
  const tree = join(temporary, "tree");
  mkdirSync(tree);
  writeFileSync(join(temporary, "npm"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
  const archive = join(temporary, "build.tar.zst");
  const build = (more: Readonly<Record<string, string>>) =>
    spawnSync("bash", [resolve(".github/scripts/build.sh"), tree, archive], {
      encoding: "utf8",
      env: {
        PATH: [temporary, process.env.PATH].join(delimiter),
        ...{ SITE: "hall", STAGE: "live", TABLE: "", STREAM: "", ...more },
      },
    });
  const synth = "run --silent synth -- --site hall --stage live --node docker --out";
  expect(build({})).toMatchObject({
    ...{ status: 0, stdout: `${synth} assembly\n${synth} assembly-first --first\n` },
  });
  const given = "--table Warehouse-old --stream arn:x";
  expect(build({ TABLE: "Warehouse-old", STREAM: "arn:x" })).toMatchObject({
    ...{
      status: 0,
      stdout: `${synth} assembly ${given}\n${synth} assembly-first ${given} --first\n`,
    },
  });
});
