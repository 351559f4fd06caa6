import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkDigit } from "#labels/check-digit.ts";
import { BoxNo } from "#lib/domain/value.ts";
import { scanSettings } from "#lib/page/scan-settings.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import { fieldReader } from "#scanner/scan/read-scan.ts";
import plain from "../../sites/plain.ts";

/** An example of GS1. */
const example = "106141412345678908";
const accepts = "must be the 18 digits of an SSCC";
const boxNo = { pattern: /^[0-9]{18}$/, accepts, example, checkDigit: true } as const;
const site = {
  ...plain,
  formats: { ...plain.formats, boxNo },
  scan: { ...plain.scan, boxNo: [{ ai: "00", before: "" }] },
};
const read = fieldReader(scanSettings(site));
const isTaken = (code: string) => BoxNo(site).safeParse(code).success;

const seventeen = fc.stringMatching(/^[0-9]{17}$/);

describe("a format with a check digit", () => {
  it("takes a right one in each form of the label", () => {
    fc.assert(
      fc.property(seventeen, (digits) => {
        const code = digits + checkDigit(digits);
        expect(isTaken(code)).toBe(true);
        for (const label of [code, `00${code}`, `]C100${code}`])
          expect(read("box_no", label)).toEqual({ value: code });
      }),
    );
  });

  it("is refused with one problem, also where the digits are too few", () => {
    const { error } = BoxNo(site).safeParse("12");
    expect(error?.issues.map(({ message }) => message)).toEqual([accepts]);
  });

  it("refuses any other digit, in the reader and in the service", () => {
    fc.assert(
      fc.property(seventeen, fc.integer({ min: 1, max: 9 }), (digits, more) => {
        const code = `${digits}${(checkDigit(digits) + more) % 10}`;
        expect(isTaken(code)).toBe(false);
        for (const label of [code, `00${code}`, `]C100${code}`])
          expect(read("box_no", label)).toHaveProperty("refused");
      }),
    );
  });

  it("makes further examples with right digits", () => {
    const examples = moreExamples(boxNo, 30);
    expect(new Set(examples).size).toBe(30);
    expect(examples.filter((code) => !isTaken(code))).toEqual([]);
  });

  it("needs an example with a right one", () => {
    expect(faultsOf(site)).toEqual([]);
    const wrong = { ...boxNo, example: "106141412345678907" };
    expect(faultsOf({ ...site, formats: { ...site.formats, boxNo: wrong } })).toContainEqual([
      "formats.boxNo",
      'has a wrong check digit in its own example "106141412345678907"',
    ]);
  });
});
