import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkDigit } from "#labels/check-digit.ts";
import { parseElements } from "#scanner/scan/element-string.ts";
import { fnc1 } from "#scanner/scan/scan-text.ts";

const read = (text: string) => parseElements(text.replaceAll("^", fnc1));
const sentence = (text: string) => {
  const parsed = read(text);
  return parsed.kind === "refused" ? parsed.sentence : parsed.elements;
};

describe("check digits", () => {
  test.each([
    ["00", "340123450000000017", "340123450000000018"],
    ["01", "09521234543213", "09521234543214"],
    ["414", "9521321000018", "9521321000019"],
    ["253", "9521234543213DOC", "9521234543214DOC"],
    ["8003", "09521234543213ABC", "09521234543214ABC"],
  ])("(%s) takes %s and refuses %s", (ai, right, wrong) => {
    expect(read(ai + right)).toEqual({ kind: "read", elements: [{ ai, value: right }] });
    expect(sentence(ai + wrong)).toMatch(/has the check digit \d where \d belongs/);
  });

  test("any one wrong digit of a key is noticed", () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\d{17}$/),
        fc.nat(17),
        fc.integer({ min: 1, max: 9 }),
        (digits, at, by) => {
          const key = digits + checkDigit(digits);
          const wrong = key.slice(0, at) + ((Number(key[at]) + by) % 10) + key.slice(at + 1);
          expect([read(`00${key}`).kind, read(`00${wrong}`).kind]).toEqual(["read", "refused"]);
        },
      ),
    );
  });
});

describe("an element string is refused", () => {
  test.each([
    ["", "The label is empty."],
    ["05123", '"0512" begins with no GS1 application identifier.'],
    ["00123", "(00): 123 is too short: 18 characters belong there."],
    ["241", "(241): it has no value."],
    ["0134567890123456", "(01): 34567890123456 has the check digit 6 where 7 belongs."],
    ["00ABC123450000000017", "(00): ABC123450000000017 may hold digits only."],
    ["241PÖ4", "(241): PÖ4 may hold only the characters that GS1 allows."],
    ["241PO#4", "(241): PO#4 may hold only the characters that GS1 allows."],
    ["4307Ö1", "(4307): Ö1 may hold only the characters that GS1 allows."],
    ["241PO4-1^37A", "(37): A may hold digits only."],
    ["253ABC1234543213X", "(253): ABC1234543213X must begin with 13 digits."],
    [
      "2421234567",
      "(242): 1234567 is too long: at most 6 characters belong there. Perhaps a separator was lost.",
    ],
    ["7004", "(7004): it has no value."],
    [
      "7241123",
      "(7241): 123 is too long: at most 2 characters belong there. Perhaps a separator was lost.",
    ],
    ["4211", "(421): 1 is too short: at least 4 characters belong there."],
    ["4231234", "(423): 1234 has a wrong length."],
    ["041234567890123456", '"0412" begins with no GS1 application identifier.'],
    ["8299X", '"8299" begins with no GS1 application identifier.'],
    ["21ABC^21DEF", "(21) appears twice, as ABC and as DEF."],
    ["21ABC^^10X", '"<FNC1>10X" begins with no GS1 application identifier.'],
    ["172611", "(17): 2611 is too short: 6 characters belong there."],
  ])("%j: %s", (text, says) => expect(sentence(text)).toBe(says));
});

it("is read with an element twice, and with an FNC1 that is not needed", () => {
  expect(sentence("21ABC^21ABC")).toEqual([{ ai: "21", value: "ABC" }]);
  expect(sentence("00340123450000000017^21ABC^")).toEqual([
    { ai: "00", value: "340123450000000017" },
    { ai: "21", value: "ABC" },
  ]);
});

const text = (pattern: RegExp) => fc.stringMatching(pattern);
const key = (length: number) =>
  text(new RegExp(`^\\d{${length - 1}}$`)).map((digits) => digits + checkDigit(digits));
const element = (values: fc.Arbitrary<string>, needsEnd: boolean, ...ais: string[]) =>
  fc.tuple(fc.constantFrom(...ais), values).map(([ai, value]) => ({ ai, value, needsEnd }));
const labels = fc.uniqueArray(
  fc.oneof(
    element(key(18), false, "00"),
    element(key(14), false, "01", "02"),
    element(text(/^\d{6}$/), false, "11", "17", "3103"),
    element(key(13), false, "410", "414"),
    element(text(/^[!"%-?A-Z_a-z]{1,20}$/), true, "10", "21", "241", "254", "7023", "99"),
    element(text(/^[#\-/0-9A-Z]{1,30}$/), true, "8010"),
    element(text(/^[\w=-]{1,90}$/), true, "8030"),
    element(text(/^[0-9]{1,8}$/), true, "30", "37"),
    element(text(/^[0-9]{3}[!"%-?A-Z_a-z]{1,9}$/), true, "421"),
    element(text(/^([0-9]{3}){1,5}$/), true, "423", "425"),
  ),
  { selector: ({ ai }) => ai, minLength: 1, maxLength: 8 },
);
type Printed = { readonly ai: string; readonly value: string; readonly needsEnd: boolean };
/** Writes elements as a printer would, with FNC1 after each value that needs it, except the last. */
const printed = (elements: readonly Printed[]) =>
  elements
    .map(({ ai, value, needsEnd }) => ai + value + (needsEnd ? fnc1 : ""))
    .join("")
    .replace(new RegExp(`${fnc1}$`), "");

describe("any label", () => {
  it("as a printer writes it is read as the elements in it", () => {
    fc.assert(
      fc.property(labels, (elements) => {
        const written = elements.map(({ ai, value }) => ({ ai, value }));
        expect(parseElements(printed(elements))).toEqual({ kind: "read", elements: written });
      }),
      { numRuns: 1_000 },
    );
  });

  it("or any text at all is read or refused with one sentence", () => {
    const spoilt = labels.chain((elements) =>
      fc.tuple(fc.nat(60), fc.constantFrom("", fnc1, "0", "]C1", " ")).map(([at, extra]) => {
        const right = printed(elements);
        return right.slice(0, at) + extra + right.slice(at + 1);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.string(), spoilt), (given) => {
        const parsed = parseElements(given);
        if (parsed.kind === "refused") expect(parsed.sentence).toMatch(/^[^\p{Cc}]+\.$/u);
        else expect(parsed.elements.length).toBeGreaterThan(0);
      }),
      { numRuns: 1_000 },
    );
  });
});
