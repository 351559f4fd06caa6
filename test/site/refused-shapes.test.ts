import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { demoWith } from "./changed.ts";
import { zodsWords } from "./refused.ts";

const page = readFileSync(new URL("./wrong-answers.md", import.meta.url), "utf8");

/** Rows of the page: where it is answered, the answer, where it is told, the sentence. A bar in a cell has a backslash before it. */
const table = page
  .split("\n")
  .filter((line) => line.startsWith("| "))
  .slice(2)
  .map((line) =>
    line
      .slice(2, -2)
      .split(" | ")
      .map((cell) => cell.replaceAll("\\|", "|")),
  ) as [string, string, string, string][];

const sentenceOf = (fault: string) => fault.replace(/ \(§\d: .*\?\)$/, "");
const wrongWith = (path: string, answer: unknown) => {
  const server =
    path === "erp.connection" && typeof answer === "object" ? { "erp.dialect": "postgresql" } : {};
  // Pages do not go with every authentication.
  return faultsOf(demoWith({ pages: false, ...server, [path]: answer }));
};

describe("a wrong answer gets one sentence that says what it must be", () => {
  test("in a table of more than 60", () => expect(table.length).toBeGreaterThan(60));

  test.each(table)("%s: %s", (path, answer, at, sentence) => {
    const faults = wrongWith(path, JSON.parse(answer)).map((one) => ({
      at: one.path,
      sentence: sentenceOf(one.fault),
    }));
    expect(faults).toStrictEqual([{ at, sentence }]);
    expect(sentence).not.toMatch(zodsWords);
  });

  test("and names the question that it answers", () => {
    expect(wrongWith("overview.pageSize", 1_000)[0]?.fault).toMatch(
      / \(§8: How many entries does a page of the overview show\?\)$/,
    );
  });
});

describe("all faults are told at once", () => {
  test("those of single answers and those of rules between the others", () => {
    const faults = wrongWith("overview.pageSize", 0).length;
    const both = faultsOf(
      demoWith({
        "overview.pageSize": 0,
        "fields.quantity": "box_no",
        "formats.boxNo.example": "?",
      }),
    );
    expect(both.map(({ path }) => path)).toStrictEqual([
      "overview.pageSize",
      "fields.quantity",
      "formats.boxNo",
    ]);
    expect(faults).toBe(1);
  });

  test("a rule does not judge an answer that has a fault of its own", () => {
    const faults = faultsOf(
      demoWith({
        "formats.boxNo.pattern": "BX",
        "attachment.cap": undefined,
        colour: "red",
        "errors.product.oops": 1,
      }),
    );
    expect(faults.map(({ path }) => path)).toStrictEqual([
      "formats.boxNo.pattern",
      "errors.product.oops",
      "attachment.cap",
      "colour",
    ]);
  });

  test("a profile that is none is told as such", () => expect(faultsOf(undefined)).toHaveLength(1));
});
