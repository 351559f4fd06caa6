import type { TextFormat } from "./pattern-of.ts";

/** A text that is almost a label, and its fault. */
export type LabelNeighbour = readonly [text: string, wrong: string];

const tooLongLabel = ({ pattern, example }: TextFormat): string => {
  let text = example;
  while (pattern.test(text)) text += text.at(-1);
  return text;
};

/** Candidates by kind of fault, the clearest first. The pattern may accept some of them. */
const candidateNeighbours = (format: TextFormat): readonly (readonly LabelNeighbour[])[] => {
  const { example } = format;
  const [, firstCharacter = "", rest = ""] = /^(.)(.*)$/su.exec(example) ?? [];
  const otherCharacter = firstCharacter === "X" ? "Y" : "X";
  const [, head = "", tail = ""] = /^(\p{L}+|[0-9]|.)(.*)$/su.exec(example) ?? [];
  const otherCase =
    example === example.toUpperCase() ? example.toLowerCase() : example.toUpperCase();
  return [
    [[tooLongLabel(format), "too long"]],
    [
      [`${otherCharacter}${rest}`, "begins with another character"],
      [otherCase, "another letter case"],
      [rest, "without its beginning"],
    ],
    [
      [example.replace(/[^\p{L}\p{M}\p{N}]/u, ""), "without a separator"],
      [tail ? `${head} ${tail}` : `${head} ${head}`, "has a blank"],
    ],
    [[`${example} `, "has a blank at its end"]],
    [[` ${example}`, "has a blank before it"]],
  ];
};

/** Three texts that are similar to the example, but that the pattern refuses. */
export const neighboursOf = (format: TextFormat): LabelNeighbour[] =>
  candidateNeighbours(format)
    .map((kind) => kind.find(([text]) => text !== "" && !format.pattern.test(text)))
    .filter((neighbour) => neighbour !== undefined)
    .slice(0, 3);
