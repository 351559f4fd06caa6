import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, vi } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { type Stage, startStage } from "../../commands/stage.ts";
import demo from "../../sites/demo.ts";
import type { Ended } from "../support/command.ts";

export const program = fileURLToPath(new URL("../../commands/replay.ts", import.meta.url));
export const scratch = mkdtempSync(join(tmpdir(), "replay-test-"));
/** What the command itself puts into temporary folders. */
export const temporary = join(scratch, "temporary");
mkdirSync(temporary);
afterAll(() => rmSync(scratch, { recursive: true }));
// The stores of these tests must be new: not in an engine that somebody keeps.
vi.stubEnv("DYNAMODB_ENDPOINT", undefined);

/** The command as a user runs it. */
export const replay = (
  args: string[],
  meanwhile: (stderr: string, interrupt: () => void) => void = () => {},
): Promise<Ended> => {
  const child = spawnBound(process.execPath, [program, ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => {
    stdout += chunk;
  });
  child.stderr.on("data", (chunk) => {
    stderr += chunk;
    meanwhile(stderr, () => child.kill("SIGINT"));
  });
  return new Promise((resolve) =>
    child.on("close", (status) => resolve({ status, stdout, stderr })),
  );
};

/** The figures of a step in a report. */
export const step = ({ stdout }: Ended, name: string) =>
  JSON.parse(stdout).figures.find((figures: { step: string }) => figures.step === name);

/** A stage that runs on the ERP of these files, with a new store. */
export const stageOn = async (files: string): Promise<Stage> => {
  const folder = mkdtempSync(join(scratch, "stage-"));
  const erp = join(folder, "erp.sqlite");
  expect((await replay(["--data", files, "--erp", erp])).status).toBe(0);
  return startStage(join(folder, "data"), erp);
};

/** Writes behind the replay's back; the status of the answer. */
export const write = async (
  { url }: Stage,
  method: string,
  path: string,
  body: object,
): Promise<number> =>
  (
    await fetch(url + path, {
      method,
      headers: { "content-type": "application/json", ...localCredentials(demo) },
      body: JSON.stringify(body),
    })
  ).status;
