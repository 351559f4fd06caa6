import { type LabelRun, lengthsOf, wordsOf } from "./label-runs.ts";

const characterNames: Readonly<Record<string, string>> = {
  ...{ "-": "a hyphen", "/": "a slash", ".": "a dot", _: "an underscore", ":": "a colon" },
  ...{ "#": "a hash", "+": "a plus", "*": "an asterisk" },
};

const classPhrases = {
  "[0-9]": ["a digit", "digits"],
  "[A-Z]": ["a capital letter", "capital letters"],
  "[a-z]": ["a small letter", "small letters"],
} as const;

/** Such as "A, B or C". */
export const joinWithOr = (texts: readonly string[]) =>
  [texts.slice(0, -1).join(", "), texts.at(-1)].filter(Boolean).join(" or ");

const wordsFor = (run: LabelRun, most: number): string => {
  const words = wordsOf(run, most);
  if (words) return joinWithOr(words.map((word) => characterNames[word] ?? word));
  const [one, many] = classPhrases[run.kind as keyof typeof classPhrases];
  const [least, longest] = lengthsOf(run);
  if (longest === 1) return one;
  return `${least === longest ? least : `${least} to ${longest}`} ${many}`;
};

const joinWithAnd = (parts: readonly string[]) =>
  [parts.slice(0, -1).join(", "), parts.at(-1)].filter(Boolean).join(" and ");

/** In words what labels consist of, if they go one way: each run, and then perhaps more. */
export const phraseOf = (first: LabelRun, most: number): string | undefined => {
  const parts: string[] = [];
  for (let run: LabelRun | undefined = first; run; [run] = run.next.values()) {
    if (run.next.size > 1) return undefined;
    parts.push(wordsFor(run, run === first ? most : 1));
    const [next] = run.next.values();
    if (!run.ends || !next) continue;
    const rest = phraseOf(next, 1);
    // One "with or without" is understood, and two are not.
    return rest === undefined || rest.includes(" without ")
      ? undefined
      : `${joinWithAnd(parts)}, with or without ${rest}`;
  }
  return joinWithAnd(parts);
};
