import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { inspect } from "node:util";
import { chooseSite } from "#infra/choose-site.ts";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { longestText, sentences } from "#lib/fields.ts";
import { originsOf } from "#lib/site/convention.ts";
import { openPoints } from "#lib/site/open-points.ts";
import { longerThanTaken } from "#lib/site/pattern-rules.ts";
import type { Site } from "#lib/site/schema.ts";
import { command, run, siteHelp } from "./cli/command.ts";
import { scratchFolder } from "./cli/scratch.ts";
import { checkErp } from "./erp-check/check-erp.ts";
import { outcomeLine } from "./smoke/check.ts";
import { type Pair, pairOf } from "./smoke/pairs.ts";
import { smoke } from "./smoke/run.ts";
import { startStage } from "./stage.ts";
import { readAssembly } from "./synth/assembly.ts";
import { synthesise } from "./synth/run-app.ts";

const say = (text: string) => console.log(text);

/** Every answer with its origin, those of a part within a part in one line; of the pages' words only the languages. */
const sayAnswers = (site: Site): void => {
  const { pages } = site;
  const answers = originsOf({
    ...site,
    pages: pages && { ...pages, words: pages.words.map(({ lang }) => lang) },
  });
  const lines = Map.groupBy(answers, ({ path, convention = "the profile" }) => {
    const parent = path.replace(/\.[^.]*$/, "");
    return `${parent.includes(".") ? parent : path}\n${convention}`;
  });
  for (const [key, parts] of lines) {
    const [at = "", origin] = key.split("\n");
    const named = parts.map(({ path, answer }) => [path.slice(at.length + 1), answer] as const);
    const shown = parts[0]?.path === at ? parts[0].answer : Object.fromEntries(named);
    say(`  ${at} ${inspect(shown, { breakLength: Infinity, compact: true })} — ${origin}`);
  }
};

/** What is no fault, but perhaps not meant. */
function* notesOn({ accepts, errors, extensions, formats, pages }: Site): Iterable<string> {
  if (pages && !extensions.idempotencyKey)
    yield "without extensions.idempotencyKey its pages may count a scan twice when the network fails.";
  for (const name of longerThanTaken(formats))
    yield `formats.${name} takes more than the ${longestText} characters that a request may have; those are refused in its own sentence.`;
  const names = Object.keys(sentences) as (keyof typeof sentences)[];
  const english = names.filter((name) => accepts[name] === sentences[name]);
  const usual = Object.values(errors).flatMap((answers) =>
    Object.values(answers).filter(({ message }) => message === undefined),
  );
  const isEnglish = pages ? pages.words[0].lang.startsWith("en") : english.length === names.length;
  if (!isEnglish && english.length + usual.length > 0)
    yield `${english.length} sentences of accepts${english.length > 0 ? ` (${english.join(", ")})` : ""} and ${usual.length} messages of errors are in English, as the convention has them.`;
}

/** The service on this machine, with a store that is gone afterwards, called as a scanner calls it. */
const trial = async (
  site: Site,
  choice: string,
  folder: string,
  file: string | undefined,
  pair: Pair,
): Promise<boolean> => {
  const key = randomUUID();
  const keys = site.auth.scheme === "apiKey" ? { API_KEYS: `${site.auth.keys[0]}=${key}` } : {};
  await using stage = await startStage(folder, file, {
    SITE: choice,
    PREFIX: "",
    TABLE_NAME: "Warehouse-site-check",
    ...keys,
  });
  const options = { url: stage.url, pair };
  const { outcomes } = await smoke(site, options, (outcome) => say(outcomeLine(outcome)), {
    ...process.env,
    SMOKE_API_KEY: key,
  });
  return !outcomes.some(({ state }) => state === "FAILED");
};

/** Synthesises the stage as a deployment does, and says what is in its template. */
const synthesis = async (
  choice: string,
  stage: string,
  folder: string,
  erp: string | undefined,
): Promise<boolean> => {
  say(`\nThe template of the stage ${stage}:`);
  const out = join(folder, "assembly");
  try {
    const remarks = await synthesise({ site: choice, stage, erp }, out);
    if (remarks) say(remarks);
  } catch (error) {
    say((error as Error).message);
    return false;
  }
  const { resources } = readAssembly(out);
  say(`ok ${resources} resources; every finding of the rules has a reason`);
  return true;
};

type Asked = {
  readonly choice: string;
  readonly stage: string;
  readonly named: Pair | undefined;
};

/** What is not ready of the site on this machine, in words for "Not ready: …". */
const running = async (
  site: Site,
  { choice, named }: Asked,
  folder: string,
  file: string | undefined,
): Promise<string | undefined> => {
  const found = await checkErp(site, file);
  if (!found.whole) return "its ERP";
  const pair = named ?? found.pair;
  if (!pair) return "its ERP has no goods and no box to try: name some with --goods and --box";
  say(`\nThe service on this machine, with ${pair.goods} in ${pair.box}:`);
  return (await trial(site, choice, folder, file, pair)) ? undefined : "what failed above";
};

/** Everything that is not ready. The template is written in any case: an ERP may be out of this machine's reach. */
const check = async (asked: Asked): Promise<string[]> => {
  const { choice, stage } = asked;
  const site = await chooseSite(choice);
  say(`The form of ${site.name}: no fault in the answers to its ${openPoints.length} questions:`);
  sayAnswers(site);
  say("");
  for (const note of notesOn(site)) say(`Note: ${note}`);
  const { folder } = scratchFolder("site-check");
  const own = process.env.ERP_SQLITE;
  const demo = site.erp.dialect === "sqlite" && !own ? `${folder}/erp.sqlite` : undefined;
  if (demo) {
    say("Note: ERP_SQLITE is not set, so this is the demo's ERP under your names.");
    seedDemoErp(demo, site);
  }
  const file = own || demo;
  const lacking = await running(site, asked, folder, file);
  const erp = site.erp.dialect === "sqlite" ? file : undefined;
  const hint = stage === "local" ? "" : " (--stage local, if it is only tried on this machine)";
  const deploys = await synthesis(choice, stage, folder, erp);
  return [lacking ?? [], deploys ? [] : `its stage ${stage} cannot be deployed${hint}`].flat();
};

const program = command(
  "site:check",
  `From a filled-in form to "ready": reports all wrong answers at once, or prints every answer and where it comes from (the profile, or a
convention); connects to the site's ERP as the service would; if a save would work, starts the service on this machine and calls it as a
scanner does; writes the template of a stage as a deployment does. It only reads the ERP, and needs no AWS account.`,
  `The password of a database server comes from where erp.connection.password says, such as the variable ERP_PASSWORD; a SQLite file from
ERP_SQLITE, else it is the demo's. A site with tokens needs SMOKE_TOKEN (npm run smoke -- --help). What it writes is gone afterwards.

Exit status: 0 ready; 1 not ready, with what to mend; 2 a wrong call.`,
)
  .argument("<name>", siteHelp)
  .option(
    "--goods <zongpai>",
    "with --box: goods and a box that the ERP knows (default: the first of its views)",
  )
  .option("--box <box no>")
  .option(
    "--stage <stage>",
    "the stage whose template is written; `local` for a site that is only tried on this machine",
    "staging",
  )
  .action(async (choice, { goods, box, stage }) => {
    const named = pairOf({ goods, box });
    // This command reports faults itself; the service's log reads its level when it loads.
    process.env.LOG_LEVEL ||= "SILENT";
    const lacking = await check({ choice, stage, named });
    say(
      lacking.length === 0
        ? `\nReady. SITE=${choice} npm start runs it here; docs/deploy.md says how it is deployed.`
        : `\nNot ready: ${lacking.join("; ")}.`,
    );
    process.exitCode = lacking.length === 0 ? 0 : 1;
  });

await run(program);
