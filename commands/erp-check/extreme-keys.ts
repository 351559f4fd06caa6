import type { ErpDatabase, ErpSession } from "#lib/erp/database.ts";
import { lookUpKey } from "#lib/erp/view-reader.ts";
import { maxTextLength } from "#lib/fields.ts";
import { overlapOf } from "#lib/site/automata.ts";
import type { CheckedView, ViewCheck } from "./check-view.ts";

const lengths = Array.from({ length: maxTextLength }, (_, index) => index + 1);

/** A text of so many characters that the pattern accepts. Without a zero, so that a number is as large as its length allows. */
const acceptedText = (pattern: RegExp, length: number): string | undefined => {
  for (const character of ["[^0]", "[^]"]) {
    const overlap = overlapOf(pattern, new RegExp(`^${character}{${length}}$`));
    if (typeof overlap === "object") return overlap.both;
  }
  return undefined;
};

const firstAccepted = (pattern: RegExp, inOrder: readonly number[]): string | undefined => {
  for (const length of inOrder) {
    const text = acceptedText(pattern, length);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** The shortest and the longest key that a format accepts; none if its pattern has no automaton. */
export const extremeKeys = (pattern: RegExp): string[] => {
  const shortest = firstAccepted(pattern, lengths);
  const longest = shortest && firstAccepted(pattern, lengths.toReversed());
  return [...new Set([shortest, longest])].filter((key) => key !== undefined);
};

/** Looks up keys that probably do not exist: an error instead of "no such row" would let scanners send a wrong label without end. */
export const checkExtremeKeys = async (
  { lines, problems }: ViewCheck,
  { view, format }: CheckedView,
  database: ErpDatabase,
  session: ErpSession,
): Promise<void> => {
  const keys = extremeKeys(format.pattern);
  const quoted = keys.map((key) => `"${key}"`);
  try {
    for (const key of keys) await lookUpKey(session.ask, database, view, key);
    if (keys.length > 0)
      lines.push(`  the format's shortest and longest keys can be looked up: ${quoted.join(", ")}`);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    problems.push(
      `Look-ups of keys that do not exist in ${view.relation}, such as ${quoted.join(" or ")}, fail: ${reason}. Scanners would send such labels again without end.`,
    );
  }
};
