import type { Site } from "#lib/site/schema.ts";
import { drawTable } from "../cli/output.ts";
import { type LeftOut, leftOutOf } from "./left-out.ts";

const signedCount = (count: number): string => (count > 0 ? `+${count}` : String(count));

/** The lines of what is left out: a table, and below it what needs another answer first. */
export const leftOutLines = (name: string, stage: string, all: readonly LeftOut[]): string[] => {
  if (all.length === 0) return [];
  const rows = all.flatMap(({ answer, about, adds }) =>
    typeof adds === "string"
      ? []
      : [
          [
            answer,
            about,
            signedCount(adds.operations),
            signedCount(adds.functions),
            signedCount(adds.resources),
          ],
        ],
  );
  const apart = all.flatMap(({ answer, adds }) =>
    typeof adds === "string" ? `  ${answer} cannot be added alone. ${adds}` : [],
  );
  return [
    `What ${name} leaves out, and what each alone would add to the stage ${stage}.`,
    "Each is counted with demo's answer, or else with the first example in docs/open-points.md.",
    drawTable(["left out", "what it is for", "routes", "functions", "resources"], rows, 2),
    ...apart,
  ];
};

/** Prints what a site leaves out; nothing if that is nothing. `folder`: an empty one. */
export const sayLeftOut = (site: Site, stage: string, folder: string): void => {
  const lines = leftOutLines(site.name, stage, leftOutOf(site, stage, folder));
  if (lines.length > 0) console.log(`\n${lines.join("\n")}`);
};
