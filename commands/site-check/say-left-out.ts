import type { Site } from "#lib/site/schema.ts";
import { drawTable } from "../cli/output.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";

/** In characters. */
const longestCopied = 60;

const signedCount = (count: number): string => (count > 0 ? `+${count}` : String(count));

/** The answer that was counted, unless it is long: roles, throttles or the words of the pages. */
const copiedAnswer = ({ answer, model }: LeftOut): string[] => {
  const text = JSON.stringify(model);
  return text.length <= longestCopied ? [`  ${answer}: ${text}`] : [];
};

/** The lines about left-out answers: a table, then those that need another answer first. */
export const leftOutLines = (
  name: string,
  stage: string,
  leftOuts: readonly LeftOut[],
): string[] => {
  if (leftOuts.length === 0) return [];
  const rows = leftOuts.flatMap(({ answer, about, adds }) => {
    if (typeof adds === "string") return [];
    const counts = [adds.operations, adds.functions, adds.resources].map(signedCount);
    return [[answer, about, ...counts]];
  });
  const notAlone = leftOuts.flatMap(({ answer, adds }) =>
    typeof adds === "string" ? `  ${answer} cannot be added by itself. ${adds}` : [],
  );
  return [
    `Extensions and settings that ${name} leaves out, with what each one would add to the stage ${stage}.`,
    drawTable(["left out", "purpose", "routes", "functions", "resources"], rows, 2),
    ...notAlone,
    "Answers that you can copy into the profile (docs/open-points.md explains each):",
    ...leftOuts.flatMap(copiedAnswer),
  ];
};

/** Prints the answers that a site leaves out, if there are any. @param folder an empty folder for the templates */
export const sayLeftOut = (site: Site, stage: string, folder: string): void => {
  const lines = leftOutLines(site.name, stage, leftOutOf(site, stage, folder));
  if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
};
