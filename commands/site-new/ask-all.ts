import { resolve } from "node:path";
import * as prompts from "@clack/prompts";
import { passwordVariableOf } from "../erp-check/connect-erp.ts";
import { exampleAnswers, type SiteAnswers } from "./answers.ts";
import { authQuestions } from "./auth-questions.ts";
import { type Draft, openDraft } from "./draft.ts";
import { erpQuestions } from "./erp-questions.ts";
import { askChoice, askPassword, goBack, interview } from "./interview.ts";
import { labelQuestions } from "./label-questions.ts";
import { type AnswersWithFile, sayErpProblems } from "./look-at-erp.ts";
import { ruleQuestions } from "./rule-questions.ts";

const siteQuestions = [...labelQuestions, ...ruleQuestions, ...authQuestions, ...erpQuestions];

/** Asks for the ERP's password if its variable is not set, for this process only. Returns whether the ERP can be read. */
const requirePassword = async (answers: SiteAnswers, draft: Draft): Promise<boolean> => {
  const variable = passwordVariableOf(answers);
  if (variable === undefined || process.env[variable]) return true;
  const password = await askPassword(
    `${variable} is not set. Type the password, which is used for this check only and not stored. Enter leaves the check out.`,
    draft,
  );
  if (password === "") return false;
  process.env[variable] = password;
  return true;
};

/** Looks at the ERP's views until they can be read, or the check is left out. `false`: go back to the questions. */
const settleErp = async (found: AnswersWithFile, draft: Draft): Promise<boolean> => {
  const variable = passwordVariableOf(found.answers);
  while (await requirePassword(found.answers, draft)) {
    if (!(await sayErpProblems(found, prompts.log.warn))) return true;
    const next = await askChoice(
      "The ERP is not ready. What now?",
      [
        ["look", "Check again, after I have fixed it"],
        ...(variable ? ([["password", "Type another password"]] as const) : []),
        ["back", "Answer the questions about the ERP again"],
        ["later", "Do it later: the site will not be ready"],
      ],
      draft,
    );
    if (next === "later" || next === "back") return next === "later";
    if (next === "password" && variable) delete process.env[variable];
  }
  return true;
};

/** The answers that are proposed and not asked. */
const proposalsOf = ({ name, errors, auth }: SiteAnswers): string =>
  [
    `Proposed, and easy to change in sites/${name}.ts:`,
    `  the domain in errors: ${errors.gateway} for the service, ${errors.product} for goods and boxes, ${errors.accessory} for attachments`,
    ...(auth.scheme === "apiKey" ? [`  auth.keys, a name for each device: ${auth.keys}`] : []),
  ].join("\n");

const openOrResume = async (name: string): Promise<Draft> => {
  const draft = openDraft(name);
  const count = Object.keys(draft.given()).length;
  if (count === 0) return draft;
  const next = await askChoice(
    `There is a draft of ${name} with ${count} answers.`,
    [
      ["go", "Go on with it"],
      ["new", "Begin again"],
    ],
    draft,
  );
  if (next === "new") draft.reopen(Object.keys(draft.given())[0]);
  return draft;
};

/** Asks all questions for a site with only the specification. */
export const askAll = async (
  name: string,
): Promise<AnswersWithFile & { readonly draft: Draft }> => {
  // Turn off the guide on the left, because the lines of a long question would break it.
  prompts.updateSettings({ withGuide: false });
  prompts.intro(
    "A new site with only the specification. Type < to go back one question, or choose it in a list. Ctrl+C ends the command, and keeps your answers in a draft.",
  );
  const draft = await openOrResume(name);
  for (;;) {
    const { answers, given } = await interview(siteQuestions, { ...exampleAnswers, name }, draft);
    const found = { answers, file: given.file === undefined ? undefined : resolve(given.file) };
    if (!(await settleErp(found, draft))) draft.reopen("dialect");
    else {
      prompts.log.info(proposalsOf(answers));
      const choices = [["write", "Yes"], goBack] as const;
      if ((await askChoice(`Write sites/${name}.ts?`, choices, draft)) === "write")
        return { ...found, draft };
      draft.reopen();
    }
  }
};
