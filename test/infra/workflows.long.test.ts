import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json" with { type: "json" };
import { newFolder } from "../support/folder.ts";

type JobStep = Partial<Record<"id" | "uses" | "run" | "if", string>>;
type WorkflowJob = {
  readonly uses?: string;
  readonly with?: object;
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly concurrency?: object;
  readonly steps?: readonly JobStep[];
  readonly strategy?: object;
};
type WorkflowFile = { readonly jobs: Readonly<Record<string, WorkflowJob>> };

const workflowsFolder = ".github/workflows";
const workflowTexts = readdirSync(workflowsFolder).map((name) =>
  readFileSync(join(workflowsFolder, name), "utf8"),
);
const parsedWorkflows = workflowTexts.map((text) => parse(text, { merge: true }) as WorkflowFile);
const jobsByName = Object.fromEntries(parsedWorkflows.flatMap(({ jobs }) => Object.entries(jobs)));
const allText = workflowTexts.join("\n");
const allJobs = parsedWorkflows.flatMap(({ jobs }) => Object.values(jobs));
/** The actions of a job, without versions, and its commands. */
const usedBy = ({ steps = [] }: WorkflowJob = {}) =>
  steps.flatMap(({ uses = "" }) => uses.split("@")[0] || []);
const runBy = ({ steps = [] }: WorkflowJob = {}) => steps.map(({ run = "" }) => run).join("\n");
const scriptFiles = readdirSync(".github/scripts").map((name) => join(".github/scripts", name));
const scriptLines = [
  ...allJobs.map(runBy),
  ...scriptFiles.map((path) => readFileSync(path, "utf8")),
].join("\n");

describe("the workflows", () => {
  it("run no code of a pull request with write rights or an identity token", () => {
    for (const job of [jobsByName.comment, jobsByName.publish]) {
      expect(usedBy(job)).toEqual(["actions/download-artifact"]);
      expect(runBy(job)).not.toMatch(/npm|npx|node |\.github|git /);
    }
    for (const job of [jobsByName.deploy, jobsByName["roll-back"]]) {
      expect(runBy(job)).not.toMatch(/npm (ci|i|install)|npx|git /);
      expect(usedBy(job)).toEqual([
        "actions/download-artifact",
        "aws-actions/configure-aws-credentials",
      ]);
    }
  });

  it("deploy only the newest commit of main, after the other jobs, one by one", () => {
    expect(jobsByName.staging?.if).toContain("github.event_name == 'push'");
    const ci = parsedWorkflows.find(({ jobs }) => "staging" in jobs)?.jobs ?? {};
    expect(
      [...(jobsByName.staging?.needs ?? []), ...["comment", "dependencies", "staging"]].toSorted(),
    ).toEqual(Object.keys(ci).toSorted());
    expect(jobsByName.build?.if).toContain("github.ref == 'refs/heads/main'");
    const newest = /commits\/main.*\$newest" != "\$GITHUB_SHA".*exit 1/s;
    expect(jobsByName.deploy?.steps?.[0]?.run).toMatch(newest);
    for (const job of [jobsByName.deploy, jobsByName["roll-back"]])
      expect(job?.concurrency).toEqual({ group: "deploy-staging", "cancel-in-progress": false });
  });

  it("let staging wait for Linux alone, and for no job that can be skipped", () => {
    const needed = [jobsByName.staging?.needs ?? []]
      .flat()
      .map((id) => jobsByName[id] as WorkflowJob);
    for (const job of needed) {
      // If GitHub skips a job, it also skips all jobs that need it.
      expect([job.if, job.needs, job.strategy]).toEqual([undefined, undefined, undefined]);
      const linux = expect.stringMatching(/^ubuntu-/);
      expect(job).toMatchObject(job.uses ? { with: { runner: linux } } : { "runs-on": linux });
    }
    expect(jobsByName.staging?.needs).toContain("arm");
    expect(jobsByName.arm?.uses).toBe(jobsByName.machines?.uses);
  });

  it("read the variables and secrets that the page on deployment lists", () => {
    const page = readFileSync("docs/deploy.md", "utf8");
    const listed = [...page.matchAll(/^\| `([A-Z_]+)` \| (variable|secret) \|/gm)].map(
      ([, name, kind]) => `${kind} ${name}`,
    );
    const read = [...allText.matchAll(/\b(var|secret)s\.([A-Z_]+)/g)].map(
      ([, kind, name]) => `${kind === "var" ? "variable" : "secret"} ${name}`,
    );
    expect(listed.toSorted()).toEqual([...new Set(read)].toSorted());
  });

  it("run what the README runs, and only commands and scripts that exist", () => {
    expect(scriptLines).toContain(".ci/run");
    for (const command of ["npm ci", "npm start", "npm test"])
      expect(runBy(jobsByName["start-and-test"])).toContain(command);
    for (const [, name = ""] of scriptLines.matchAll(/npm run (?:--silent )?([\w:]+)/g))
      expect(manifest.scripts).toHaveProperty([name]);
    for (const [path] of scriptLines.matchAll(/\.github\/scripts\/[\w.-]+/g))
      expect(scriptFiles).toContain(path);
    for (const path of scriptFiles) expect(spawnSync("test", ["-x", path]).status, path).toBe(0);
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
  const synth = "run --silent synth -- --site hall --stage live --out";
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

describe("the job that deploys to the emulator", () => {
  /** Runs the job's step with a fake `npm exec` that writes this report and ends with this status. */
  const deployed = (report: object, status = 0) => {
    const temporary = newFolder();
    const written = `echo '${JSON.stringify(report)}' > ${temporary}/deployed.json`;
    writeFileSync(join(temporary, "npm"), `#!/bin/sh\n${written}\nexit ${status}\n`, {
      mode: 0o755,
    });
    const { run = "exit 9" } =
      jobsByName.deployed?.steps?.find(({ id }) => id === "emulator") ?? {};
    return spawnSync("bash", ["-e", "-c", run], {
      encoding: "utf8",
      env: { PATH: [temporary, process.env.PATH].join(delimiter), RUNNER_TEMP: temporary },
    });
  };

  it("passes if every test of the suite passed", () => {
    expect(deployed({ numPassedTests: 2, numPendingTests: 0, success: true }).status).toBe(0);
  });

  it("fails if a test of the suite failed", () => {
    expect(deployed({ numPassedTests: 1, numPendingTests: 0, success: false }, 1).status).toBe(1);
  });

  it("fails with an error that says so if the suite was skipped", () => {
    const ended = deployed({ numPassedTests: 0, numPendingTests: 2, success: true });
    expect(ended.status).toBe(1);
    expect(ended.stdout).toMatch(/^::error::The suite was skipped/m);
  });
});

describe("the smoke test of staging", () => {
  const sha = "0123456789abcdef0123456789abcdef01234567";
  const unset = { SMOKE_GOODS: "", SMOKE_BOX: "" };
  const pair = { SMOKE_GOODS: "PO 4-1", SMOKE_BOX: "BX4" };

  /** Runs the shell of a job's step as GitHub does, with a fake `npm run smoke` that prints this and ends with this status. */
  const runStep = (
    job: string,
    isStep: (step: JobStep) => boolean,
    variables: Readonly<Record<string, string>>,
    printed = "passed the description",
    status = 0,
  ) => {
    const temporary = newFolder();
    const calls = join(temporary, "calls");
    const output = join(temporary, "output");
    for (const file of [calls, output]) writeFileSync(file, "");
    const npm = `#!/bin/sh
case "$*" in
  *" deploy "*) echo https://a/b;;
  *" smoke "*) for one in "$@"; do echo "$one" >> ${calls}; done; echo "${printed}"; exit ${status};;
esac
`;
    writeFileSync(join(temporary, "npm"), npm, { mode: 0o755 });
    const { run = "exit 9" } = jobsByName[job]?.steps?.find(isStep) ?? {};
    const ended = spawnSync("bash", ["-e", "-c", run], {
      encoding: "utf8",
      env: {
        PATH: [temporary, process.env.PATH].join(delimiter),
        ...{ RUNNER_TEMP: temporary, GITHUB_OUTPUT: output, GITHUB_SHA: sha },
        ...{ SITE: "hall", STAGE: "staging", URL: "https://a/b", ...variables },
      },
    });
    const args = readFileSync(calls, "utf8").trim().split("\n");
    return {
      ...{ status: ended.status, told: ended.stdout },
      args: args.slice(args.indexOf("--") + 1),
      failed: readFileSync(output, "utf8").includes("failed=true"),
    };
  };
  const smoke = (variables: Readonly<Record<string, string>>, printed?: string, status?: number) =>
    runStep("deploy", ({ id }) => id === "smoke", variables, printed, status);
  const site = (name: string) => ["--site", name, "--url", "https://a/b", "--wait", "60"];
  const goods = ["--goods", "PO 4-1", "--box", "BX4"];
  const notRemembered = new RegExp(`^::error::.*${sha}.* not remembered`, "m");

  it("writes to the goods and box of the variables, and demo to its own", () => {
    expect(smoke(pair)).toMatchObject({
      ...{ status: 0, failed: false },
      args: [...site("hall"), "--must-write", ...goods],
    });
    expect(smoke({ ...unset, SITE: "demo" })).toMatchObject({
      ...{ status: 0, failed: false },
      args: [...site("demo"), "--must-write"],
    });
  });

  it("only reads without the variables, and says why it stores no commit", () => {
    const ended = smoke(unset);
    expect(ended).toMatchObject({ status: 1, failed: false, args: site("hall") });
    expect(ended.told).toMatch(notRemembered);
    expect(ended.told).toMatch(/^::error::.*SMOKE_GOODS and SMOKE_BOX/m);
  });

  it.each([
    ["cannot run", "", 2],
    ["wrote nothing", "passed a check\nFAILED something is written: no check could write", 1],
  ])("does not remember, and does not go back from, a commit when it %s", (_, printed, status) => {
    const ended = smoke(pair, printed, status);
    expect(ended).toMatchObject({ status: 1, failed: false });
    expect(ended.told).toMatch(notRemembered);
  });

  it("goes back from a commit when a check failed, also without the variables", () => {
    for (const variables of [pair, unset]) {
      const ended = smoke(variables, "FAILED something is written: x\nFAILED an item is saved", 1);
      expect(ended).toMatchObject({ status: 1, failed: true });
      expect(ended.told).toMatch(notRemembered);
    }
    const conditions = [jobsByName["build-good"]?.if, jobsByName.deploy?.steps?.at(-1)?.if];
    expect(conditions).toEqual([
      expect.stringContaining("needs.deploy.outputs.failed == 'true'"),
      expect.stringContaining("steps.smoke.outputs.failed == 'true'"),
    ]);
  });

  it("is followed by the step that remembers the commit only if it passed", () => {
    const steps = jobsByName.deploy?.steps ?? [];
    const at = steps.findIndex(({ id }) => id === "smoke");
    expect(steps[at + 1]).toMatchObject({
      run: expect.stringMatching(/put-parameter.*good-commit/),
    });
    expect(steps.slice(at, at + 2).map((step) => step.if)).toEqual([undefined, undefined]);
  });

  it("writes to the same goods after going back to an older tree", () => {
    const back = (variables: Readonly<Record<string, string>>) =>
      runStep("roll-back", ({ run = "" }) => run.includes("smoke"), variables);
    expect(back(pair)).toMatchObject({ status: 0, args: [...site("hall"), ...goods] });
    expect(back(unset)).toMatchObject({ status: 0, args: site("hall") });
    // An older tree may lack a script or an option.
    expect(runBy(jobsByName["roll-back"])).not.toMatch(/\.github|--must-write/);
  });
});
