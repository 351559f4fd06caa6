import { checkViews } from "../erp-check/check-erp.ts";
import { connectErp } from "../erp-check/connect-erp.ts";
import { viewsSql } from "../erp-check/views-sql.ts";
import { type SiteAnswers, siteOf } from "./answers.ts";

/** Answers, and the SQLite file with the ERP's views on this machine. */
export type AnswersWithFile = { readonly answers: SiteAnswers; readonly file?: string | undefined };

/** Prints what to fix in the ERP, and the SQL of the views if they may have to be created. Returns whether there is a problem. */
export const sayErpProblems = async (
  { answers, file }: AnswersWithFile,
  say: (text: string) => void,
): Promise<boolean> => {
  if (answers.erp.dialect === "sqlite" && file === undefined) return false;
  const site = siteOf(answers);
  const problems: string[] = [];
  // A view may have to be created if it is missing or lacks a column, or if the ERP cannot be reached.
  let lacksViews = true;
  try {
    using connection = await connectErp(site, file);
    const checks = Object.values(await checkViews(site, connection));
    problems.push(...checks.flatMap((check) => check.problems));
    lacksViews = checks.some(({ isMissing }) => isMissing);
  } catch (error) {
    problems.push((error as Error).message);
  }
  for (const problem of problems) say(problem);
  if (lacksViews)
    console.log(
      `\nThis SQL creates the two views. Replace cartons, orders and their columns by your own:\n\n${viewsSql(answers.erp)}\n`,
    );
  return problems.length > 0;
};
