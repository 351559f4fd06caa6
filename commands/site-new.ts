import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Option } from "@commander-js/extra-typings";
import { writeAtomically } from "#infra/atomic-file.ts";
import { usageError } from "#infra/usage-error.ts";
import { createCommand, runCommandLine } from "./cli/command.ts";
import { checkSiteReady } from "./site-check/check-site-ready.ts";
import { exampleAnswers, faultsIn } from "./site-new/answers.ts";
import { exampleDatabases, exampleFile, readAnswers } from "./site-new/answers-file.ts";
import type { Draft } from "./site-new/draft.ts";
import { type AnswersWithFile, sayErpProblems } from "./site-new/look-at-erp.ts";
import { profileText } from "./site-new/profile-text.ts";

const profilePath = (name: string) =>
  fileURLToPath(new URL(`../sites/${name}.ts`, import.meta.url));

/** @throws Error if the site schema refuses the name, or another profile has it */
const refuseName = (name: string): void => {
  const [fault] = faultsIn({ ...exampleAnswers, name }, ["name"]);
  if (fault) throw usageError(`The name ${fault[1]}.`);
  if (existsSync(profilePath(name)))
    throw usageError(
      `sites/${name}.ts exists, and is not overwritten. Give another name, or delete the file first.`,
    );
};

/** Reads the answers from a file, or asks for them. A draft has those that were given at a terminal. */
const collectAnswers = async (
  name: string,
  file: string | undefined,
): Promise<AnswersWithFile & { readonly draft?: Draft }> => {
  if (file !== undefined) {
    const { answers, sqlite } = readAnswers(file, name);
    await sayErpProblems({ answers, file: sqlite }, console.log);
    return { answers, file: sqlite };
  }
  // A terminal that cannot move its cursor shows no prompts.
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env.TERM === "dumb")
    throw usageError(
      "There is no terminal for the questions. Read the answers from a file with --answers <file.json>.",
    );
  const { askAll } = await import("./site-new/ask-all.ts");
  return askAll(name);
};

/** Checks the written profile. If the check cannot finish, for example without a token, this command still succeeds. */
const checkIsReady = async (choice: string): Promise<boolean> => {
  try {
    return (await checkSiteReady({ choice })).length === 0;
  } catch (error) {
    console.log(`\nNot ready: ${(error as Error).message} Next: npm run site:check -- ${choice}`);
    return false;
  }
};

const program = createCommand(
  "site:new",
  `Asks the questions of a new site with only the specification: 16 if the ERP's views are in a file, 21 if they are on a server. It proposes
patterns from labels that you paste, checks the ERP, and prints the SQL of missing views. It writes sites/<name>.ts and checks it like
npm run site:check.`,
  `It overwrites no file, and writes no profile before the last answer. Type < to go back one question, or choose it in a list. Ctrl+C keeps the answers in a draft
below .data/new-sites/, and the same command offers to go on; the draft is removed when the profile is written. The profile names the variable or
the secret with the ERP's password. If the variable is not set, the command asks for the password for this check only, and stores it
nowhere. The other answers are those of sites/plain.ts, by name from sites/conventions/. To add an extension, the pages or
changes, edit the file: npm run site:check lists what each one adds.

For scripts: the file of --answers has the same answers as JSON, at the paths of a profile. It can have labels instead of a pattern, and
erp.file names a SQLite file for the check.

  npm run --silent site:new -- --example postgresql > answers.json
  npm run site:new -- harbour --answers answers.json

Exit status: 0 written and ready; 1 written but not ready, and the output says what to fix; 2 nothing written, because of a wrong call, an
existing profile, wrong answers or no terminal; 130 interrupted, no profile written.`,
)
  .argument("[name]", "the name of the site and its file")
  .option("--answers <file>", "read the answers from a JSON file, and ask no questions")
  .addOption(
    new Option("--example [database]", "print an example of such a file")
      .choices(exampleDatabases)
      .preset("sqlite"),
  )
  .action(async (name, { answers: file, example }) => {
    if (example) return console.log(exampleFile(example));
    if (name === undefined) throw usageError("Name the site, as in: npm run site:new -- harbour");
    refuseName(name);
    // Silence the driver's log, because problems are reported here. The log reads its level when it loads.
    process.env.LOG_LEVEL ||= "SILENT";
    const collected = await collectAnswers(name, file);
    const { answers } = collected;
    const profile = profilePath(answers.name);
    writeAtomically(profile, profileText(answers), { isNew: true });
    collected.draft?.remove();
    console.log(`Written: sites/${answers.name}.ts\n`);
    if (collected.file !== undefined) process.env.ERP_SQLITE = collected.file;
    process.exitCode = (await checkIsReady(answers.name)) ? 0 : 1;
    return undefined;
  });

await runCommandLine(program);
