import { runRedocly } from "./run-redocly.ts";

/** A difference between two descriptions, and the version step that it needs. `major` breaks clients. */
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

/** Whether a verdict is about a new error code. That breaks no client (docs/upgrade.md). */
const isNewCode = ({ ruleId, message }: RuleVerdict) =>
  ruleId === "enum-values-added" && message.startsWith("Enum of `error_code` ");

/**
 * The changes between two description files, as redocly classifies them. `major` is a removed or renamed operation, field, parameter,
 * status or code, a request that needs more, or an answer that promises less. A new code is not.
 * @throws Error if a file is not a description
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
