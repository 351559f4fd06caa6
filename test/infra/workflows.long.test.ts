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
type WorkflowFile = {
  readonly jobs: Readonly<Record<string, WorkflowJob>>;
  readonly concurrency?: object;
};

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

  it("deploy only a commit of main, after the other jobs, one by one", () => {
    expect(jobsByName.staging?.if).toContain("github.event_name == 'push'");
    const ci = parsedWorkflows.find(({ jobs }) => "staging" in jobs)?.jobs ?? {};
    expect(
      [...(jobsByName.staging?.needs ?? []), ...["comment", "dependencies", "staging"]].toSorted(),
    ).toEqual(Object.keys(ci).toSorted());
    expect(jobsByName.build?.if).toContain("github.ref == 'refs/heads/main'");
    const staging = parsedWorkflows.find(({ jobs }) => "roll-back" in jobs);
    expect(staging?.concurrency).toEqual({ group: "deploy-staging", "cancel-in-progress": false });
    expect(Object.values(staging?.jobs ?? {}).flatMap((job) => job.concurrency ?? [])).toEqual([]);
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

  it("read the variables and secrets that the page on CI lists", () => {
    const page = readFileSync("docs/ci.md", "utf8");
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

type Variables = Readonly<Record<string, string>>;
type FakePrograms = Readonly<Partial<Record<"npm" | "aws" | "gh", string>>>;
const sha = "0123456789abcdef0123456789abcdef01234567";

/** Runs the shell of a job's step as GitHub does, with programs that are only these lines of shell. They can add to the file `$CALLS`. */
const runStep = (
  job: string,
  isStep: (step: JobStep) => boolean,
  programs: FakePrograms,
  variables: Variables,
) => {
  const temporary = newFolder();
  const CALLS = join(temporary, "calls");
  const GITHUB_OUTPUT = join(temporary, "output");
  for (const file of [CALLS, GITHUB_OUTPUT]) writeFileSync(file, "");
  for (const [name, lines] of Object.entries(programs))
    writeFileSync(join(temporary, name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
  const { run = "exit 9" } = jobsByName[job]?.steps?.find(isStep) ?? {};
  const ended = spawnSync("bash", ["-e", "-c", run], {
    encoding: "utf8",
    env: {
      PATH: [temporary, process.env.PATH].join(delimiter),
      ...{ RUNNER_TEMP: temporary, GITHUB_OUTPUT, CALLS, GITHUB_SHA: sha },
      ...{ GITHUB_REPOSITORY: "o/r", SITE: "hall", STAGE: "staging", ...variables },
    },
  });
  return {
    status: ended.status,
    told: ended.stdout,
    calls: readFileSync(CALLS, "utf8").trim().split("\n"),
    output: readFileSync(GITHUB_OUTPUT, "utf8").trim(),
  };
};
const withId = (id: string) => (step: JobStep) => step.id === id;

describe("the deployment to staging", () => {
  const deployed = "abcdef0123456789abcdef0123456789abcdef01";
  const ahead = (status: string, variables: Variables = { DEPLOYED: deployed }) =>
    runStep("deploy", withId("ahead"), { gh: `echo "$2" >> "$CALLS"; echo ${status}` }, variables);

  it("goes on with a commit that is deployed or ahead of it", () => {
    for (const status of ["ahead", "identical"]) {
      const { calls, ...ended } = ahead(status);
      expect(ended).toMatchObject({ status: 0, output: "yes=true" });
      expect(calls).toEqual([`repos/o/r/compare/${deployed}...${sha}`]);
    }
    expect(ahead("unused", { DEPLOYED: "" })).toMatchObject({ output: "yes=true", calls: [""] });
  });

  it("leaves out another commit with a notice, and without an error", () => {
    for (const status of ["behind", "diverged"]) {
      const ended = ahead(status);
      expect(ended).toMatchObject({ status: 0, output: "" });
      expect(ended.told).toMatch(new RegExp(`^::notice::${sha} is not deployed, .*${deployed}`));
    }
    const steps = jobsByName.deploy?.steps ?? [];
    const at = steps.findIndex(withId("ahead"));
    for (const step of steps.slice(at + 1, -1))
      expect(step.if).toContain("steps.ahead.outputs.yes");
  });

  it("stops if it cannot compare the commits", () => {
    const gh = "echo no answer >&2; exit 1";
    const ended = runStep("deploy", withId("ahead"), { gh }, { DEPLOYED: deployed });
    expect(ended).toMatchObject({ status: 1, output: "" });
  });

  it("finds both commits of the stage, and stops if it may not read them", () => {
    const found = (aws: string) => runStep("deploy", withId("good"), { aws }, {});
    const told = 'case "$*" in *good-commit*) echo "ParameterNotFound" >&2; exit 1;; esac';
    expect(found(`${told}; echo ${deployed}`)).toMatchObject({
      ...{ status: 0, output: `deployed=${deployed}` },
    });
    expect(found("echo AccessDenied >&2; exit 1")).toMatchObject({ status: 1, output: "" });
  });

  it("stores what it deploys before it deploys, also when it goes back", () => {
    const programs = {
      aws: 'echo "$4 $9" >> "$CALLS"',
      npm: 'echo "$3" >> "$CALLS"; echo https://a/b',
    };
    const parameter = "/warehouse/hall/staging/deployed-commit";
    expect(runStep("deploy", withId("deploy"), programs, {})).toMatchObject({
      ...{ output: "url=https://a/b", calls: [`${parameter} ${sha}`, "deploy"] },
    });
    const goesBack = ({ run = "" }: JobStep) => run.includes("smoke");
    const back = runStep("roll-back", goesBack, programs, { GOOD: deployed });
    expect(back.calls).toEqual([`${parameter} ${deployed}`, "deploy", "smoke"]);
  });
});

describe("the smoke test of staging", () => {
  const unset = { SMOKE_GOODS: "", SMOKE_BOX: "" };
  const pair = { SMOKE_GOODS: "PO 4-1", SMOKE_BOX: "BX4" };
  const url = "https://a/b";
  const site = ["--site", "hall", "--url", url];
  const wait = ["--wait", "60"];
  const goods = ["--goods", "PO 4-1", "--box", "BX4"];
  const notRemembered = new RegExp(`^::error::.*${sha}.* not remembered`, "m");

  /** A step whose `npm run smoke` prints this and ends with this status. */
  const runSmoke = (
    [job, isStep]: readonly [string, (step: JobStep) => boolean],
    variables: Variables,
    printed: string,
    status = 0,
  ) => {
    const lines = `case "$*" in *" deploy "*) echo ${url};; *) for one in "$@"; do echo "$one" >> "$CALLS"; done; echo "${printed}"; exit ${status};; esac`;
    const aws = `echo ${url}`;
    const ended = runStep(job, isStep, { npm: lines, aws }, { URL: url, BEFORE: "", ...variables });
    const args = ended.calls.slice(ended.calls.indexOf("--") + 1);
    return { ...ended, args, failed: ended.output.includes("failed=true") };
  };
  const smoke = (variables: Variables, printed = "passed the description", status = 0) =>
    runSmoke(["deploy", withId("smoke")], variables, printed, status);

  it("writes to the goods and box of the variables", () => {
    expect(smoke({ ...pair, BEFORE: "none" })).toMatchObject({
      ...{ status: 0, failed: false, args: [...site, ...wait, "--before", "none", ...goods] },
    });
    expect(smoke(unset)).toMatchObject({ status: 0, args: [...site, ...wait] });
  });

  it("first finds out what hinders it before the deployment", () => {
    const probe = (printed: string, status?: number) =>
      runSmoke(["deploy", withId("before")], pair, printed, status);
    expect(probe("site,look-up")).toMatchObject({
      ...{ status: 0, args: [...site, "--probe", ...goods] },
      output: "hindered=site,look-up",
    });
    // It cannot run, for example because a secret is missing.
    expect(probe("", 2)).toMatchObject({ status: 0, output: "hindered=" });
    const noStack = runStep("deploy", withId("before"), { aws: "exit 254" }, pair);
    expect(noStack).toMatchObject({ status: 0, output: "" });
  });

  it.each([
    ["cannot run", "Set SMOKE_API_KEY.", 2, /Set SMOKE_API_KEY\.$/m],
    [
      "is hindered",
      "NOT KNOWN it lists: 401",
      3,
      /^::error::Not known .* NOT KNOWN it lists: 401$/m,
    ],
    ["was ended", "passed one", 137, /^::error::Not known/m],
  ])("does not remember, and does not go back from, a commit when it %s", (_, ...how) => {
    const [printed, status, why] = how;
    const ended = smoke(pair, printed, status);
    expect(ended).toMatchObject({ status: 1, failed: false });
    expect(ended.told).toMatch(notRemembered);
    expect(ended.told).toMatch(why);
  });

  it("goes back from a commit when a check failed, also without the variables", () => {
    for (const variables of [pair, unset]) {
      const ended = smoke(variables, "NOT KNOWN one: x\nFAILED goods are placed", 1);
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
    const at = steps.findIndex(withId("smoke"));
    expect(steps[at + 1]).toMatchObject({
      run: expect.stringMatching(/put-parameter.*good-commit/),
    });
    const onlyIfAhead = "steps.ahead.outputs.yes == 'true'";
    expect(steps.slice(at, at + 2).map((step) => step.if)).toEqual([onlyIfAhead, onlyIfAhead]);
  });

  it("writes to the same goods after going back to an older tree", () => {
    const goesBack = ({ run = "" }: JobStep) => run.includes("smoke");
    const back = (variables: Variables) => runSmoke(["roll-back", goesBack], variables, "passed");
    expect(back({ ...pair, GOOD: sha })).toMatchObject({
      ...{ status: 0, args: [...site, ...wait, ...goods] },
    });
    expect(back({ ...unset, GOOD: sha })).toMatchObject({ status: 0, args: [...site, ...wait] });
    // An older tree may lack a script or an option.
    expect(runBy(jobsByName["roll-back"])).not.toMatch(/\.github|--before|--must-write/);
  });
});
