import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Refusal } from "#lib/errors.ts";
import { isExactNumber, replaceLossyNumbers } from "#lib/http/strict-text.ts";

/** The value that JSON.parse reads from a text; `undefined` for invalid JSON. */
const parsed = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
};

/** JSON with and without blanks between its tokens. Objects have each key once, and numbers are as JavaScript writes them. */
const json = fc
  .tuple(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom("", " ", "\t\r\n"))
  .map(([value, blanks]) => JSON.stringify(value, null, blanks));

/** Nearly valid JSON: one character is missing, doubled or replaced. */
const nearly = fc
  .tuple(json, fc.nat(), fc.constantFrom("\u0000", "\\u0041", ...'"\\{}[],:1-e. ', ""))
  .map(([text, nat, other]) => {
    const at = nat % (text.length + 1);
    return text.slice(0, at) + other + text.slice(at + 1);
  });

describe("the text of a body, before the parser", () => {
  it("is unchanged JSON where no digit is lost and no key repeated", () => {
    fc.assert(
      fc.property(json, (text) => {
        expect(parsed(replaceLossyNumbers(text))).toEqual(parsed(text));
      }),
      { numRuns: 500 },
    );
  });

  it("accepts no invalid JSON, and changes only numbers that lose a digit", () => {
    fc.assert(
      fc.property(nearly, (text) => {
        const expected = parsed(text);
        let strict: { readonly value: unknown } | undefined;
        try {
          strict = parsed(replaceLossyNumbers(text));
        } catch (error) {
          // A repeated key must be refused, and invalid JSON may be.
          if (expected) expect(error).toBeInstanceOf(Refusal);
          return;
        }
        if (!expected) expect(strict).toBeUndefined();
        else if (!/(\d\.?){16}|[eE]/.test(text)) expect(strict).toEqual(expected);
      }),
      { numRuns: 1_000 },
    );
  });

  it("is refused where one object gives a key twice, however it is written", () => {
    fc.assert(
      fc.property(
        fc.string(),
        json,
        json,
        fc.constantFrom("[", '{"x":', ""),
        (key, one, other, outer) => {
          const name = JSON.stringify(key);
          const again = `"${key.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}"`;
          const closing = { "[": "]", '{"x":': "}", "": "" }[outer];
          expect(() =>
            replaceLossyNumbers(`${outer}{${name}:${one},${again}:${other}}${closing}`),
          ).toThrow(Refusal);
        },
      ),
    );
  });
});

describe("the text of a body that is made to cost time", () => {
  it.each([
    ["an open text with many quotes", `"${'\\"'.repeat(8_191)}`],
    ["texts that open again and again", '"\\'.repeat(8_191)],
    ["blanks behind each text", `["a"${" ".repeat(16_000)}:`],
    ["numbers without an end", `[${"1e".repeat(8_000)}`],
  ])("is refused before it is scanned: %s", (_, text) => {
    expect(() => replaceLossyNumbers(text)).toThrow(SyntaxError);
  });

  it.each([
    ["zeros inside a number", `{"quantity":1${"0".repeat(16_000)}1}`],
    ["zeros inside decimals", `{"quantity":0.${"0".repeat(16_000)}1}`],
    ["an exponent with zeros", `{"quantity":1e1${"0".repeat(16_000)}1}`],
  ])("loses the number, and nothing else: %s", (_, text) => {
    expect(replaceLossyNumbers(text)).toBe('{"quantity":null}');
  });
});

describe("a number", () => {
  it("keeps its digits up to 15, wherever the point is and whatever zeros follow", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }),
        fc.nat(15),
        fc.nat(3),
        (digits, decimals, zeros) => {
          const text = String(digits).padStart(decimals + 1, "0");
          const at = text.length - decimals;
          const fraction = decimals === 0 ? "" : `.${text.slice(at)}${"0".repeat(zeros)}`;
          expect(isExactNumber(text.slice(0, at) + fraction)).toBe(true);
        },
      ),
    );
  });

  it.each([
    "9007199254740993",
    "1.0000000000000000001",
    "1e400",
    "-1e400",
    "1e-400",
    "123456789012345678901",
    "1023.0887913138302",
  ])("%s loses one, or all", (text) => expect(isExactNumber(text)).toBe(false));
});
