import { runRedocly } from "./run-redocly.ts";

/** One difference between two descriptions, and the step of the version that it asks for; `major` breaks a client. */
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

/** A client takes codes that it does not know (docs/upgrade.md). */
const isNewCode = ({ ruleId, message }: RuleVerdict) =>
  ruleId === "enum-values-added" && message.startsWith("Enum of `error_code` ");

/**
 * What changed between two descriptions in files, as redocly judges it: a removed or renamed operation, field, parameter, status or
 * code, a request that asks for more or an answer that promises less is `major`; a new code is not.
 * @throws Error when a file is no description
 */
export const changesBetween = async (base: string, revision: string): Promise<ApiChange[]> => {
  const { changes } = (await runRedocly("diff", [
    base,
    revision,
    "--fail-on",
    "none",
  ])) as DiffReport;
  return changes.map(({ path, kind, impact, verdicts = [] }) => {
    const said = verdicts.map(({ message }) => message).join(" ");
    const onlyNewCodes = verdicts.length > 0 && verdicts.every(isNewCode);
    return {
      impact: onlyNewCodes ? "minor" : impact,
      message: said === "" ? `${path} was ${kind}` : said,
    };
  });
};
