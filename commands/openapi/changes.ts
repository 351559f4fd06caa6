import { redocly } from "./redocly.ts";

/** One difference between two descriptions, and the step of the version that it asks for; `major` breaks a client. */
export type Change = { readonly impact: "major" | "minor" | "patch"; readonly message: string };

type Report = {
  readonly changes: readonly {
    readonly path: string;
    readonly kind: string;
    readonly impact: Change["impact"];
    readonly verdicts?: readonly Verdict[];
  }[];
};
type Verdict = { readonly ruleId: string; readonly message: string };

/** A client takes codes that it does not know (docs/upgrade.md). */
const isNewCode = ({ ruleId, message }: Verdict) =>
  ruleId === "enum-values-added" && message.startsWith("Enum of `error_code` ");

/**
 * What changed between two descriptions in files, as redocly judges it: a removed or renamed operation, field, parameter, status or
 * code, a request that asks for more or an answer that promises less is `major`; a new code is not.
 * @throws Error when a file is no description
 */
export const changesBetween = async (base: string, revision: string): Promise<Change[]> => {
  const { changes } = (await redocly("diff", [base, revision, "--fail-on", "none"])) as Report;
  return changes.map(({ path, kind, impact, verdicts = [] }) => {
    const said = verdicts.map(({ message }) => message).join(" ");
    const onlyNewCodes = verdicts.length > 0 && verdicts.every(isNewCode);
    return {
      impact: onlyNewCodes ? "minor" : impact,
      message: said === "" ? `${path} was ${kind}` : said,
    };
  });
};
