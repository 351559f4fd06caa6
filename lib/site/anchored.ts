/** The alternatives of a pattern: its parts between bars that are not in a group, in a class or escaped. */
export const alternatives = (source: string): string[] => {
  const parts = [""];
  let depth = 0;
  let inClass = false;
  for (const [token] of source.matchAll(/\\?./gsu)) {
    if (token === "[") inClass = true;
    else if (token === "]") inClass = false;
    else if (!inClass && token === "(") depth += 1;
    else if (!inClass && token === ")") depth -= 1;
    if (token === "|" && depth === 0 && !inClass) parts.push("");
    else parts[parts.length - 1] += token;
  }
  return parts;
};

/** A dollar sign after an odd number of backslashes is a plain character. */
const endsAtEnd = (source: string) => /(?<!\\)(?:\\\\)*\$$/.test(source);

/** Whether a pattern always describes the whole text: `^a|b$` does not, because it accepts "ax" and "xb". */
export const isAnchored = ({ source }: RegExp): boolean =>
  alternatives(source).every(
    (alternative) => alternative.startsWith("^") && endsAtEnd(alternative),
  );
