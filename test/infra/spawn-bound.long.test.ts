import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import config from "../../vitest.config.ts";
import { endOf, startedBy } from "../support/processes.ts";

const run = (code: string) =>
  spawnBound(process.execPath, ["--eval", code], { stdio: ["ignore", "pipe", "pipe"] });
const root = pathToFileURL(`${process.cwd()}/`);
const module = (path: string) => JSON.stringify(new URL(path, root).href);

/** A program that starts another, which spins and heeds no signal. */
const parentOfStubborn = `
  import(${module("infra/local/spawn-bound.ts")}).then(({ spawnBound }) => {
    const stubborn = "for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); console.log('spins'); for (;;);";
    spawnBound(process.execPath, ["--eval", stubborn], { stdio: ["ignore", "inherit", "inherit"] });
  });`;

describe("a bound process", () => {
  test("is a process like any other: its output, its status, its signals", async () => {
    const child = run("console.log(process.pid); process.exitCode = 3");
    const [out, [status]] = await Promise.all([text(child.stdout), once(child, "close")]);
    expect([out, status]).toEqual([`${child.pid}\n`, 3]);
    const waiting = run("setInterval(() => {}, 1000)");
    setTimeout(() => waiting.kill("SIGTERM"), 50);
    expect(await once(waiting, "close")).toEqual([null, "SIGTERM"]);
  });

  test("that cannot be run says so by its status", async () => {
    const child = spawnBound("/nowhere", [], { stdio: ["ignore", "ignore", "pipe"] });
    const [told, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect([status, told]).toEqual([127, expect.stringContaining("/nowhere")]);
  });

  test.each(["SIGKILL", "SIGTERM", "SIGHUP", "SIGINT"] as const)(
    "ends when its parent ends by %s, although it spins and heeds no signal",
    async (signal) => {
      const parent = run(parentOfStubborn);
      await once(parent.stdout, "data");
      const started = startedBy(parent.pid ?? 0);
      expect(started.map(({ command }) => command)).toContainEqual(
        expect.stringContaining("for (;;)"),
      );
      parent.kill(signal);
      expect(await endOf(started)).toEqual([]);
    },
  );

  test("leaves nothing behind that waits for it when it ends first", async () => {
    const child = run("setTimeout(() => {}, 200)");
    await vi.waitUntil(() => startedBy(child.pid ?? 0).length > 0, 100_000);
    const started = startedBy(child.pid ?? 0);
    await once(child, "close");
    expect(await endOf(started)).toEqual([]);
  });
});

describe("when it is killed, nothing is left of", () => {
  test("a program with an engine", async () => {
    const program = run(
      `import(${module("infra/local/embedded-dynamodb.ts")}).then(({ startEmbeddedDynamoDb }) => startEmbeddedDynamoDb()).then(({ pid }) => console.log(pid));`,
    );
    await once(program.stdout, "data");
    const started = startedBy(program.pid ?? 0);
    expect(started.map(({ command }) => command)).toContainEqual(
      expect.stringContaining("dynoxide serve"),
    );
    program.kill("SIGKILL");
    expect(await endOf(started)).toEqual([]);
  });

  test("npm start, with its stage and the engine of it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warehouse-start-"));
    const start = spawnBound("npm", ["start"], {
      stdio: ["ignore", "ignore", "ignore"],
      env: { ...process.env, PORT: "0", DATA_DIR: folder, DYNAMODB_ENDPOINT: "" },
    });
    await vi.waitUntil(
      () => startedBy(start.pid ?? 0).some(({ command }) => command.includes("dynoxide serve")),
      { timeout: 100_000 },
    );
    const started = startedBy(start.pid ?? 0);
    start.kill("SIGKILL");
    expect(await endOf(started)).toEqual([]);
    rmSync(folder, { recursive: true });
  });

  test("the test runner, not even a test that spins", async () => {
    const folder = mkdtempSync(join(tmpdir(), "warehouse-runner-"));
    writeFileSync(
      join(folder, "vitest.config.mjs"),
      `export default { test: { globals: true, pool: ${JSON.stringify(config.test?.pool)} } };`,
    );
    const spins = join(folder, "spins");
    const code = `import { writeFileSync } from "node:fs"; test("spins", () => { writeFileSync(${JSON.stringify(spins)}, ""); for (;;); });`;
    writeFileSync(join(folder, "spins.test.mjs"), code);
    const program = resolve("node_modules/vitest/vitest.mjs");
    const runner = spawnBound(process.execPath, [program, "run", "--root", folder], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    await vi.waitUntil(() => existsSync(spins), { timeout: 100_000 });
    const started = startedBy(runner.pid ?? 0);
    // A test is a thread of the runner. A process of its own would have to be ended.
    expect(started.filter(({ command }) => /^\S*node /.test(command))).toEqual([]);
    runner.kill("SIGKILL");
    expect(await endOf(started)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});

test("an engine tells how it ended", async () => {
  const engine = await startEmbeddedDynamoDb();
  process.kill(engine.pid, "SIGKILL");
  expect(await engine.ended).toBe("by SIGKILL");
});
