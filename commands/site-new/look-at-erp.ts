import type { Site } from "#lib/site/schema.ts";
import { checkViews } from "../erp-check/check-erp.ts";
import { connectErp } from "../erp-check/connect-erp.ts";
import { viewsSql } from "../erp-check/views-sql.ts";
import { type SiteAnswers, siteOf } from "./answers.ts";

/** The state of the ERP's two views. */
type ErpState = {
  /** A sentence for each thing to fix; empty if both views can be used. */
  readonly problems: readonly string[];
  /** Whether the views may have to be created: one is missing or lacks a column, or the ERP cannot be reached. */
  readonly lacksViews: boolean;
};

/** Connects to the ERP like the service, and reads its two views. */
const lookAtErp = async (site: Site, file: string | undefined): Promise<ErpState> => {
  const opened = await connectErp(site, file).catch((error: Error) => error);
  if (opened instanceof Error) return { problems: [opened.message], lacksViews: true };
  using connection = opened;
  const { goodsCheck, boxesCheck } = await checkViews(site, connection);
  return {
    problems: [...goodsCheck.problems, ...boxesCheck.problems],
    lacksViews: Boolean(goodsCheck.isMissing || boxesCheck.isMissing),
  };
};

/** Answers, and the SQLite file with the ERP's views on this machine. */
export type AnswersWithFile = { readonly answers: SiteAnswers; readonly file?: string | undefined };

/** Prints what to fix in the ERP, and the SQL of the views if they may have to be created. Returns whether there is a problem. */
export const sayErpProblems = async (
  { answers, file }: AnswersWithFile,
  say: (text: string) => void,
): Promise<boolean> => {
  if (answers.erp.dialect === "sqlite" && file === undefined) return false;
  const { problems, lacksViews } = await lookAtErp(siteOf(answers), file);
  for (const problem of problems) say(problem);
  if (lacksViews)
    console.log(
      `\nThis SQL creates the two views. Replace cartons, orders and their columns by your own:\n\n${viewsSql(answers.erp)}\n`,
    );
  return problems.length > 0;
};
