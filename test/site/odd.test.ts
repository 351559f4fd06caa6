import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Condition, conditions } from "#lib/errors.ts";
import { faultsOf } from "#lib/site/check-site.ts";
import type { Site } from "#lib/site/schema.ts";
import demo from "../../sites/demo.ts";
import odd from "./odd.ts";

/** The questions to which both sites give the same answer, and why they must. */
const sameAnswers: Readonly<Record<string, string>> = {
  "erp.dialect": "the suites run on machines that have no database server",
  "erp.connection": "SQLite has no server",
  "errors.gateway.unauthenticated.status": "401 alone holds a scanner's queue",
  "errors.gateway.forbidden.status": "403 alone holds the entries of a route",
};

/** Whether a list's order is part of the answer. Other lists are sets and compare as a whole. */
const isRow = (value: unknown) =>
  typeof value === "object" && value !== null && !(value instanceof RegExp);

type AnswerLeaf = readonly [path: string, value: unknown];

const leavesOf = (value: unknown, path: string): AnswerLeaf[] => {
  if (Array.isArray(value) && !value.some(isRow)) return [[path, value.toSorted().join()]];
  if (!isRow(value)) return [[path, String(value)]];
  return Object.entries(value as object).flatMap(([name, part]) =>
    leavesOf(part, path === "" ? name : `${path}.${name}`),
  );
};

/** Every answer by its path. A message that a site leaves out is the default's. */
const answersOf = (site: Site) => {
  const defaults = Object.entries(site.errors).flatMap(([group, answers]) =>
    Object.keys(answers).map(
      (name): AnswerLeaf => [
        `errors.${group}.${name}.message`,
        conditions[name as Condition].message,
      ],
    ),
  );
  return new Map([...defaults, ...leavesOf(site, "")]);
};

/** A line of placeholders only, such as `{label}: {count}`, has no word that could be English. */
const isWordless = (path: string, answer: unknown) =>
  path.startsWith("pages.words.") && !/\p{L}/u.test(String(answer).replace(/\{\w+\}/g, ""));

const demoAnswers = answersOf(demo);
const oddAnswers = answersOf(odd);

describe("the odd site", () => {
  test("answers every point unlike demo, unless both must agree", () => {
    const alikeIn = [...demoAnswers].filter(
      ([path, answer]) => oddAnswers.get(path) === answer && !isWordless(path, answer),
    );
    const alikePaths = alikeIn.map(([path]) => path);
    expect(alikePaths.toSorted()).toStrictEqual(Object.keys(sameAnswers).toSorted());
  });

  test("shares no wire name with the canonical names, not even in another place", () => {
    expect(Object.values(odd.fields).filter((name) => name in demo.fields)).toStrictEqual([]);
  });

  test("shares no error code or domain with demo, not even in another place", () => {
    const codesAndDomains = (site: Site) =>
      Object.values(site.errors).flatMap((answers) =>
        Object.values<{ domain: string; code?: string }>(answers).flatMap(({ domain, code }) =>
          code ? [domain, code] : [domain],
        ),
      );
    const ofDemo = new Set(codesAndDomains(demo));
    expect(codesAndDomains(odd).filter((word) => ofDemo.has(word))).toStrictEqual([]);
  });
});

/** All profiles except the one that must be refused. */
const profileFiles = readdirSync(import.meta.dirname).filter(
  (file) =>
    !/\.test\.ts$|\.md$|^faulty/.test(file) &&
    /^export default /m.test(readFileSync(join(import.meta.dirname, file), "utf8")),
);

test.each(["../../sites/demo.ts", ...profileFiles])("the site in %s has no fault", async (file) => {
  const { default: site } = await import(new URL(file, import.meta.url).href);
  expect(faultsOf(site)).toStrictEqual([]);
});
