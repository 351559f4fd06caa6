import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { faultsOf } from "#lib/site/check-site.ts";
import { originsOf } from "#lib/site/convention.ts";
import { openPoints } from "#lib/site/open-points.ts";
import { Site } from "#lib/site/schema.ts";
import { answerLines } from "../../commands/site-check/answer-lines.ts";
import { leftOutLines } from "../../commands/site-check/left-out.ts";
import { leftOutAnswers, leftOutIn, siteWith } from "../../commands/site-check/left-out-answers.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import odd from "../site/odd.ts";
import tokenRoles from "../site/token-roles.ts";

/** The lines of each origin by heading, without line breaks. */
const sectionsOf = (site: Site, width = 100) => {
  const sections = answerLines(site, width).join("\n").split("\n\n");
  return new Map(
    sections.map((section) => {
      const [heading = "", ...lines] = section.split("\n");
      return [heading, lines.join(" ").replaceAll(/\s+/g, " ")];
    }),
  );
};

const headingOf = (convention: string | undefined) =>
  convention === undefined
    ? / questions are answered in the profile:$/
    : `From the convention ${convention}:`;

describe("the answers of a site", () => {
  it("begin with the profile's, and how many questions these answer", () => {
    const [first = ""] = answerLines(plain, 100);
    expect(first).toBe(`12 of ${openPoints.length} questions are answered in the profile:`);
    expect([...sectionsOf(plain).keys()].slice(1, 4)).toEqual([
      "From the convention specificationOnly:",
      "From the convention usualLimits:",
      "From the convention erpInFile:",
    ]);
  });

  it.each([plain, demo, odd])("are all printed, each below its origin: $name", (site) => {
    const sections = [...sectionsOf(site)];
    const pages = site.pages && { ...site.pages, words: site.pages.words.map(({ lang }) => lang) };
    const lacking = originsOf({ ...site, pages }).filter(({ path, answer, convention }) => {
      const heading = headingOf(convention);
      const [, text = ""] =
        sections.find(([at]) =>
          typeof heading === "string" ? at === heading : heading.test(at),
        ) ?? [];
      const shown = inspect(answer, { breakLength: Infinity, compact: true });
      const name = path.replace(/^.*\./, "");
      const said = path.endsWith(".status") ? ` ${answer} ` : name === answer ? name : shown;
      return !text.includes(said.replaceAll(/\s+/g, " "));
    });
    expect(lacking).toEqual([]);
  });

  it("of errors are in one line for each status", () => {
    expect(answerLines(plain, 120)).toContain(
      "  errors.product 422      idempotencyKeyReused 'IDEMPOTENCY_KEY_REUSED', erpRowInvalid 'ERP_ROW_INVALID'",
    );
  });

  it("name each part that differs where a site answers errors by itself", () => {
    const { product } = plain.errors;
    const errors = {
      ...plain.errors,
      product: {
        ...product,
        timeout: { status: 504, code: "LATE", domain: "other", message: "Late." },
      },
    };
    const [own = ""] = sectionsOf({ ...plain, errors }).values();
    expect(own).toContain(" errors.product domain 'other' ");
    expect(own).toContain(" errors.product 504 timeout 'LATE' 'Late.' ");
  });

  it.each([80, 120])("fit in %i characters, except a longer word", (width) => {
    const long = [plain, demo, odd].flatMap((site) => answerLines(site, width));
    const broken = long.filter((line) => line.length > width && / \S.* \S/.test(line.slice(38)));
    expect(broken).toEqual([]);
  });
});

const orFalse = (type: z.ZodType) =>
  type instanceof z.ZodUnion &&
  type.options.some((option) => option instanceof z.ZodLiteral && option.values.has(false));

/** The answers of the form that may be `false`. */
const optionalIn = (type: z.ZodType, path: readonly string[] = []): string[] => {
  if (orFalse(type)) return [path.join(".")];
  if (!(type instanceof z.ZodObject)) return [];
  return Object.entries(type.shape).flatMap(([name, part]) =>
    optionalIn(part as z.ZodType, [...path, name]),
  );
};

describe("what a site leaves out", () => {
  it("accepts false for every answer that allows it, except ERP server and areas", () => {
    const optional = optionalIn(Site).filter(
      (path) => !["erp.connection", "location.areas"].includes(path),
    );
    expect(Object.keys(leftOutAnswers).toSorted()).toEqual(
      [...optional, "auth.allowed"].toSorted(),
    );
  });

  it("is whatever the site answers with false", () => {
    expect(leftOutIn(demo)).toEqual([
      ...["location.offShelfNote", "history.keepFor", "changes", "origin", "auth.allowed"],
      ...["deployment.throttle", "deployment.perCaller", "deployment.domain"],
    ]);
  });

  it.each([plain, demo, tokenRoles])(
    "has for each a model that the site schema accepts: $name",
    (site) => {
      // A box has no place to clear without another route.
      const alone = leftOutIn(site).filter((path) => path !== "routes.clearBox");
      const faults = alone.map((path) => [path, ...faultsOf(siteWith(site, path, "staging"))]);
      expect(faults).toEqual(alone.map((path) => [path]));
    },
  );

  it("has a line with its purpose and what it would add", () => {
    const adds = [1, 0, 6] as const;
    const lines = leftOutLines("x", "live", [
      { answer: "routes.move", about: "moves", model: { method: "POST", path: "/move" }, adds },
      { answer: "pages", about: "pages", model: { words: "word ".repeat(20) }, adds },
    ]);
    expect(lines.join("\n")).toMatch(
      /^Extensions and settings that x leaves out, .* the stage live\.\n.*\n/,
    );
    expect(lines.join("\n")).toMatch(/│ routes\.move +│ moves +│ +\+1 │ +0 │ +\+6 │/);
    expect(lines.slice(-2)).toEqual([
      expect.stringMatching(/^Answers that you can copy/),
      '  routes.move: {"method":"POST","path":"/move"}',
    ]);
  });

  it("says why something cannot be added alone", () => {
    const lines = leftOutLines("x", "live", [
      { answer: "origin", about: "calls", model: "https://x", adds: [0, 0, 0] },
      { answer: "pages", about: "pages", model: {}, adds: "It needs API keys" },
    ]);
    expect(lines).toContain("  pages cannot be added by itself. It needs API keys");
  });

  it("is not mentioned where there is nothing", () => {
    expect(leftOutLines("x", "live", [])).toEqual([]);
  });
});
