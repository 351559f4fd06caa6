import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { inputSentences, maxTextLength } from "#lib/fields.ts";
import { routesOf } from "#lib/routes.ts";
import { formatsBeyondRequests } from "#lib/site/pattern-rules.ts";
import type { Site } from "#lib/site/schema.ts";
import { makeScratchFolder } from "../cli/scratch-folder.ts";
import { checkErp } from "../erp-check/check-erp.ts";
import { passwordVariableOf } from "../erp-check/connect-erp.ts";
import { type CheckOutcome, outcomeLine } from "../smoke/check.ts";
import type { GoodsAndBox } from "../smoke/goods-and-box.ts";
import { runSmokeChecks } from "../smoke/run-smoke-checks.ts";
import { startStage } from "../start-stage.ts";
import { readAssembly } from "../synth/assembly.ts";
import { synthesiseStack } from "../synth/run-app.ts";
import { answerLines } from "./answer-lines.ts";
import { labelNotes } from "./label-notes.ts";

/** Notes on valid answers that may be a mistake. */
function* notesOn(site: Site): Iterable<string> {
  const { accepts, errors, extensions, formats, pages } = site;
  if (pages && !extensions.idempotencyKey)
    yield "without extensions.idempotencyKey, its pages may count a scan twice after a network failure.";
  for (const name of formatsBeyondRequests(formats))
    yield `formats.${name} accepts more than ${maxTextLength} characters. A request cannot have more, and refuses longer codes with the same sentence.`;
  yield* labelNotes(site);
  const names = Object.keys(inputSentences) as (keyof typeof inputSentences)[];
  const english = names.filter((name) => accepts[name] === inputSentences[name]);
  const usualMessages = Object.values(errors).flatMap((answers) =>
    Object.values(answers).filter(({ message }) => message === undefined),
  );
  const isEnglish = pages ? pages.words[0].lang.startsWith("en") : english.length === names.length;
  const namesText = english.length > 0 ? ` (${english.join(", ")})` : "";
  if (!isEnglish && english.length + usualMessages.length > 0)
    yield `${english.length} sentences of accepts${namesText} and ${usualMessages.length} messages of errors are the English ones of the convention.`;
}

/**
 * Runs the service on this machine with its store in a folder, calls it like a scanner, and prints the result of each check. Returns
 * whether all succeeded.
 */
const tryService = async (
  site: Site,
  choice: string,
  pair: GoodsAndBox,
  folder: string,
  erpFile: string | undefined,
): Promise<boolean> => {
  console.log(`\nThe service on this machine, with ${pair.goods} in ${pair.box}:`);
  const key = randomUUID();
  const keys = site.auth.scheme === "apiKey" ? { API_KEYS: `${site.auth.keys[0]}=${key}` } : {};
  await using stage = await startStage(folder, erpFile, {
    SITE: choice,
    PREFIX: "",
    TABLE_NAME: "Warehouse-site-check",
    ...keys,
  });
  // Nothing outside the profile can hinder a service on this machine.
  const options = { url: stage.url, pair, before: [] };
  const printOutcome = (outcome: CheckOutcome) => console.log(outcomeLine(outcome));
  const env = { ...process.env, SMOKE_API_KEY: key };
  const { outcomes } = await runSmokeChecks(site, options, printOutcome, env);
  const canUndo = routesOf(site).some(({ id }) => id === "delete-box");
  return outcomes.every(({ state }) => state === "passed" || (state === "NOT KNOWN" && !canUndo));
};

type CheckedStage = { readonly choice: string; readonly stage: string };

/** Writes the stage's template like a deployment. Returns whether it can be deployed, and the lines that say so. */
const writeTemplate = async (
  site: Site,
  { choice, stage }: CheckedStage,
  erp: string | undefined,
  folder: string,
): Promise<{ readonly isDeployable: boolean; readonly lines: readonly string[] }> => {
  const heading = `\nThe template of the stage ${stage}:`;
  const out = join(folder, "assembly");
  let remarks: string;
  try {
    remarks = await synthesiseStack({ site: choice, stage, erp }, out);
  } catch (error) {
    return { isDeployable: false, lines: [heading, (error as Error).message] };
  }
  const { functions, alarms, resources } = readAssembly(out);
  const summary = `ok ${routesOf(site).length} operations, ${functions} functions and ${alarms} alarms in ${resources} resources; each finding of cdk-nag has a documented reason`;
  return { isDeployable: true, lines: [heading, ...(remarks ? [remarks] : []), summary] };
};

type SiteCheckOptions = {
  /** The name of a profile in `sites/`, or the path of a profile. */
  readonly choice: string;
  /** The stage whose template is written (default: `usualStageOf`). */
  readonly stage?: string | undefined;
  /** Goods and a box that the ERP has (default: the first in its views). */
  readonly pair?: GoodsAndBox | undefined;
};

/** `local` if the answers cannot be deployed: without credentials, or with a password that is not in a secret. */
const usualStageOf = (site: Site): string =>
  site.auth.scheme === "none" || passwordVariableOf(site) !== undefined ? "local" : "staging";

/** Tests the service on this machine. Returns what is not ready, as phrases for "Not ready: …". */
const tryHere = async (
  site: Site,
  { choice, pair: givenPair }: SiteCheckOptions,
  folder: string,
  erpFile: string | undefined,
): Promise<string | undefined> => {
  const erp = await checkErp(site, erpFile);
  if (!erp.isFaultless) return "its ERP";
  const pair = givenPair ?? erp.pair;
  if (!pair) return "its ERP has no goods and box to try: name them with --goods and --box";
  const isServing = await tryService(site, choice, pair, folder, erpFile);
  return isServing ? undefined : "a check above failed";
};

/** The SQLite file of the site's ERP on this machine; `undefined` for a database server. */
const erpFileIn = (folder: string, site: Site): string | undefined => {
  if (site.erp.dialect !== "sqlite") return undefined;
  if (process.env.ERP_SQLITE) return process.env.ERP_SQLITE;
  const file = join(folder, "erp.sqlite");
  seedDemoErp(file, site);
  return file;
};

/** What is not ready, and what to do next. */
const lastLine = (
  site: Site,
  { choice, stage }: CheckedStage,
  lacking: readonly string[],
): string => {
  const { ERP_SQLITE } = process.env;
  const password = passwordVariableOf(site);
  const erp = `${ERP_SQLITE ? `ERP_SQLITE=${ERP_SQLITE} ` : ""}${password ? `${password}=… ` : ""}`;
  if (lacking.length > 0)
    return `Not ready: ${lacking.join("; ")}. Next: fix what is said above, then ${erp}npm run site:check -- ${choice}`;
  const deploy =
    stage === "local" && usualStageOf(site) === "local"
      ? "before a deployment, answer credentials and a secret for the password (docs/deploy.md)."
      : "docs/deploy.md shows how to deploy it.";
  return `Ready. Next: ${erp}SITE=${choice} npm start runs it here; ${deploy}`;
};

/**
 * Checks a profile, from its answers to the template of a stage. Prints the results, with "Ready" or "Not ready" at the end. Its files are
 * removed when the process ends.
 * @returns what is not ready, in words; empty if the site is ready
 * @throws UsageError or Error of `chooseSite` if the profile is missing or its answers are wrong
 */
export const checkSiteReady = async (options: SiteCheckOptions): Promise<string[]> => {
  // Silence the service's log, because the check reports faults itself. The log reads its level when it loads.
  process.env.LOG_LEVEL ||= "SILENT";
  const { choice } = options;
  const site = await chooseSite(choice);
  const stage = options.stage ?? usualStageOf(site);
  console.log(`The profile of ${site.name} has no fault.\n`);
  const width = Math.min(120, Math.max(80, process.stdout.columns ?? 100));
  console.log(`${answerLines(site, width).join("\n")}\n`);
  for (const note of notesOn(site)) console.log(`Note: ${note}`);
  const { folder } = makeScratchFolder("site-check");
  const erpFile = erpFileIn(folder, site);
  // The template is written meanwhile, and even without the ERP, because this machine may be unable to reach it.
  const template = writeTemplate(site, { choice, stage }, erpFile, folder);
  const serviceFault = await tryHere(site, options, folder, erpFile);
  const { isDeployable, lines } = await template;
  for (const line of lines) console.log(line);
  if (isDeployable) {
    // Loaded late, because it takes half a second, and a profile with faults does not need it.
    const { sayLeftOut } = await import("./left-out.ts");
    sayLeftOut(site, stage, folder);
  }
  const stageFault = isDeployable ? undefined : `its stage ${stage} cannot be deployed`;
  const lacking = [serviceFault, stageFault].filter((fault) => fault !== undefined);
  if (erpFile && !process.env.ERP_SQLITE)
    console.log(
      "\nNote: ERP_SQLITE is not set, so this check uses an invented ERP. To check yours, put ERP_SQLITE=<file> before the command.",
    );
  console.log(`\n${lastLine(site, { choice, stage }, lacking)}`);
  return lacking;
};
