import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };

type Step = {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
};
type Job = {
  readonly uses?: string;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: { readonly name: string };
  readonly concurrency?: object;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
};
type Workflow = { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> };

const folder = ".github/workflows";
const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
const workflows = texts.map((text) => parse(text, { merge: true }) as Workflow);
const named = Object.fromEntries(workflows.flatMap(({ jobs }) => Object.entries(jobs)));
const jobs = workflows.flatMap(({ jobs }) => Object.values(jobs));
/** What a job uses, without versions, and what it runs. */
const usedBy = ({ steps = [] }: Job = {}) =>
  steps.flatMap(({ uses = "" }) => uses.split("@")[0] || []);
const runBy = ({ steps = [] }: Job = {}) => steps.map(({ run = "" }) => run).join("\n");
const steps = jobs.flatMap(({ steps = [] }) => steps);
const lines = [
  ...steps.map(({ run = "" }) => run),
  ...readdirSync(".github/scripts").map((name) =>
    readFileSync(join(".github/scripts", name), "utf8"),
  ),
].join("\n");

describe("the workflows", () => {
  it("pin every action by a whole commit, with its version beside it", () => {
    for (const text of texts)
      for (const line of text.match(/^.*\buses: (?!\.\/).*$/gm) ?? [])
        expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it("give no job more than it names, keep no AWS keys and leave no token in the checkout", () => {
    for (const { permissions } of workflows) expect(permissions).toEqual({});
    for (const { permissions } of jobs) expect(permissions).toBeDefined();
    for (const text of texts)
      expect(text).not.toMatch(
        /secrets\.AWS|aws-access-key-id|secrets: inherit|_target|workflow_run/,
      );
    for (const step of steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout")))
      expect(step.with).toMatchObject({ "persist-credentials": false });
  });

  it("put no expression into a shell: a branch's name or a title is data", () => {
    expect(lines).not.toContain("${{");
    for (const text of texts)
      expect(text).not.toMatch(/head_ref|head\.ref|\.title|pull_request\.body/);
  });

  it("may write in five jobs, each one thing", () => {
    const writers = Object.entries(named).filter(([, { permissions }]) =>
      Object.values(permissions ?? {}).includes("write"),
    );
    const deploying = { contents: "read", "id-token": "write" };
    expect(Object.fromEntries(writers.map(([id, { permissions }]) => [id, permissions]))).toEqual({
      comment: { "pull-requests": "write" },
      staging: deploying,
      deploy: deploying,
      "roll-back": deploying,
      publish: { contents: "write" },
    });
  });

  it("run nothing of the pull request, nor of a release's tree, where they may write", () => {
    for (const job of [named.comment, named.publish]) {
      expect(usedBy(job)).toEqual(["actions/download-artifact"]);
      expect(runBy(job)).not.toMatch(/npm|npx|node |\.github|git /);
    }
  });

  it("install and check out nothing where there is an identity token: what is deployed was built without one", () => {
    for (const job of [named.deploy, named["roll-back"]]) {
      expect(runBy(job)).not.toMatch(/npm (ci|i|install)|npx|git /);
      expect(usedBy(job)).toEqual([
        "actions/download-artifact",
        "aws-actions/configure-aws-credentials",
      ]);
      expect(runBy(job)).toContain(
        'npm run --silent deploy -- "$STAGE" --site "$SITE" --assembly assembly --yes',
      );
    }
  });

  it("deploy a commit of main alone, after the other jobs, one at a time", () => {
    expect(named.staging).toMatchObject({
      if: expect.stringContaining("github.event_name == 'push'"),
      needs: ["test", "official", "synth", "audit"],
      uses: `./${folder}/deploy-staging.yml`,
    });
    expect(named.build?.if).toContain("github.ref == 'refs/heads/main'");
    expect(named.deploy?.needs).toBe("build");
    const one = {
      environment: { name: "staging" },
      concurrency: { group: "deploy-staging", "cancel-in-progress": false },
    };
    for (const job of [named.deploy, named["roll-back"]]) expect(job).toMatchObject(one);
  });

  it("never deploy an older commit over a newer one", () => {
    const { steps: [first, ...others] = [] } = named.deploy ?? {};
    expect(first?.run).toMatch(/commits\/main.*\$newest" != "\$GITHUB_SHA".*exit 1/s);
    const ids = others.flatMap(({ id = [] }) => id);
    expect(ids).toEqual(["good", "deploy", "smoke"]);
    expect(others.at(-2)?.run).toMatch(/ssm put-parameter .*good-commit.*"\$GITHUB_SHA"$/);
  });

  it("go back, if the smoke test fails, to the commit that was kept, built in a job of its own", () => {
    const { "build-good": good, "roll-back": back } = named;
    expect(good?.if).toMatch(
      /^failure\(\) && needs\.deploy\.outputs\.smoke == 'failure' && needs\.deploy\.outputs\.good != ''/,
    );
    expect(good?.steps?.[0]?.with).toMatchObject({
      ref: expect.stringContaining("needs.deploy.outputs.good ||"),
    });
    expect(back).toMatchObject({
      needs: "build-good",
      if: expect.stringContaining("build-good.result == 'success'"),
    });
    expect(back?.steps?.[0]?.with).toMatchObject({ name: "build-good" });
  });

  it("run what the README runs, and only commands and scripts that exist", () => {
    expect(steps.map(({ run }) => run)).toContain(".ci/run");
    for (const [, name = ""] of lines.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([name]);
    for (const [path] of lines.matchAll(/\.github\/scripts\/[\w.-]+/g))
      expect(spawnSync("test", ["-x", path]).status, path).toBe(0);
  });
});

it("no version of a package is a range", () => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  for (const version of Object.values({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

describe("the workflows' scripts", () => {
  const temporary = mkdtempSync(join(tmpdir(), "warehouse-ci-"));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));
  const bin = resolve("node_modules/.bin");
  const script = (name: string, args: readonly string[], path = bin) =>
    spawnSync("bash", [resolve(".github/scripts", name), ...args], {
      encoding: "utf8",
      env: { PATH: `${path}${delimiter}${process.env.PATH}`, HOME: temporary },
    });

  const synthesised = (tree: string, site: string) => {
    const folder = join(temporary, tree, site);
    mkdirSync(folder, { recursive: true });
    const Resources = { Alarms: { Type: "AWS::SNS::Topic", Properties: {} } };
    writeFileSync(join(folder, "Stack.template.json"), JSON.stringify({ Resources }));
    const stack = {
      type: "aws:cloudformation:stack",
      environment: "aws://unknown-account/unknown-region",
    };
    const artifacts = { Stack: { ...stack, properties: { templateFile: "Stack.template.json" } } };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ version: "36.0.0", artifacts }));
  };

  it("say what changes between two trees, without credentials", () => {
    for (const site of ["same", "gone"]) synthesised("base", site);
    for (const site of ["same", "new"]) synthesised("head", site);
    const trees = [join(temporary, "base"), join(temporary, "head")];
    const { status, stdout, stderr } = script("template-diff.sh", trees);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("**same**: no change.");
    expect(stdout).toContain("**gone**: no longer a site.");
    expect(stdout).toMatch(/<b>new<\/b> \(new\).*\[\+\] AWS::SNS::Topic Alarms/s);
  });

  it("synthesise every site of a tree, and fail if one fails", () => {
    const tree = join(temporary, "tree");
    mkdirSync(join(tree, "sites"), { recursive: true });
    for (const site of ["demo", "süd hall"]) writeFileSync(join(tree, "sites", `${site}.ts`), "");
    const npm = mkdtempSync(join(temporary, "bin-"));
    const text = '#!/bin/sh\necho "$@"; case "$*" in *demo*) exit 1;; esac\n';
    writeFileSync(join(npm, "npm"), text, { mode: 0o755 });
    const { status, stdout } = script(
      "synth-sites.sh",
      [tree, join(temporary, "out")],
      npm + delimiter + bin,
    );
    expect(status).toBe(1);
    expect(stdout.match(/--site (demo|süd hall)/g)).toHaveLength(2);
  });
});
