import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { describe, expect, test, vi } from "vitest";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { endOf, startedBy } from "../support/processes.ts";

const runCode = (code: string) =>
  spawnBound(process.execPath, ["--eval", code], { stdio: ["ignore", "pipe", "pipe"] });
const moduleUrl = JSON.stringify(pathToFileURL("infra/local/spawn-bound.ts").href);

/** A program that starts another one, which loops forever and ignores signals. If detached, a shell starts it. */
const parentOfStubborn = (detached: boolean) => `
  import(${moduleUrl}).then(({ spawnBound }) => {
    const stubborn = "for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => {}); console.log('spins'); for (;;);";
    const command = ${detached} ? ["sh", "-c", '"$@" & wait', "sh", process.execPath] : [process.execPath];
    spawnBound(command[0], [...command.slice(1), "--eval", stubborn], { detached: ${detached}, stdio: ["ignore", "inherit", "inherit"] });
  });`;

describe("a bound process", () => {
  test.each([
    ["SIGKILL", false],
    ["SIGKILL", true],
  ] as const)(
    "ends with its parent by %s, although it ignores signals (detached: %s)",
    async (signal, detached) => {
      const parent = runCode(parentOfStubborn(detached));
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
    const child = runCode(
      "process.on('SIGTERM', () => process.exit()); setInterval(() => {}, 1e6)",
    );
    await vi.waitUntil(() => startedBy(child.pid ?? 0).length > 0, { timeout: 60_000 });
    const started = startedBy(child.pid ?? 0);
    child.kill();
    await once(child, "close");
    expect(await endOf(started)).toEqual([]);
  });
});
