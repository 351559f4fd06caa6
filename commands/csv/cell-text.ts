import { unmarkFormula } from "../../frontend/pages/src/shared/csv.ts";

/** The form in which a program forces a spreadsheet to keep text, such as `="007"`. */
const forcedText = /^="((?:[^"]|"")*)"$/;

/** The text of a cell, without the apostrophe before a formula, or without the formula that forces it to be text. */
export const cellText = (cell: string): string => {
  const [, forced] = forcedText.exec(cell) ?? [];
  return forced?.replaceAll('""', '"') ?? unmarkFormula(cell);
};

const plainHeading = (heading: string): string => heading.normalize().trim().toLowerCase();

/** Whether two headings are the same, whatever their case and the blanks around them. */
export const isSameHeading = (one: string, other: string): boolean =>
  plainHeading(one) === plainHeading(other);

/** @throws Error if a heading comes twice */
export const refuseDoubledHeadings = (columns: readonly string[]): void => {
  const first = new Map<string, string>();
  for (const heading of columns) {
    const earlier = first.get(plainHeading(heading));
    if (heading && earlier === heading) throw new Error(`the heading "${heading}" comes twice.`);
    if (heading && earlier !== undefined)
      throw new Error(`the headings "${earlier}" and "${heading}" differ only in case.`);
    first.set(plainHeading(heading), heading);
  }
};
