import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openPoints, pointAt } from "#lib/site/open-points.ts";
import { Site } from "#lib/site/schema.ts";
import { answersOf } from "../../commands/table/remembered-answers.ts";
import demo from "../../sites/demo.ts";

/** The parts of the form that hold an answer: everything that is not itself a form. */
const answersIn = (schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) =>
        answersIn(part as z.ZodType, [...path, name]),
      )
    : [path];

describe("every open point", () => {
  test("is put to the site: no answer of the schema lacks its question", () => {
    const answers = answersIn(Site);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((path) => pointAt(path) === undefined)).toStrictEqual([]);
  });

  test("has no example that the form would refuse", () => {
    const wrong = openPoints.flatMap(({ type, examples }) =>
      examples.filter((example) => !type.safeParse(example).success),
    );
    expect(wrong).toStrictEqual([]);
  });
});

test("what a table remembers of a site is not free to change", () => {
  const remembered = Object.keys(answersOf(demo)).flatMap((path) => pointAt(path.split(".")) ?? []);
  const changes = remembered.map(({ path, change }) => [path.join("."), change]);
  expect(Object.fromEntries(changes)).toStrictEqual({
    "extensions.idempotencyKey": "drain",
    "formats.quantity.decimals": "never",
    "box.beyondOrdered": "repair",
    "attachment.realEvidence": "repair",
    "attachment.offShelfIsLocated": "repair",
    "attachment.flipsBack": "repair",
    "attachment.cap": "repair",
  });
});
