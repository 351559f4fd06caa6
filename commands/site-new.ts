import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { writeAtomically } from "#infra/atomic-file.ts";
import { usageError } from "#infra/usage-error.ts";
import { createCommand, runCommandLine } from "./cli/command.ts";
import { checkSiteReady } from "./site-check/check-site-ready.ts";
import { exampleAnswers, faultsIn, type SiteAnswers } from "./site-new/answers.ts";
import { exampleFile, readAnswers } from "./site-new/answers-file.ts";
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

/** Whether this terminal can ask questions. A terminal that cannot move its cursor shows no prompts. */
const canAsk = () => process.stdin.isTTY && process.stdout.isTTY && process.env.TERM !== "dumb";

/** Reads the answers from a file, or asks for them. */
const collectAnswers = async (
  name: string | undefined,
  file: string | undefined,
): Promise<AnswersWithFile> => {
  if (file !== undefined) {
    if (name === undefined) throw usageError("--answers needs the name of the site.");
    const { answers, sqlite } = readAnswers(file, name);
    await sayErpProblems({ answers, file: sqlite }, console.log);
    return { answers, file: sqlite };
  }
  if (!canAsk())
    throw usageError(
      "There is no terminal for the questions. Read the answers from a file with --answers <file.json>.",
    );
  const { askAll } = await import("./site-new/ask-all.ts");
  return askAll(name, refuseName);
};

/** The environment variable with the ERP's password, if the profile names one. */
const passwordVariableOf = ({ erp }: SiteAnswers): string | undefined =>
  erp.connection && "environment" in erp.connection.password
    ? erp.connection.password.environment
    : undefined;

/** The stage to check. A deployment refuses a site without credentials, and a password that is not in a secret. */
const stageFor = (answers: SiteAnswers) => {
  const isLocal = answers.auth.scheme === "none" || passwordVariableOf(answers) !== undefined;
  return isLocal ? "local" : "staging";
};

/** The next two commands, with the environment variables for the ERP on this machine. */
const nextCommands = ({ answers, file }: AnswersWithFile, ready: boolean): string => {
  const { name, formats, auth } = answers;
  const passwordVariable = passwordVariableOf(answers);
  const variables: string[] = [];
  if (file !== undefined) variables.push(`ERP_SQLITE=${file}`);
  if (passwordVariable !== undefined) variables.push(`${passwordVariable}=…`);
  const start = [...variables, `SITE=${name}`, "npm start"].join(" ");
  const stage = stageFor(answers) === "local" ? " --stage local" : "";
  const token = auth.scheme === "jwt" ? ["SMOKE_TOKEN=…"] : [];
  const check = [...variables, ...token, `npm run site:check -- ${name}${stage}`].join(" ");
  const explain = `npm run site:check -- ${name} --scan '${formats.zongpai.example}'`;
  const commands = ready ? [start, explain] : [check, start];
  return `Next:\n  ${commands.join("\n  ")}`;
};

/** Checks the written profile. If the check cannot finish, for example without a token, this command still succeeds. */
const checkIsReady = async (answers: SiteAnswers): Promise<boolean> => {
  try {
    const lacking = await checkSiteReady({ choice: answers.name, stage: stageFor(answers) });
    return lacking.length === 0;
  } catch (error) {
    console.log(`\nNot ready: ${(error as Error).message}`);
    return false;
  }
};

const program = createCommand(
  "site:new",
  `Asks the questions of a new site with only the specification: at most 12, each with an example. It proposes patterns from labels that you
paste, checks the ERP, and prints the SQL of missing views. It writes sites/<name>.ts and checks it like npm run site:check, for the stage
staging, or for the stage local if the answers cannot be deployed.`,
  `It overwrites no file, and writes nothing before the last answer. It never asks for a password: the profile names the variable or the
secret with the password. The other answers are those of sites/plain.ts, by name from sites/conventions/. To add an extension, the pages or
changes, edit the file: npm run site:check lists what each one adds.

For scripts: the file of --answers has the same answers as JSON, at the paths of a profile. It can have labels instead of a pattern, and
erp.file names a SQLite file for the check.

  npm run --silent site:new -- --example > answers.json
  npm run site:new -- harbour --answers answers.json

Exit status: 0 written and ready; 1 written but not ready, and the output says what to fix; 2 nothing written, because of a wrong call, an
existing profile, wrong answers or no terminal; 130 interrupted, nothing written.`,
)
  .argument("[name]", "the name of the site and its file")
  .option("--answers <file>", "read the answers from a JSON file, and ask no questions")
  .option("--example", "print an example of such a file, which works unchanged")
  .action(async (name, { answers: file, example }) => {
    if (example) return console.log(exampleFile());
    if (name !== undefined) refuseName(name);
    // Silence the driver's log, because problems are reported here. The log reads its level when it loads.
    process.env.LOG_LEVEL ||= "SILENT";
    const collected = await collectAnswers(name, file);
    const { answers } = collected;
    const profile = profilePath(answers.name);
    writeAtomically(profile, profileText(answers), { isNew: true });
    console.log(`Written: sites/${answers.name}.ts\n`);
    if (collected.file !== undefined) process.env.ERP_SQLITE = collected.file;
    const ready = await checkIsReady(answers);
    console.log(`\n${nextCommands(collected, ready)}`);
    process.exitCode = ready ? 0 : 1;
    return undefined;
  });

await runCommandLine(program);
