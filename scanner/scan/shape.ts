import { checks } from "./checks.ts";

/** One part of a value: its characters, its least and greatest length, whether it may be absent, and its rule. */
export type Part = {
  readonly kind: "N" | "X" | "Y" | "Z";
  readonly least: number;
  readonly most: number;
  readonly optional: boolean;
  readonly check?: string;
};

/** Digits; CSET 82; CSET 39; and what base64 for files takes (section 7.11). */
const alphabets: Readonly<
  Record<Part["kind"], { readonly accepted: RegExp; readonly name: string }>
> = {
  N: { accepted: /^[0-9]*$/, name: "digits only" },
  X: { accepted: /^[!"%-?A-Z_a-z]*$/, name: "the characters that GS1 allows (CSET 82)" },
  Y: { accepted: /^[#\-/0-9A-Z]*$/, name: "the characters that GS1 allows (CSET 39)" },
  Z: { accepted: /^[A-Za-z0-9_=-]*$/, name: "the characters of base64" },
};

/** Reads a shape such as `N13:mod10+[X..17]`. */
export const partsOf = (shape: string): Part[] =>
  shape.split("+").map((text) => {
    const found = /^(\[?)([NXYZ])(\.\.)?(\d+)(?::(\w+))?\]?$/.exec(text);
    const [, bracket, kind, upTo, length, check] = found ?? [];
    if (!found || (check !== undefined && !(check in checks)))
      throw new Error(`${text} is not the shape of a part`);
    const most = Number(length);
    return {
      kind: kind as Part["kind"],
      least: upTo ? 1 : most,
      most,
      optional: bracket === "[",
      check,
    };
  });

/** What is wrong with a value of this shape, as the end of a sentence; nothing when it is right. */
export const faultOf = (
  value: string,
  parts: readonly Part[],
  thisYear: number,
): string | undefined => {
  let rest = value;
  for (const { kind, least, most, optional, check } of parts) {
    if (optional && rest === "") break;
    const part = rest.slice(0, most);
    rest = rest.slice(most);
    const { accepted, name } = alphabets[kind];
    if (!accepted.test(part)) return `may hold ${name}`;
    if (part.length < least) return `is too short: ${least} characters belong there`;
    const fault = check && checks[check]?.(part, { thisYear });
    if (fault) return fault;
  }
  return rest === ""
    ? undefined
    : `is ${rest.length} longer than it may be, or the FNC1 after it is missing`;
};

/** The most characters that a value may have. */
export const longestOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { most }) => sum + most, 0);
