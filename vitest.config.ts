import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Alias } from "vite";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { engineBinary } from "./infra/local/embedded-dynamodb.ts";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** The suffixes of files that run with `npm run test:all` or `npm run test:long` only. test/README.md says which tests get one. */
const later = ["long", "slow"] as const;

/** As in a bundle, test files do not check the profile again. `test/site/odd.test.ts` checks all profiles. */
const trusted = [{ find: "#check-site", replacement: path("./lib/site/trust-site.ts") }];

type Test = NonNullable<TestProjectInlineConfiguration["test"]>;
type Project = { readonly include: string[]; readonly alias?: Alias[] } & Omit<
  Test,
  "include" | "alias"
>;

/** A limit in milliseconds that ends only hanging tests. The duration of a test depends more on the machine than on the service. */
const limitOf = (name: string): number =>
  name.endsWith(" slow") ? 900_000 : name.endsWith(" long") ? 180_000 : 60_000;

const project = (name: string, { alias = [], ...test }: Project) => ({
  extends: true as const,
  resolve: { alias },
  test: { name, testTimeout: limitOf(name), ...test },
});

const notShort = later.map((kind) => `**/*.${kind}.test.ts`);
/** Splits the tests of some folders into three projects: short, long and slow. */
const each = (name: string, test: Project, short: Partial<Project> = {}) => [
  project(name, { exclude: notShort, ...test, ...short }),
  ...later.map((kind) =>
    project(`${name} ${kind}`, {
      ...test,
      include: test.include.map((pattern) => pattern.replace("*.test.ts", `*.${kind}.test.ts`)),
    }),
  ),
];

const unit = [
  "test/{domain,http,site,infra,commands,openapi,torture,simulation}/**/*.test.ts",
  "frontend/*/test/**/*.test.ts",
  "tools/bench/**/*.test.ts",
  "test/erp/*.test.ts",
  "test/*.test.ts",
];
/** Files that change the process of other files: its environment, globals, timers or output. */
const ambientIn = (files: string[]) =>
  globSync(files, { cwd: path("."), exclude: notShort })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) =>
      /process\.env(?!\.TEST_)|\bvi\.|keepOutput/.test(readFileSync(path(file), "utf8")),
    );

/** All other files share a worker and its loaded modules. */
const shared = (files: string[]) => ({
  exclude: [...notShort, ...ambientIn(files)],
  isolate: false,
});

const hasEngine = (): boolean => {
  try {
    return Boolean(engineBinary());
  } catch {
    return false;
  }
};

type Variables = Readonly<Record<string, string>>;
const withService = (env: Variables) => ({
  // Sets up a table, an ERP and a transport for each file.
  setupFiles: [path("./test/support/environment.ts")],
  env,
  alias: trusted,
});
const onSite = (TEST_SITE: string, env: Variables = {}) => withService({ TEST_SITE, ...env });
const overHttp = (site: string) => onSite(site, { TEST_TRANSPORT: "http" });
/** Uses the memory table, unless an engine is configured. */
const inMemory: Variables = process.env.DYNAMODB_ENDPOINT ? {} : { TEST_TABLE: "memory" };

/** The cost of requests. The cost of scans is computed only for demo and plain. */
const unitsOn = (site: string) => [
  "test/engine/cost.test.ts",
  ...(site === "odd" ? [] : ["test/engine/usage.test.ts"]),
];
const suite = ["test/{endpoint,store}/**/*.test.ts"];
/** The short suites run in memory, the long ones on the engine. The store's short suites run on both. */
const suites = (site: string) => [
  ...each(
    site,
    { include: suite, ...onSite(site) },
    { ...onSite(site, inMemory), ...shared(suite) },
  ),
  project(`${site} alone`, { include: ambientIn(suite), ...onSite(site, inMemory) }),
  project(`engine ${site}`, { include: unitsOn(site), ...onSite(site) }),
  project(`engine ${site} long`, {
    include: ["test/store/*.test.ts"],
    exclude: notShort,
    ...onSite(site),
  }),
];
const endpoint = (name: string) => `test/endpoint/${name}.test.ts`;
/** These tests fail first if the endpoints are unreachable over HTTP. */
const smoke = ["boxes", "exactly-once"].map(endpoint);
const endpoints = ["test/endpoint/**/*.test.ts"];
/** Tests for the differences between plain and demo: each route's fields, an ERP without more columns, and the one extension. */
const onPlain = ["bad-input", "box-info", "exactly-once"].map(endpoint);

export default defineConfig({
  test: {
    // Threads start faster than processes, share compiled code, and always end with the runner.
    pool: "threads",
    // More workers than cores, because many tests wait for a deadline or a child process.
    maxWorkers: 3,
    globalSetup: [path("./test/support/engine.ts")],
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    env: { LOG_LEVEL: "SILENT" },
    tags: [
      {
        name: "engine",
        description: "Needs the embedded DynamoDB: skipped, by name, where it has no binary.",
        skip: !hasEngine(),
      },
    ],
    projects: [
      ...each("unit", { include: unit }, shared(unit)),
      project("unit alone", { include: ambientIn(unit) }),
      ...suites("demo"),
      ...suites("odd"),
      project("plain", { include: onPlain, isolate: false, ...onSite("plain", inMemory) }),
      project("plain long", {
        include: endpoints,
        exclude: onPlain,
        ...onSite("plain", inMemory),
      }),
      ...each(
        "variants",
        { include: ["test/variant/*.test.ts"], ...withService({}) },
        withService(inMemory),
      ),
      ...each("engine", { include: ["test/engine/memory-*.test.ts"], ...withService({}) }),
      project("HTTP demo", { include: smoke, ...overHttp("demo") }),
      project("HTTP demo long", {
        include: ["test/endpoint/*.test.ts"],
        exclude: smoke,
        ...overHttp("demo"),
      }),
      project("HTTP odd long", { include: ["test/endpoint/*.test.ts"], ...overHttp("odd") }),
      project("engine plain long", { include: unitsOn("plain"), ...onSite("plain") }),
      project("HTTP plain long", { include: onPlain, ...overHttp("plain") }),
      // Real commands deploy to an AWS emulator. Each test is a whole deployment.
      ...later.map((kind) =>
        project(`deployed ${kind}`, {
          include: [`test/deployed/*.${kind}.test.ts`],
          testTimeout: limitOf(" slow"),
        }),
      ),
      // Time measurements, so they run alone at the end.
      project("figures slow", {
        include: ["tools/figures/*.slow.test.ts"],
        maxWorkers: 1,
        sequence: { groupOrder: 1 },
      }),
      // Only these tests start real database servers. They are skipped if the machine has none.
      project("ERP servers long", {
        include: ["test/erp/servers/*.long.test.ts"],
        ...onSite("postgresql"),
        globalSetup: [path("./test/support/erp-servers.ts")],
      }),
    ],
  },
});
