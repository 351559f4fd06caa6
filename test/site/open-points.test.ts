import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openPoints, pointAt } from "#lib/site/open-points.ts";
import { Site } from "#lib/site/schema.ts";

/** The parts of the form that hold an answer: all that is not itself a form. */
const answersIn = (schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) => answersIn(part as z.ZodType, [...path, name]))
    : [path];

describe("every open point", () => {
  test("is put to the site: no answer of the form lacks its question", () => {
    const answers = answersIn(Site);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((path) => pointAt(path) === undefined)).toStrictEqual([]);
  });

  test("names the section of the specification that leaves it open", () => {
    expect(openPoints.filter(({ section }) => !/^§[1-9]$/.test(section))).toStrictEqual([]);
  });

  test("is put as a question", () => {
    expect(openPoints.filter(({ question }) => !/^[A-Z].{10,200}\?$/.test(question))).toStrictEqual([]);
  });

  test("is asked once", () => {
    const questions = openPoints.map(({ question }) => question);
    expect(new Set(questions).size).toBe(questions.length);
  });
});

test("every section of the specification that leaves a point to the site is asked about; §6 has nothing to serve", () => {
  const asked = new Set(openPoints.map(({ section }) => section));
  expect([...asked].toSorted()).toStrictEqual(["§1", "§2", "§3", "§4", "§5", "§7", "§8", "§9"]);
});
