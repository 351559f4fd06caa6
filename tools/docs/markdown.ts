import { inspect } from "node:util";

/** A code span, with a longer fence if the text has a backtick. */
export const codeSpan = (text: string): string => {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
};

// A bar or a line break would end the cell, even inside a code span.
const tableCell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const tableRow = (cells: readonly string[]) => `| ${cells.map(tableCell).join(" | ")} |`;

/** A table. Every row has a cell for each head. */
export const markdownTable = (
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string => [tableRow(heads), tableRow(heads.map(() => "---")), ...rows.map(tableRow)].join("\n");

/** The generated parts of a page, by name. The rest of the page is written by hand. */
export type PageParts = Readonly<Record<string, string>>;

const partPattern = /(<!-- (.+?) -->\n\n)([\s\S]*?)(\n\n<!-- \/\2 -->)/g;

/** The current generated parts of a page. */
export const partsOf = (page: string): PageParts =>
  Object.fromEntries([...page.matchAll(partPattern)].map(([, , name, part]) => [name, part ?? ""]));

/** Puts parts into a page, each between two marks. @throws Error if the page has another part, or lacks one */
export const fillParts = (page: string, parts: PageParts): string => {
  const names = [...page.matchAll(/<!-- \/(.+?) -->/g)].map(([, name]) => name);
  if (names.toSorted().join() !== Object.keys(parts).toSorted().join())
    throw new Error(
      `The page has places for ${names.join(", ")}; the parts are ${Object.keys(parts).join(", ")}.`,
    );
  return page.replace(
    partPattern,
    (_, head: string, name: string, _part: string, foot: string) => head + parts[name] + foot,
  );
};

/** Escapes markup in text, except code between backticks. */
export const escapeMarkup = (text: string): string => text.replace(/[*<]/g, "\\$&");

/** A value as a literal for a profile, on one line. */
export const profileLiteral = (value: unknown): string =>
  inspect(value, { breakLength: Infinity, compact: true, depth: null, maxArrayLength: null })
    .replace(/\[ (?=['{\d])/g, "[")
    .replace(/(?<=['}\d]) \]/g, "]");
