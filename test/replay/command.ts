import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, vi } from "vitest";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { erpRows, readPlan } from "../../commands/replay/data.ts";
import { type Stage, startStage } from "../../commands/stage.ts";
import demo from "../../sites/demo.ts";
import { type Ended, runCommand } from "../support/command.ts";

export const scratch = mkdtempSync(join(tmpdir(), "replay-test-"));
/** What the command itself puts into temporary folders. */
export const temporary = join(scratch, "temporary");
mkdirSync(temporary);
afterAll(() => rmSync(scratch, { recursive: true }));
// The stores of these tests must be new: not in an engine that somebody keeps.
vi.stubEnv("DYNAMODB_ENDPOINT", undefined);

export const replay = (...args: string[]): Promise<Ended> =>
  runCommand("replay", args, { TMPDIR: temporary });

/** The figures of a step in a report. */
export const step = ({ stdout }: Ended, name: string) =>
  JSON.parse(stdout).figures.find((figures: { step: string }) => figures.step === name);

/** A stage that runs on the ERP of these files, with a new store. */
export const stageOn = async (files: string): Promise<Stage> => {
  const folder = mkdtempSync(join(scratch, "stage-"));
  const erp = join(folder, "erp.sqlite");
  createErpDatabase(erp, demo, erpRows(readPlan(files)));
  return startStage(join(folder, "data"), erp);
};
