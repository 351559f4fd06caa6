import { Argument, InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { forEachConcurrently } from "./audit/for-each-concurrently.ts";
import {
  createCommand,
  numberParser,
  parseRunName,
  parseWebAddress,
  runCommandLine,
  siteHelp,
} from "./cli/command.ts";
import { formatNumber, showProgress } from "./cli/output.ts";
import { isLoopback } from "./contract/address.ts";
import { type ScannerClient, scannerAt } from "./contract/scanner.ts";
import { readCsvFile } from "./csv/read.ts";
import { headingsOf, type ImportJob, importKinds, jobsOf } from "./import/import-jobs.ts";
import { quantityGuard } from "./import/kept-quantities.ts";
import { decimalMarks } from "./import/quantity-text.ts";
import { writeRefusedLines } from "./import/refused-file.ts";
import {
  findDoubles,
  formatCheckFor,
  questionsOf,
  type RefusedJob,
  type RehearsalQuestions,
} from "./import/rehearse.ts";
import {
  contentOf,
  readRunNote,
  requireUnchanged,
  runOf,
  writeRunNote,
} from "./import/run-note.ts";

/** The number of goods that are imported at the same time. */
const goodsAtOnce = 16;
/** Requests per second to a deployment that scanners use at the same time. */
const usualRate = 50;

/** Requests per second: at most half of the deployment's limits. This machine has no limit. */
const defaultRate = (url: string, { deployment: { throttle, perCaller } }: Site): number => {
  if (isLoopback(url)) return Number.POSITIVE_INFINITY;
  const halfLimits = [throttle, perCaller].flatMap((limit) => (limit ? [limit.rate / 2] : []));
  return Math.min(usualRate, ...halfLimits);
};

const parseHeadings = (text: string): ReadonlyMap<string, string> => {
  const pairs = text.split(",").map((pair) => {
    const [name = "", ...heading] = pair.split("=");
    return [name.trim(), heading.join("=").trim()] as const;
  });
  if (pairs.every(([name, heading]) => name && heading)) return new Map(pairs);
  throw new InvalidArgumentError("It takes name=heading,name=heading.");
};

/** Runs the work for the jobs of each goods in order, with several goods in parallel. */
const forEachGoods = async (
  step: string,
  jobs: readonly ImportJob[],
  work: (jobs: readonly ImportJob[], zongpai: string) => Promise<void>,
) => {
  const goods = Map.groupBy(jobs, ({ zongpai }) => zongpai);
  await showProgress(step, jobs.length, (advance) =>
    forEachConcurrently(goods, goodsAtOnce, async ([zongpai, jobsOfGoods]) => {
      await work(jobsOfGoods, zongpai);
      advance(jobsOfGoods.length);
    }),
  );
};

type JobCheck = (job: ImportJob) => Promise<RefusedJob[]>;

/** Returns the jobs that the service would refuse, and records nothing. */
const rehearseJobs = async (
  jobs: readonly ImportJob[],
  { questions, notes }: RehearsalQuestions,
  refusedBefore: JobCheck,
) => {
  const refused = findDoubles(jobs);
  const lackedByErp: string[] = [];
  await forEachGoods("asking", jobs, async (jobsOfGoods, zongpai) => {
    const checked = await Promise.all(jobsOfGoods.map(refusedBefore));
    refused.push(...checked.flat());
    if (checked.some(({ length }) => length > 0)) return;
    for (const ask of questions) {
      const answer = await ask(jobsOfGoods, zongpai);
      refused.push(...(answer.refused ?? []));
      lackedByErp.push(...(answer.lacking ?? []));
    }
  });
  for (const note of notes) console.log(note);
  if (lackedByErp.length > 0)
    console.log(`Recorded anyway, but not in the ERP: ${lackedByErp.join(", ")}.`);
  return refused;
};

/** Records the jobs. Returns the refused ones. */
const recordJobs = async (
  jobs: readonly ImportJob[],
  { write }: ScannerClient,
  refusedBefore: JobCheck,
) => {
  const refused: RefusedJob[] = [];
  const counts = { recorded: 0, before: 0, late: 0 };
  await forEachGoods("recording", jobs, async (jobsOfGoods) => {
    for (const job of jobsOfGoods) {
      const unsent = await refusedBefore(job);
      refused.push(...unsent);
      if (unsent.length > 0) continue;
      const { refusal, replayed, late } = await write(job);
      if (refusal) refused.push({ job, refusal });
      else if (replayed) counts.before += job.lines.length;
      else if (late) counts.late += job.lines.length;
      else counts.recorded += job.lines.length;
    }
  }).catch(({ message }: Error) => {
    throw new Error(`${message} Run the same command again: it continues where it stopped.`);
  });
  console.log(
    `${formatNumber(counts.recorded)} lines recorded, ${formatNumber(counts.before)} recorded before, ${formatNumber(counts.late)} older than the recorded place.`,
  );
  if (counts.before > 0 && counts.recorded + counts.late === 0)
    console.log(
      "This list was imported before, so nothing is new. To import it again, add --run <name>.",
    );
  return refused;
};

const program = createCommand(
  "import",
  "Records the lines of a spreadsheet through the service's API. Without --yes it only rehearses.",
  `places       zongpai, location or off_shelf (true); optional: category of an attachment, scanned_at. A box_no instead of
             zongpai, if boxes have places
boxes        box_no, zongpai, quantity; optional: category of an attachment
attachments  the configuration: zongpai, category, quantity; all lines of the same goods together replace their configuration

Headings are the site's names of these fields, or those of npm run export, whatever their case; the command ignores other columns. The
file has commas, semicolons or tabs, or the separator of a first line such as sep=|, and is UTF-8 or UTF-16. Import attachments first, then
places and boxes.

Cells that a line lacks at its end are empty, and an empty cell removes nothing. 2.0 is 2. A line is refused if it has a filled cell
without a heading, or a quantity with exactly three digits after its mark, which may also be thousands.

The rehearsal finds lines that have a wrong form, come twice, name goods that the ERP does not have, or would break the removal guard of a
configuration. Only the run finds lines that break a cap or repeat recorded data. <file>.refused.csv then has the refused lines, each with
the service's message.

The command recognises a list by its content. The same list again changes nothing, and an interrupted run continues where it stopped.
Another list under the same name is a new run, which records all its lines. <file>.run stores the run, from which the idempotency keys are
made, and the hash of the list. Without this file the run is made from the list, so a list with two names counts once. A corrected
<file>.refused.csv is a separate run. The credentials are those of npm run smoke.

Exit status: 0 no line is refused; 1 a line is refused, or the run stopped early; 2 a wrong call or file; 130 interrupted.`,
)
  .addArgument(new Argument("<kind>").choices(importKinds))
  .argument("<file>")
  .option("--url <url>", "address of the service", parseWebAddress, "http://127.0.0.1:3000")
  .option("--site <name>", `the site of the service: ${siteHelp}`, process.env.SITE || "demo")
  .option("--yes", "record the lines, instead of a rehearsal")
  .option(
    "--run <name>",
    "name of the run, from which the keys are made (default: the run of this list)",
    parseRunName,
  )
  .option("--columns <list>", "other headings: name=heading,name=heading", parseHeadings, new Map())
  .addOption(
    new Option("--decimal <mark>", "the mark before the decimals of a quantity")
      .choices(decimalMarks)
      .default(decimalMarks[0]),
  )
  .option(
    "--rate <n>",
    "requests a second (default: no limit on this machine, otherwise 50 or half the site's limit)",
    numberParser(0.1, 10_000),
  )
  .action(
    async (kind, file, { url, site: choice, yes, run: runOption, columns, decimal, rate }) => {
      const site = await chooseSite(choice);
      if (!site.extensions.idempotencyKey)
        throw usageError(
          `The site ${site.name} has no idempotency key (extensions.idempotencyKey). A line whose answer is lost could count twice, so nothing is imported.`,
        );
      const table = readCsvFile(file);
      const headings = headingsOf(kind, table.columns, columns, site);
      const usedHeadings = headings.map(([, heading]) => heading);
      const otherHeadings = table.columns.filter((heading) => !usedHeadings.includes(heading));
      if (otherHeadings.length > 0) console.log(`Ignored columns: ${otherHeadings.join(", ")}.`);
      const cells = table.lines.map((line) => line.cells);
      const content = contentOf(table.columns, cells);
      const lastNote = runOption === undefined ? readRunNote(`${file}.run`) : undefined;
      if (lastNote && lastNote.content !== content)
        console.log(
          `${file} has changed since the run ${lastNote.run}, so it is imported as a new run.`,
        );
      const runName = runOption ?? runOf(content, lastNote);
      const jobs = jobsOf(kind, table.lines, headings, runName, site, decimal);
      const malformed = jobs.flatMap(formatCheckFor(site));
      const malformedJobs = new Set(malformed.map(({ job }) => job));
      const wellFormed = jobs.filter((job) => !malformedJobs.has(job));
      const scanner = await scannerAt(url, site, rate ?? defaultRate(url, site));
      if (yes) {
        requireUnchanged(file, content);
        writeRunNote(`${file}.run`, { run: runName, content });
      }
      const guard = quantityGuard(kind, headings, scanner);
      const refused = yes
        ? await recordJobs(wellFormed, scanner, guard)
        : await rehearseJobs(wellFormed, questionsOf(kind, site, scanner), guard);

      const { count, refusedFile } = writeRefusedLines(file, table, [...malformed, ...refused]);
      const verb = yes ? "refused" : "would be refused";
      const where = count > 0 ? `: ${refusedFile}` : "";
      const hint = yes
        ? ""
        : " Only the run (--yes) finds lines that break a cap or repeat recorded data.";
      console.log(
        `${formatNumber(table.lines.length)} lines, ${formatNumber(count)} ${verb}${where}.${hint}`,
      );
      process.exitCode = count > 0 ? 1 : 0;
    },
  );

await runCommandLine(program);
