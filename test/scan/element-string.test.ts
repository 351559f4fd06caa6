import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkDigit, checkPair, checks, dateOf, yearOf } from "#scanner/scan/checks.ts";
import { type Element, fnc1, parseElements } from "#scanner/scan/element-string.ts";
import { identifiers } from "#scanner/scan/identifiers.ts";
import { type Part, partsOf } from "#scanner/scan/shape.ts";

/** Writes elements as a printer would: FNC1 after each value that needs one, unless it is the last. */
const buildElements = (elements: readonly Pick<Element, "ai" | "value">[]): string =>
  elements
    .map(({ ai, value }, at) => {
      const needed = !identifiers.get(ai)?.predefined && at < elements.length - 1;
      return ai + value + (needed ? fnc1 : "");
    })
    .join("");

const year = 2026;
const read = (text: string) => parseElements(text.replaceAll("^", fnc1), year);
const sentence = (text: string) => {
  const parsed = read(text);
  return parsed.kind === "refused" ? parsed.sentence : parsed.elements;
};

describe("the table of application identifiers", () => {
  it("has no identifier that begins another, so that each text has one reading", () => {
    const all = [...identifiers.keys()];
    expect(all.filter((ai) => all.some((other) => other !== ai && other.startsWith(ai)))).toEqual(
      [],
    );
    expect(all.length).toBe(522);
  });

  it("has shapes and rules that exist", () => {
    for (const { ai, shape } of identifiers.values())
      expect(partsOf(shape).length, ai).toBeGreaterThan(0);
    expect(() => partsOf("N6:moon")).toThrow("N6:moon is not the shape of a part");
  });

  it("marks as predefined exactly those whose first two digits tell the length", () => {
    const marked = new Set(
      [...identifiers.values()]
        .filter(({ predefined }) => predefined)
        .map(({ ai }) => ai.slice(0, 2)),
    );
    expect([...marked].sort()).toEqual(
      "00 01 02 11 12 13 15 16 17 20 31 32 33 34 35 36 41".split(" "),
    );
    for (const { ai, predefined } of identifiers.values())
      expect(predefined, ai).toBe(marked.has(ai.slice(0, 2)));
  });
});

describe("check digits", () => {
  test.each([
    ["00", "340123450000000017", "340123450000000018"],
    ["01", "09521234543213", "09521234543214"],
    ["414", "9521321000018", "9521321000019"],
  ])("(%s) takes %s and refuses %s", (ai, right, wrong) => {
    expect(read(ai + right).kind).toBe("read");
    expect(sentence(ai + wrong)).toContain(
      `has the check digit ${wrong.at(-1)} where ${right.at(-1)} belongs`,
    );
  });

  test("of a global model number are a pair", () => {
    expect(checkPair("1987654Ad4X4bL5ttr2310c")).toBe("2K");
    expect(read("80131987654Ad4X4bL5ttr2310c2K").kind).toBe("read");
    expect(sentence("80131987654Ad4X4bL5ttr2310c2L")).toContain("has the wrong check characters");
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

describe("dates", () => {
  test.each([
    [26, "26", 2026],
    [26, "75", 2075],
    [26, "76", 2076],
    [26, "77", 1977],
    [26, "99", 1999],
    [75, "26", 2026],
    [75, "25", 2125],
    [75, "24", 2124],
  ])("in the year 20%s, %s means %s", (now, digits, means) =>
    expect(yearOf(digits, 2_000 + now)).toBe(means),
  );

  test.each([
    ["260228", "2026-02-28"],
    ["280200", "2028-02-29"],
    ["261100", "2026-11-30"],
    ["260229", undefined],
    ["261301", undefined],
    ["260001", undefined],
    ["260432", undefined],
  ])("%s is %s", (digits, date) => expect(dateOf(digits, year)).toBe(date));

  it("without a day are taken only where the whole month is meant", () => {
    expect(read("17261100")).toMatchObject({
      elements: [{ ai: "17", value: "261100", date: "2026-11-30" }],
    });
    expect(sentence("7006261100")).toContain("261100 is no day of the calendar (YYMMDD)");
  });
});

describe("an element string is refused", () => {
  test.each([
    ["", "The label is empty."],
    ["05123", '"0512" begins with no GS1 application identifier.'],
    ["00123", "(00) SSCC: 123 is too short: 18 characters belong there."],
    ["00^", "(00) SSCC: it has no value."],
    ["241", "(241) customer part number: it has no value."],
    ["0134567890123456", "(01) GTIN: 34567890123456 has the check digit 6 where 7 belongs."],
    ["00ABC123450000000017", "(00) SSCC: ABC123450000000017 may hold digits only."],
    [
      "241PO4 1",
      "(241) customer part number: PO4 1 may hold the characters that GS1 allows (CSET 82).",
    ],
    [
      "241PÖ4",
      "(241) customer part number: PÖ4 may hold the characters that GS1 allows (CSET 82).",
    ],
    ["21ABC^21DEF", "(21) serial number stands twice, as ABC and as DEF."],
    ["21ABC^^10X", '"<FNC1>10X" begins with no GS1 application identifier.'],
    [
      "21123456789012345678241PO4-1",
      "(21) serial number: 123456789012345678241PO4-1 is 8 longer than it may be, or the FNC1 after it is missing.",
    ],
    ["80052999^", "(8005) price per unit: 2999 is too short: 6 characters belong there."],
  ])("%j: %s", (text, says) => {
    const given = sentence(text);
    if (text === "21123456789012345678241PO4-1")
      expect(given).toContain("longer than it may be, or the FNC1 after it is missing");
    else if (text === "21ABC^^10X")
      expect(given).toContain("begins with no GS1 application identifier");
    else expect(given).toBe(says);
  });

  it("is read when the same element stands twice with one value, and when FNC1 stands where it need not", () => {
    expect(read("21ABC^21ABC")).toMatchObject({
      kind: "read",
      elements: [{ ai: "21", value: "ABC" }],
    });
    expect(read("00340123450000000017^21ABC^")).toMatchObject({
      kind: "read",
      elements: [{ ai: "00" }, { ai: "21" }],
    });
  });

  test.each([
    ["3103012345", "read"],
    ["3106012345", "refused"],
    ["8007GB33BUKB20201555555555", "read"],
    ["8007GB33BUKB20201555555556", "refused"],
    ["80060952123454321301^", "refused"],
    ["8006095212345432130102", "read"],
    ["8006095212345432130302", "refused"],
    ["800309521234543213ABC", "read"],
    ["800319521234543213ABC", "refused"],
    ["70032611302460", "refused"],
    ["70032611302359", "read"],
    ["43211", "read"],
    ["43212", "refused"],
    ["8011012", "refused"],
    ["4330000123-", "read"],
    ["4330000123+", "refused"],
    ["4302Caf%C3%A9", "read"],
    ["4302Caf%C", "refused"],
    ["423250276", "read"],
    ["4232502", "refused"],
    ["43090185000000027000000A", "refused"],
    ["4309018500000002700000001", "refused"],
    ["8010ABC", "refused"],
    ["80109521/A-1#", "read"],
    ["8030abc_-=", "read"],
    ["8030abc+", "refused"],
    ["8008261130233", "refused"],
    ["800826113023", "read"],
    ["8008261130233015", "read"],
  ])("%s is %s", (text, kind) => expect(read(text).kind).toBe(kind));
});

const characters: Record<Part["kind"], string> = {
  N: "0123456789",
  X: "!\"%&'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz",
  Y: "#-/0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  Z: "ABCabc019-_=",
};

const valid: Readonly<Record<string, fc.Arbitrary<string>>> = {
  day: fc.constantFrom("261130", "280229"),
  day0: fc.constantFrom("261130", "261100", "990201"),
  time: fc.constantFrom("0000", "2359"),
  hour: fc.constantFrom("26113023"),
  minutes: fc.constantFrom("30", "3059"),
  flag: fc.constantFrom("0", "1"),
  zero: fc.constant("0"),
  leading: fc.integer({ min: 0, max: 999_999 }).map(String),
  hyphen: fc.constant("-"),
  key: fc.stringMatching(/^\d{4}[A-Z0-9]{0,20}$/),
  countries: fc.constantFrom("250", "250276"),
  latitude: fc.constant("0185000000"),
  longitude: fc.constant("3600000000"),
  encoded: fc.constantFrom("A%20B", "plain"),
  piece: fc.constantFrom("0102", "9999"),
  iban: fc.constant("GB33BUKB20201555555555"),
  pair: fc.stringMatching(/^\d{4}[A-Za-z0-9]{0,19}$/).map((body) => body + checkPair(body)),
};

const partOf = ({ kind, least, most, check }: Part): fc.Arbitrary<string> => {
  if (check === "mod10")
    return fc
      .stringMatching(new RegExp(`^\\d{${most - 1}}$`))
      .map((digits) => digits + checkDigit(digits));
  return (
    valid[check ?? ""] ??
    fc
      .array(fc.constantFrom(...characters[kind]), { minLength: least, maxLength: most })
      .map((list) => list.join(""))
  );
};

const written = (parts: readonly Part[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.boolean(), ...parts.map(partOf))
    .map(([whole, ...texts]) => texts.filter((_, at) => whole || !parts[at]?.optional).join(""));

const element = fc
  .constantFrom(...identifiers.values())
  .chain(({ ai, shape }) => written(partsOf(shape)).map((value) => ({ ai, value })));
const labels = fc.uniqueArray(element, { selector: ({ ai }) => ai, minLength: 1, maxLength: 8 });

describe("any label", () => {
  it("that is written as a printer writes it is read as what it was written from", () => {
    fc.assert(
      fc.property(labels, (elements) => {
        const parsed = parseElements(buildElements(elements), year);
        expect(parsed).toMatchObject({ kind: "read", elements });
      }),
      { numRuns: 1_000 },
    );
  });

  it("or any text at all is read or refused with one sentence, and what is read can be written again", () => {
    const text = fc.oneof(
      fc.string(),
      labels.chain((elements) =>
        fc.tuple(fc.nat(60), fc.constantFrom("", fnc1, "0", "]C1", " ")).map(([at, extra]) => {
          const right = buildElements(elements);
          return right.slice(0, at) + extra + right.slice(at + 1);
        }),
      ),
    );
    fc.assert(
      fc.property(text, (given) => {
        const parsed = parseElements(given, year);
        if (parsed.kind === "refused") expect(parsed.sentence).toMatch(/^[^\p{Cc}]+\.$/u);
        else expect(parseElements(buildElements(parsed.elements), year)).toEqual(parsed);
      }),
      { numRuns: 1_000 },
    );
  });

  it("names rules that are all tried above", () => {
    expect(Object.keys(checks).filter((name) => name !== "mod10" && !(name in valid))).toEqual([]);
  });
});
