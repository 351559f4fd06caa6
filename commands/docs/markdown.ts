import { inspect } from "node:util";

/** A span of code, with a longer fence where there is a backtick in it. */
export const code = (text: string): string => {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text}${fence}`;
};

// A bar ends a cell even inside a span of code, and so does a new line.
const cell = (text: string) => text.replaceAll("|", "\\|").replaceAll("\n", " ");

const row = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;

/** A table; every row has a cell for each head. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(heads), row(heads.map(() => "---")), ...rows.map(row)].join("\n");

/** Parts of a page by their names: the rest of the page is written by hand. */
export type Parts = Readonly<Record<string, string>>;

const places = /(<!-- (.+?) -->\n\n)([\s\S]*?)(\n\n<!-- \/\2 -->)/g;

/** The parts of a page as they are. */
export const partsOf = (page: string): Parts =>
  Object.fromEntries([...page.matchAll(places)].map(([, , name, part]) => [name, part ?? ""]));

/**
 * Puts parts into their places in a page, each between two marks.
 * @throws Error when the page has another part, or lacks one
 */
export const filled = (page: string, parts: Parts): string => {
  const names = [...page.matchAll(/<!-- \/(.+?) -->/g)].map(([, name]) => name);
  if (names.toSorted().join() !== Object.keys(parts).toSorted().join())
    throw new Error(
      `The page has places for ${names.join(", ")}; the parts are ${Object.keys(parts).join(", ")}.`,
    );
  return page.replace(
    places,
    (_, head: string, name: string, _part: string, foot: string) => head + parts[name] + foot,
  );
};

/** Text in which no character means markup; what is between backticks stays code. */
export const plain = (text: string): string => text.replace(/[*<]/g, "\\$&");

/** A value as it is typed into a profile, in one line. */
export const typed = (value: unknown): string =>
  inspect(value, { breakLength: Infinity, compact: true, depth: null, maxArrayLength: null })
    .replace(/\[ (?=['{\d])/g, "[")
    .replace(/(?<=['}\d]) \]/g, "]");
