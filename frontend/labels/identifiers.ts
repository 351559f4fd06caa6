// The facts about GS1 application identifiers that both the reader and the service need.
import { identifierFacts } from "./identifier-facts.ts";

/** The characters of each type of component. Digits, CSET 82 and CSET 39 of section 7.11, and base64url. */
const characterClasses = { N: "\\d", X: `[!"%-?A-Z_a-z]`, Y: "[#\\-/\\dA-Z]", Z: "[\\w=-]" };

type Component = {
  readonly type: keyof typeof characterClasses;
  readonly least: number;
  readonly most: number;
  readonly isOptional: boolean;
};

/** What the standard says of the value of an identifier. Lengths are in characters. */
export type ValueFacts = {
  readonly least: number;
  readonly most: number;
  /** How many digits there are at the start, or 0. */
  readonly digits: number;
  /** Whether the last of these digits is a check digit. */
  readonly hasCheckDigit: boolean;
  /** Whether FNC1 may be absent after the value, because the identifier determines the length (section 7.8.5). */
  readonly isPredefined: boolean;
  /** A regular expression without anchors. It does not verify the check digit. */
  readonly pattern: string;
};

const componentsOf = (text: string): Component[] =>
  [...text.matchAll(/([NXYZ])(\.\.)?(\d+)c?(\?)?/g)].map(
    ([, type, isUpTo, length, isOptional]) => ({
      type: type as Component["type"],
      least: isUpTo ? 1 : Number(length),
      most: Number(length),
      isOptional: isOptional !== undefined,
    }),
  );

const patternOf = ({ type, least, most, isOptional }: Component): string => {
  const characters = `${characterClasses[type]}{${least === most ? least : `${least},${most}`}}`;
  return isOptional ? `(?:${characters})?` : characters;
};

const factsIn = (text: string): ValueFacts => {
  const components = componentsOf(text);
  const [first] = components;
  const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
  return {
    least: sum(components.map(({ least, isOptional }) => (isOptional ? 0 : least))),
    most: sum(components.map(({ most }) => most)),
    digits: first?.type === "N" && first.least === first.most ? first.most : 0,
    hasCheckDigit: text.includes("c"),
    isPredefined: text.endsWith("*"),
    pattern: components.map(patternOf).join(""),
  };
};

const factRows = identifierFacts
  .split("\n")
  .slice(1)
  .map((line) => line.split(" ") as [facts: string, identifiers: string]);

const anyIdentifier = new RegExp(`^(?:${factRows.map(([, pattern]) => pattern).join("|")})`);

/** The application identifier at the start of the data, if there is one. */
export const identifierOf = (data: string): string | undefined => anyIdentifier.exec(data)?.[0];

const factsByIdentifier = new Map<string, ValueFacts>();

/** What the standard says of the value of an identifier; `undefined` for one that GS1 never gave out. */
export const valueFactsOf = (ai: string): ValueFacts | undefined => {
  const known = factsByIdentifier.get(ai);
  if (known) return known;
  const row = factRows.find(([, identifiers]) => new RegExp(`^(?:${identifiers})$`).test(ai));
  if (!row) return undefined;
  const facts = factsIn(row[0]);
  factsByIdentifier.set(ai, facts);
  return facts;
};
