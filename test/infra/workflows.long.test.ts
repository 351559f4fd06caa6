import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
  readonly env?: object;
  readonly if?: string;
  readonly id?: string;
};
type Job = {
  readonly uses?: string;
  readonly if?: string;
  readonly steps?: readonly Step[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string | readonly string[];
  readonly environment?: { readonly name: string };
  readonly concurrency?: Readonly<Record<string, unknown>>;
  readonly "timeout-minutes"?: number;
};
type Workflow = { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> };

const folder = ".github/workflows";
const read = (name: string) => {
  const text = readFileSync(join(folder, name), "utf8");
  return { file: name, text, ...(parse(text, { merge: true }) as Workflow) };
};
const workflows = readdirSync(folder).map(read);
const jobs = workflows.flatMap(({ file, jobs }) =>
  Object.entries(jobs).map(([id, job]) => ({ at: `${file} ${id}`, ...job })),
);
const steps = jobs.flatMap(({ at, steps = [] }) => steps.map((step) => ({ at, ...step })));
const scripts = readdirSync(".github/scripts").map((name) => join(".github/scripts", name));
const ci = read("ci.yml").jobs;
const staging = read("deploy-staging.yml").jobs;
const deploy = staging.deploy as Job;

describe("the workflows", () => {
  it("pin every action by a whole commit, with its version beside it", () => {
    const used = workflows.flatMap(({ text }) =>
      text.split("\n").filter((line) => /^\s*(- )?uses:/.test(line)),
    );
    expect(used.length).toBeGreaterThan(5);
    for (const line of used)
      if (!line.includes("uses: ./"))
        expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    const versions = new Set(used.map((line) => line.replace(/^.*uses: /, "")));
    expect(new Set([...versions].map((line) => line.split("@")[0])).size).toBe(versions.size);
  });

  it("give no job more than it names, and none the time to hang", () => {
    for (const { file, permissions } of workflows) expect(permissions, file).toEqual({});
    for (const { at, permissions, uses, ...job } of jobs) {
      expect(permissions, at).toBeDefined();
      if (!uses) expect(job["timeout-minutes"], at).toBeLessThanOrEqual(45);
    }
    const writers = jobs.filter(({ permissions = {} }) =>
      Object.values(permissions).includes("write"),
    );
    expect(writers.map(({ at, permissions }) => [at, permissions])).toEqual([
      ["ci.yml comment", { "pull-requests": "write" }],
      ["ci.yml staging", { contents: "read", "id-token": "write" }],
      ["deploy-staging.yml deploy", { contents: "read", "id-token": "write" }],
      ["deploy-staging.yml roll-back", { contents: "read", "id-token": "write" }],
      ["release.yml publish", { contents: "write" }],
    ]);
  });

  it("run nothing of a pull request where they may write", () => {
    const { steps: commenting = [] } = ci.comment as Job;
    expect(commenting.map(({ uses = "" }) => uses.split("@")[0])).toEqual([
      "actions/download-artifact",
      "",
    ]);
    expect(commenting.map(({ run = "" }) => run).join()).not.toMatch(/npm|npx|node |\.github|git /);
    for (const { text } of workflows) expect(text).not.toMatch(/pull_request_target|workflow_run/);
  });

  it("put no expression into a shell: a branch's name or a title is data", () => {
    for (const { at, run = "" } of steps) expect(run, at).not.toContain("${{");
    for (const { text } of workflows)
      expect(text).not.toMatch(/head_ref|head\.ref|\.title|event\.pull_request\.body/);
  });

  it("keep no AWS keys and leave no token in the checkout", () => {
    for (const { text } of workflows)
      expect(text).not.toMatch(
        /secrets\.AWS|AWS_(?:ACCESS|SECRET)\w+:|aws-access-key-id|secrets: inherit/,
      );
    for (const step of steps.filter(({ uses = "" }) => uses.startsWith("actions/checkout")))
      expect(step.with, step.at).toMatchObject({ "persist-credentials": false });
  });

  it("run what the README runs, and only commands and scripts that exist", () => {
    expect(ci.test?.steps?.at(-1)?.run).toBe(".ci/run");
    const lines = [
      ...steps.map(({ run = "" }) => run),
      ...scripts.map((file) => readFileSync(file, "utf8")),
    ].join("\n");
    const named = [...lines.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name);
    expect(named).toContain("smoke");
    for (const name of named) expect(Object.keys(manifest.scripts)).toContain(name);
    for (const [path] of lines.matchAll(/\.github\/scripts\/[\w.-]+/g))
      expect(scripts).toContain(path);
  });

  it("deploy only what passed, one at a time, and go back when the smoke test fails", () => {
    expect(ci.staging?.uses).toBe(`./${folder}/deploy-staging.yml`);
    expect(ci.staging?.needs).toEqual(["test", "official", "synth", "audit"]);
    expect(deploy).toMatchObject({
      environment: { name: "staging" },
      concurrency: { "cancel-in-progress": false },
    });
    const order = deploy.steps?.map(({ id, if: when = "" }) => id ?? when).filter(Boolean);
    expect(order?.slice(0, 4)).toEqual(["newest", "good", "deploy", "smoke"]);
    const { "build-good": good, "roll-back": back } = staging;
    expect(good?.if).toMatch(
      /^failure\(\) && needs\.deploy\.outputs\.smoke == 'failure' && needs\.deploy\.outputs\.good != ''/,
    );
    expect(back?.needs).toBe("build-good");
  });

  it("install no package where there is an identity token, and deploy only what was built without one", () => {
    const trusted = jobs.filter(({ permissions = {}, uses }) => permissions["id-token"] && !uses);
    expect(trusted.length).toBeGreaterThan(1);
    for (const { at, steps = [] } of trusted) {
      expect(steps.map(({ run = "" }) => run).join("\n"), at).not.toMatch(
        /npm (ci|i|install)|npx|git clone/,
      );
      expect(
        steps.map(({ uses = "" }) => uses.split("@")[0]),
        at,
      ).not.toContain("actions/checkout");
    }
  });

  it("deploy with the command that hands use, what the job before has built, and ask nobody", () => {
    const lines = [deploy, staging["roll-back"]].flatMap(
      (job) => job?.steps?.map(({ run = "" }) => run.split("\n")[0]) ?? [],
    );
    const call =
      'url=$(npm run --silent deploy -- "$STAGE" --site "$SITE" --assembly assembly --yes)';
    expect(lines.filter((line) => line?.includes("deploy --"))).toEqual([call, call]);
  });

  it("never deploy an older commit over a newer one", () => {
    const [first] = deploy.steps ?? [];
    expect([first?.id, first?.run]).toEqual([
      "newest",
      expect.stringMatching(/commits\/main.*\$newest" != "\$GITHUB_SHA".*exit 1/s),
    ]);
  });
});

describe("the update policy", () => {
  type Update = {
    "package-ecosystem": string;
    cooldown: Record<string, number>;
    groups: object;
    ignore?: { "dependency-name": string }[];
  };
  const { updates } = parse(readFileSync(".github/dependabot.yml", "utf8")) as {
    updates: Update[];
  };

  it("lets every new version wait, and groups them", () => {
    expect(updates.map((update) => update["package-ecosystem"])).toEqual(["npm", "github-actions"]);
    for (const { cooldown, groups } of updates) {
      expect(cooldown["default-days"]).toBeGreaterThanOrEqual(7);
      expect(Object.keys(groups)).not.toEqual([]);
    }
  });

  it("holds back only what is installed", () => {
    const installed = {
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    };
    for (const { ignore = [] } of updates)
      for (const held of ignore) expect(Object.keys(installed)).toContain(held["dependency-name"]);
    for (const version of Object.values(installed)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  });
});

describe("the workflows' scripts", () => {
  const temporary = mkdtempSync(join(tmpdir(), "warehouse-ci-"));
  afterAll(() => rmSync(temporary, { recursive: true, force: true }));
  const bin = resolve("node_modules/.bin");
  const script = (
    name: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    path = bin,
  ) =>
    spawnSync("bash", [resolve(".github/scripts", name), ...args], {
      encoding: "utf8",
      env: { PATH: `${path}${delimiter}${process.env.PATH}`, HOME: temporary, ...env },
    });

  const synthesised = (tree: string, site: string, ...topics: readonly string[]) => {
    const folder = join(temporary, tree, site);
    mkdirSync(folder, { recursive: true });
    const Resources = Object.fromEntries(
      topics.map((name) => [name, { Type: "AWS::SNS::Topic", Properties: { TopicName: name } }]),
    );
    writeFileSync(join(folder, "Stack.template.json"), JSON.stringify({ Resources }));
    const stack = {
      type: "aws:cloudformation:stack",
      environment: "aws://unknown-account/unknown-region",
    };
    const artifacts = { Stack: { ...stack, properties: { templateFile: "Stack.template.json" } } };
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ version: "36.0.0", artifacts }));
  };

  it("may be run", () => {
    for (const file of scripts) expect(statSync(file).mode & 0o111, file).toBe(0o111);
  });

  it("tell what changes between two trees, without credentials", () => {
    synthesised("base", "same", "Alarms");
    synthesised("head", "same", "Alarms");
    synthesised("base", "gone", "Alarms");
    synthesised("head", "new", "Alarms");
    const { status, stdout, stderr } = script("template-diff.sh", [
      join(temporary, "base"),
      join(temporary, "head"),
    ]);
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^<!-- template-diff -->/);
    expect(stdout).toContain("**same**: no change.");
    expect(stdout).toContain("**gone**: no longer a site.");
    expect(stdout).toMatch(
      /<b>new<\/b> \(new\).*````text.*\[\+\] AWS::SNS::Topic Alarms.*````\n\n<\/details>/s,
    );
    expect(stdout).not.toContain("\u001b");
  });

  /** Stands in the place of a program. */
  const standIn = (name: string, body: string) => {
    const folder = mkdtempSync(join(temporary, "bin-"));
    writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
    chmodSync(join(folder, name), 0o755);
    return `${folder}${delimiter}${bin}`;
  };

  it("build both of what a first deployment and a later one deploys, and pack it with its packages", () => {
    const tree = mkdtempSync(join(temporary, "tree-"));
    const archive = join(temporary, "build.tar.zst");
    const env = { SITE: "demo", STAGE: "staging", TABLE: "restored" };
    const { status, stdout } = script(
      "build.sh",
      [tree, archive],
      env,
      [standIn("npx", 'echo "$@"'), standIn("tar", 'echo tar "$@"')].join(delimiter),
    );
    const line = (folder: string, more = "") =>
      `--no-install cdk synth --quiet --output ${folder} --context site=demo --context stage=staging --context table=restored${more}\n`;
    expect([status, stdout]).toEqual([
      0,
      `${line("assembly")}${line("assembly-first", " --context first=true")}tar --zstd --exclude=./.git --create --file ${archive} .\n`,
    ]);
  });

  it("synthesise every site of a tree, and fail if one fails", () => {
    const tree = join(temporary, "tree");
    mkdirSync(join(tree, "sites"), { recursive: true });
    for (const site of ["demo", "süd hall"]) writeFileSync(join(tree, "sites", `${site}.ts`), "");
    const npm = standIn("npm", 'echo "$@"; case "$*" in *demo*) exit 1;; esac');
    const { status, stdout } = script("synth-sites.sh", [tree, join(temporary, "out")], {}, npm);
    const line = (site: string) =>
      `run --silent synth -- --site ${site} --stage staging --out ${temporary}/out/${site}\n`;
    expect([status, stdout]).toEqual([1, line("demo") + line("süd hall")]);
  });
});
