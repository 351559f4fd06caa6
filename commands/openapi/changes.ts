import { runRedocly } from "./run-redocly.ts";

/** One difference between two descriptions, and the version step that it needs. `major` breaks a client. */
export type ApiChange = { readonly impact: "major" | "minor" | "patch"; readonly message: string };

type DiffReport = {
  readonly changes: readonly {
    readonly path: string;
    readonly kind: string;
    readonly impact: ApiChange["impact"];
    readonly verdicts?: readonly RuleVerdict[];
  }[];
};
type RuleVerdict = { readonly ruleId: string; readonly message: string };

/** Whether a verdict is about a new error code, which breaks no client (docs/upgrade.md). */
const isNewCode = ({ ruleId, message }: RuleVerdict) =>
  ruleId === "enum-values-added" && message.startsWith("Enum of `error_code` ");

/**
 * What changed between two descriptions in files, as redocly judges it: a removed or renamed operation, field, parameter, status or
 * code, a request that asks for more or an answer that promises less is `major`; a new code is not.
 * @throws Error when a file is no description
 */
export const changesBetween = async (base: string, revision: string): Promise<ApiChange[]> => {
  const report = await runRedocly("diff", [base, revision, "--fail-on", "none"]);
  const { changes } = report as DiffReport;
  return changes.map(({ path, kind, impact, verdicts = [] }) => {
    const sentences = verdicts.map(({ message }) => message).join(" ");
    const onlyNewCodes = verdicts.length > 0 && verdicts.every(isNewCode);
    return {
      impact: onlyNewCodes ? "minor" : impact,
      message: sentences === "" ? `${path} was ${kind}` : sentences,
    };
  });
};
