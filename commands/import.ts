import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { Argument, InvalidArgumentError } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { atOnce } from "./audit/at-once.ts";
import { command, numberFrom, run, siteHelp, webAddress } from "./cli/command.ts";
import { progressOn, shown } from "./cli/output.ts";
import { isLoopback } from "./contract/address.ts";
import { keyHeaderOf } from "./contract/request.ts";
import { scannerAt } from "./contract/scanner.ts";
import { readTable } from "./csv/read.ts";
import { byteOrderMark, csvOf } from "./csv/write.ts";
import { headingsOf, type ImportKind, importKinds, type Job, jobsOf } from "./import/jobs.ts";
import { doublesIn, formatsOf, questionsOf, type Refused } from "./import/rehearse.ts";

/** Goods that are worked on at once. */
const concurrency = 16;
/** Requests a second to a deployment, which scanners use meanwhile, and the goods that are named in a note. */
const [usualRate, mostNamed] = [50, 5];

/** At most half of what the deployment lets through. */
const bearable = (url: string, { deployment: { throttle, perCaller } }: Site): number => {
  if (isLoopback(url)) return Number.POSITIVE_INFINITY;
  const limits = [throttle, perCaller].flatMap((limit) => (limit ? limit.rate / 2 : []));
  return Math.min(usualRate, ...limits);
};

/** Resolves when the next request may go, so many a second. */
const pacer = (rate: number) => {
  let next = 0;
  return async () => {
    const now = performance.now();
    const at = Math.max(now, next);
    next = at + 1_000 / rate;
    if (at > now) await sleep(at - now);
  };
};

const runFrom = (text: string) => {
  if (/^[0-9A-Za-z]{1,16}$/.test(text)) return text;
  throw new InvalidArgumentError("It takes up to 16 letters or digits.");
};

const headingsFrom = (text: string): ReadonlyMap<string, string> => {
  const pairs = text.split(",").map((pair) => /^([^=]+)=(.+)$/.exec(pair)?.slice(1) ?? []);
  const chosen = new Map(pairs.map(([name = "", heading = ""]) => [name.trim(), heading.trim()]));
  if (chosen.size === pairs.length && !chosen.has("")) return chosen;
  throw new InvalidArgumentError("It takes name=heading,name=heading.");
};

/** Gives the run of a file: the named one, the one that the note beside it has, or a new one, and notes it. */
const noteRun = (note: string, named: string | undefined): string => {
  const kept = existsSync(note) ? readFileSync(note, "utf8").trim() : Date.now().toString(36);
  const name = named ?? runFrom(kept);
  writeFileSync(note, `${name}\n`);
  return name;
};

type Work = {
  readonly kind: ImportKind;
  readonly site: Site;
  readonly url: string;
  readonly rate: number;
  readonly jobs: readonly Job[];
};

/** Does something for the jobs of each goods in their order, for many goods at once. */
const eachGoods = async (
  step: string,
  jobs: readonly Job[],
  work: (zongpai: string, jobs: readonly Job[]) => Promise<void>,
) => {
  const bar = progressOn(process.stderr)(step, jobs.length);
  const goods = Map.groupBy(jobs, ({ zongpai }) => zongpai);
  await atOnce(goods, concurrency, async ([zongpai, some]) => {
    await work(zongpai, some);
    bar.add(some.length);
  }).finally(bar.end);
};

const count = (lines: number, what = "line") => `${shown(lines)} ${what}${lines === 1 ? "" : "s"}`;
const linesOf = (jobs: readonly Job[]) => jobs.reduce((sum, { lines }) => sum + lines.length, 0);

/** Asks what would be refused; records nothing. */
const rehearse = async ({ kind, site, url, rate, jobs }: Work): Promise<Refused[]> => {
  const { ask, missing } = questionsOf(kind, site, await scannerAt(url, site));
  const pause = pacer(rate);
  const refused = doublesIn(jobs);
  const [lacking, unknown] = [new Set<string>(), new Set<string>()];
  await eachGoods("asking", jobs, async (zongpai, some) => {
    for (const question of ask) {
      await pause();
      const answer = await question(zongpai, some);
      refused.push(...answer.refused);
      if (answer.lacking) lacking.add(answer.lacking);
      if (answer.unknown) unknown.add(answer.unknown);
    }
  });
  const named = [...lacking].slice(0, mostNamed).join(", ");
  if (lacking.size > 0)
    console.log(
      `The ERP lacks ${count(lacking.size, "zongpai")} that the site records all the same: ${named}${lacking.size > mostNamed ? ", …" : "."}`,
    );
  for (const why of unknown) console.log(`Not all goods could be looked up: ${why}.`);
  for (const what of missing) console.log(`The site has no way to ask for ${what}.`);
  return refused;
};

/** Records; gives what was refused. */
const record = async ({ site, url, rate, jobs }: Work): Promise<Refused[]> => {
  const { write } = await scannerAt(url, site);
  const pause = pacer(rate);
  const refused: Refused[] = [];
  const [recorded, before, late]: Job[][] = [[], [], []];
  await eachGoods("recording", jobs, async (_, some) => {
    for (const job of some) {
      await pause();
      const { refusal, replayed, late: older } = await write(job);
      if (refusal) refused.push({ job, refusal });
      else (replayed ? before : older ? late : recorded)?.push(job);
    }
  }).catch(({ message }: Error) => {
    throw new Error(`${message} The same command goes on where it stopped.`);
  });
  console.log(
    `${count(linesOf(recorded ?? []))} recorded, ${shown(linesOf(before ?? []))} recorded before, ${shown(linesOf(late ?? []))} older than what is recorded and only in the history.`,
  );
  return refused;
};

const program = command(
  "import",
  "Records the lines of a table through the service's API: a rehearsal first, with --yes the run.",
  `places       zongpai, location or off_shelf (true), and if there are: category of an attachment, scanned_at
boxes        box_no, zongpai, quantity, and if there is: category of an attachment
attachments  the configuration: zongpai, category, quantity; the goods' lines together replace what was configured

Headings are the site's names of these fields, or those of npm run export; other columns are left out. The file has commas, semicolons or tabs
and is UTF-8 or UTF-16. Import attachments first, then places and boxes.

The rehearsal says which lines have a wrong form, come twice, name goods that the ERP lacks, or would change a configuration against its guard.
Caps, and what is recorded already, show only in the run. <file>.refused.csv gets the lines that are refused, with the service's sentence.

A request's key is made of its line and the run, whose name is noted in <file>.run: the same file again changes nothing, a corrected line
alone is new, and a run that broke goes on where it stopped. A mended <file>.refused.csv is a file with a run of its own.
The credentials are those of npm run smoke.

Exit status: 0 nothing is refused; 1 a line is, or the run broke; 2 a wrong call or file; 130 interrupted.`,
)
  .addArgument(new Argument("<kind>").choices(importKinds))
  .argument("<file>")
  .option("--url <url>", "where the service answers", webAddress, "http://127.0.0.1:3000")
  .option("--site <name>", `its site: ${siteHelp}`, process.env.SITE || "demo")
  .option("--yes", "record the lines")
  .option("--run <name>", "names the keys (default: as noted, or a new name)", runFrom)
  .option("--columns <list>", "other headings: name=heading,name=heading", headingsFrom, new Map())
  .option(
    "--rate <n>",
    "requests a second (default: on this machine all it can, else 50 or half the site's limit)",
    numberFrom(0.1, 10_000),
  )
  .action(async (kind, file, { url, site: choice, yes, run: named, columns, rate }) => {
    const site = await chooseSite(choice);
    if (!keyHeaderOf(site))
      throw usageError(
        `The site ${site.name} has no header with a key for each scan (extensions.idempotencyKey). A line whose answer is lost could count twice, so nothing is imported.`,
      );
    const table = readTable(file);
    const headings = headingsOf(kind, table.columns, columns, site);
    const read = headings.map(([, heading]) => heading);
    const others = table.columns.filter((heading) => !read.includes(heading));
    if (others.length > 0) console.log(`Left out: ${others.join(", ")}.`);
    const name = yes ? noteRun(`${file}.run`, named) : "rehearsal";
    const jobs = jobsOf(kind, table.lines, headings, name, site);
    const wrong = jobs.flatMap(formatsOf(site));
    const faulty = new Set(wrong.map(({ job }) => job));
    const work = { kind, site, url, rate: rate ?? bearable(url, site) };
    const sound = jobs.filter((job) => !faulty.has(job));
    const refused = [...wrong, ...(await (yes ? record : rehearse)({ ...work, jobs: sound }))];

    const beside = `${file.replace(/\.[^./\\]*$/, "")}.refused.csv`;
    const rows = refused
      .flatMap(({ job, refusal }) => job.lines.map(({ line, cells }) => ({ line, cells, refusal })))
      .toSorted((one, other) => one.line - other.line)
      .map(({ cells, refusal: { error_code, message } }) => ({ ...cells, error_code, message }));
    const headed = { ...table, columns: [...new Set([...table.columns, "error_code", "message"])] };
    if (rows.length > 0) {
      writeFileSync(beside, byteOrderMark + csvOf(rows, headed, true));
      rmSync(`${beside}.run`, { force: true });
    }
    console.log(
      `${count(table.lines.length)}, ${shown(rows.length)} ${yes ? "refused" : "would be refused"}${rows.length > 0 ? `: ${beside}` : ""}.${yes ? "" : " Nothing was recorded; --yes does it."}`,
    );
    process.exitCode = rows.length > 0 ? 1 : 0;
  });

await run(program);
