import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { optionalEnv } from "#lib/env.ts";
import site from "#site";
import { stopOnInterrupt } from "./interrupts.ts";
import { connect } from "./replay/client.ts";
import { erpRows, type Plan, readPlan } from "./replay/data.ts";
import { DataError } from "./replay/files.ts";
import { help } from "./replay/help.ts";
import { type Options, optionsFrom, UsageError } from "./replay/options.ts";
import { progressOn } from "./replay/progress.ts";
import { complaintsOf, tableOf } from "./replay/report.ts";
import { replayPlan } from "./replay/run.ts";
import { startStage } from "./replay/stage.ts";

/** `npm run replay`: what it does and takes is in `replay/help.ts`. Figures go to stdout, everything else to stderr. */

const say = (text: string) => process.stderr.write(`${text}\n`);

const writeErp = (file: string, plan: Plan) => {
  // Never over a file that somebody has: it may be the ERP of a stage that runs.
  if (existsSync(file)) throw new UsageError(`${file} exists already; --erp takes the name of a new file.`);
  createErpDatabase(file, site, erpRows(plan));
};

const replayAgainst = async (url: string, plan: Plan, options: Options, mayBeKnown: boolean, signal: AbortSignal): Promise<number> => {
  const { run, concurrency, storm, seed, attachments, json } = options;
  const { goods, boxes } = plan;
  say(`${goods.length} lines in ${boxes.length} boxes; run ${run}, concurrency ${concurrency}, storm ${storm}, seed ${seed}.`);
  const { stdout } = process;
  const progress = progressOn(json ? process.stderr : stdout);
  const outcome = await replayPlan(plan, connect(url, signal), { run, concurrency, storm, seed, attachments, mayBeKnown, progress });
  const report = json ? JSON.stringify({ run, concurrency, storm, seed, ...outcome }, undefined, 2) : tableOf(outcome, stdout);
  stdout.write(`${report}\n`);
  const complaints = complaintsOf(outcome);
  complaints.forEach(say);
  return complaints.length === 0 ? 0 : 1;
};

/** With a stage and a store of its own, in a temporary folder that is gone afterwards. */
const replayHere = async (plan: Plan, options: Options, stopping: AbortController): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), "replay-"));
  try {
    const erp = options.erp ?? join(folder, "erp.sqlite");
    writeErp(erp, plan);
    const stage = await startStage(join(folder, "data"), erp, stopping.signal);
    try {
      // An engine that the environment names may hold an earlier replay.
      const mayBeKnown = optionalEnv("DYNAMODB_ENDPOINT") !== undefined;
      return await replayAgainst(stage.url, plan, options, mayBeKnown, stopping.signal);
    } finally {
      // Closes the connections, so that the stage has nothing to wait for.
      stopping.abort();
      await stage.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const replay = async (options: Options, stopping: AbortController): Promise<number> => {
  const plan = readPlan(options.data);
  if (options.prepareOnly !== undefined) {
    writeErp(options.prepareOnly, plan);
    say(`Wrote ${options.prepareOnly}: ${plan.boxes.length} boxes, ${plan.goods.length} zongpai.`);
    return 0;
  }
  if (options.url === undefined) return replayHere(plan, options, stopping);
  return replayAgainst(options.url, plan, options, true, stopping.signal);
};

const main = async (args: string[]): Promise<number> => {
  const { controller: stopping, interrupted } = stopOnInterrupt();
  try {
    const options = optionsFrom(args);
    if (options) return await replay(options, stopping);
    process.stdout.write(help);
    return 0;
  } catch (error) {
    if (interrupted()) return 130;
    say((error as Error).message);
    if (error instanceof UsageError) say("npm run replay -- --help says what it takes.");
    return error instanceof UsageError || error instanceof DataError ? 2 : 1;
  } finally {
    stopping.abort();
  }
};

process.exitCode = await main(process.argv.slice(2));
