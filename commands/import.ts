import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import { writeAtomically } from "#infra/atomic-file.ts";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { byteOrderMark, csvOf } from "../pages/shared/csv.ts";
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
import {
  findDoubles,
  formatCheckFor,
  questionsOf,
  type RefusedJob,
  type RehearsalQuestions,
} from "./import/rehearse.ts";
import {
  contentOf,
  newRun,
  readRunNote,
  requireUnchanged,
  runOf,
  writeRunNote,
} from "./import/run-note.ts";

/** Goods that are worked on at once. */
const goodsAtOnce = 16;
/** Requests a second to a deployment, which scanners use meanwhile. */
const usualRate = 50;

/** At most half of what the deployment lets through. */
const defaultRate = (url: string, { deployment: { throttle, perCaller } }: Site): number =>
  isLoopback(url)
    ? Number.POSITIVE_INFINITY
    : [throttle, perCaller].reduce(
        (least, limit) => (limit ? Math.min(least, limit.rate / 2) : least),
        usualRate,
      );

const parseHeadings = (text: string): ReadonlyMap<string, string> => {
  const pairs = text.split(",").map((pair) => /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair));
  if (pairs.every(Boolean)) return new Map(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""]));
  throw new InvalidArgumentError("It takes name=heading,name=heading.");
};

/** Does something for the jobs of each goods in their order, for many goods at once. */
const forEachGoods = async (
  step: string,
  jobs: readonly ImportJob[],
  work: (jobs: readonly ImportJob[], zongpai: string) => Promise<void>,
) => {
  const goods = Map.groupBy(jobs, ({ zongpai }) => zongpai);
  await showProgress(step, jobs.length, (add) =>
    forEachConcurrently(goods, goodsAtOnce, async ([zongpai, some]) => {
      await work(some, zongpai);
      add(some.length);
    }),
  );
};

/** Gives what would be refused; records nothing. */
const rehearseJobs = async (
  jobs: readonly ImportJob[],
  { questions, notes }: RehearsalQuestions,
) => {
  const refused = findDoubles(jobs);
  const lacking: string[] = [];
  await forEachGoods("asking", jobs, async (some, zongpai) => {
    for (const ask of questions) {
      const answer = await ask(some, zongpai);
      refused.push(...(answer.refused ?? []));
      lacking.push(...(answer.lacking ?? []));
    }
  });
  for (const note of notes) console.log(note);
  if (lacking.length > 0)
    console.log(`Recorded anyway, but not in the ERP: ${lacking.join(", ")}.`);
  return refused;
};

/** Records; gives what was refused. */
const recordJobs = async (jobs: readonly ImportJob[], { write }: ScannerClient) => {
  const refused: RefusedJob[] = [];
  const lines = { recorded: 0, before: 0, late: 0 };
  await forEachGoods("recording", jobs, async (some) => {
    for (const job of some) {
      const { refusal, replayed, late } = await write(job);
      if (refusal) refused.push({ job, refusal });
      else lines[replayed ? "before" : late ? "late" : "recorded"] += job.lines.length;
    }
  }).catch(({ message }: Error) => {
    throw new Error(`${message} The same command goes on where it stopped.`);
  });
  console.log(
    `${formatNumber(lines.recorded)} lines recorded, ${formatNumber(lines.before)} recorded before, ${formatNumber(lines.late)} older than what is recorded.`,
  );
  if (lines.before > 0 && lines.recorded + lines.late === 0)
    console.log("This list was imported before, so nothing is new: --run <name> imports it again.");
  return refused;
};

const program = createCommand(
  "import",
  "Records the lines of a table through the service's API: a rehearsal first, with --yes the run.",
  `places       zongpai, location or off_shelf (true), and if there are: category of an attachment, scanned_at; or a box_no
             in place of zongpai, where boxes have places
boxes        box_no, zongpai, quantity, and if there is: category of an attachment
attachments  the configuration: zongpai, category, quantity; the goods' lines together replace what was configured

Headings are the site's names of these fields, or those of npm run export; other columns are left out. The file has commas, semicolons or tabs
and is UTF-8 or UTF-16. Import attachments first, then places and boxes.

The rehearsal says which lines have a wrong form, come twice, name goods that the ERP lacks, or would change a configuration against its guard.
Caps, and what is recorded already, show only in the run. <file>.refused.csv gets the lines that are refused, with the service's sentence.

A list is known by its content. The same list again changes nothing, and a run that broke goes on where it stopped. Another list under the
same name is a new run, which records all its lines. <file>.run notes the run, of which keys are made, and the hash of the list. Without
this note the run is made of the list, so that it counts once under two names. A fixed <file>.refused.csv has a run of its own.
The credentials are those of npm run smoke.

Exit status: 0 nothing is refused; 1 a line is, or the run broke; 2 a wrong call or file; 130 interrupted.`,
)
  .addArgument(new Argument("<kind>").choices(importKinds))
  .argument("<file>")
  .option("--url <url>", "where the service answers", parseWebAddress, "http://127.0.0.1:3000")
  .option("--site <name>", `its site: ${siteHelp}`, process.env.SITE || "demo")
  .option("--yes", "record the lines")
  .option("--run <name>", "names the keys (default: the run of this list)", parseRunName)
  .option("--columns <list>", "other headings: name=heading,name=heading", parseHeadings, new Map())
  .option(
    "--rate <n>",
    "requests a second (default: on this machine all it can, else 50 or half the site's limit)",
    numberParser(0.1, 10_000),
  )
  .action(async (kind, file, { url, site: choice, yes, run: named, columns, rate }) => {
    const site = await chooseSite(choice);
    if (!site.extensions.idempotencyKey)
      throw usageError(
        `The site ${site.name} has no header with a key for each scan (extensions.idempotencyKey). A line whose answer is lost could count twice, so nothing is imported.`,
      );
    const table = readCsvFile(file);
    const headings = headingsOf(kind, table.columns, columns, site);
    const read = headings.map(([, heading]) => heading);
    const others = table.columns.filter((heading) => !read.includes(heading));
    if (others.length > 0) console.log(`Left out: ${others.join(", ")}.`);
    const cells = table.lines.map((line) => line.cells);
    const content = contentOf(table.columns, cells);
    const noted = named === undefined ? readRunNote(file, `${file}.run`) : undefined;
    if (noted && noted.content !== content)
      console.log(`${file} has changed since the run ${noted.run}: it is imported as a new run.`);
    const name = named ?? runOf(content, noted);
    const jobs = jobsOf(kind, table.lines, headings, name, site);
    const wrong = jobs.flatMap(formatCheckFor(site));
    const faulty = new Set(wrong.map(({ job }) => job));
    const sound = jobs.filter((job) => !faulty.has(job));
    const scanner = await scannerAt(url, site, rate ?? defaultRate(url, site));
    if (yes) {
      requireUnchanged(file, content);
      writeRunNote(`${file}.run`, { run: name, content });
    }
    const refused = yes
      ? await recordJobs(sound, scanner)
      : await rehearseJobs(sound, questionsOf(kind, site, scanner));

    const beside = `${file.replace(/\.[^./\\]*$/, "")}.refused.csv`;
    const rows = [...wrong, ...refused]
      .flatMap(({ job, refusal }) => job.lines.map(({ line, cells }) => ({ line, cells, refusal })))
      .toSorted((one, other) => one.line - other.line)
      .map(({ cells, refusal: { error_code, message } }) => ({ ...cells, error_code, message }));
    const headed = { ...table, columns: [...new Set([...table.columns, "error_code", "message"])] };
    if (rows.length > 0) {
      writeAtomically(beside, byteOrderMark + csvOf(rows, headed, true));
      // Fixed as the last time, it would otherwise be the run of that time.
      writeRunNote(`${beside}.run`, { run: newRun(), content: contentOf(headed.columns, rows) });
    }
    console.log(
      `${formatNumber(table.lines.length)} lines, ${formatNumber(rows.length)} ${yes ? "refused" : "would be refused"}${rows.length > 0 ? `: ${beside}` : ""}.${yes ? "" : " Caps, and what is recorded already, show only in the run: --yes."}`,
    );
    process.exitCode = rows.length > 0 ? 1 : 0;
  });

await runCommandLine(program);
