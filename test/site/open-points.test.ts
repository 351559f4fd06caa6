import { describe, expect, test } from "vitest";
import * as z from "zod";
import { openPoints, pointAt } from "#lib/site/open-points.ts";
import { Site } from "#lib/site/schema.ts";
import { answersOf } from "../../commands/table/answers.ts";
import demo from "../../sites/demo.ts";

/** The parts of the form that hold an answer: all that is not itself a form. */
const answersIn = (schema: z.ZodType, path: readonly string[] = []): (readonly string[])[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, part]) =>
        answersIn(part as z.ZodType, [...path, name]),
      )
    : [path];

/** The shapes that an answer may have; a word or `false` is its own example. */
const shapesOf = (type: z.ZodType): z.ZodType[] => {
  if (type instanceof z.ZodUnion)
    return type.options.flatMap((option) => shapesOf(option as z.ZodType));
  return type instanceof z.ZodLiteral || type instanceof z.ZodEnum ? [] : [type];
};

const answerAt = (path: readonly string[]): unknown =>
  path.reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], demo);

describe("every open point", () => {
  test("is put to the site: no answer of the form lacks its question", () => {
    const answers = answersIn(Site);
    expect(answers.length).toBeGreaterThan(100);
    expect(answers.filter((path) => pointAt(path) === undefined)).toStrictEqual([]);
  });

  test.each(openPoints.map((point) => [point.path.join("."), point] as const))(
    "has an example of each kind: %s",
    (_, point) => {
      const own = answerAt(point.path);
      // A question within another one is shown by the outer one's example.
      if (own === undefined) return;
      const lacking = shapesOf(point.type).filter(
        (shape) => ![own, ...point.examples].some((example) => shape.safeParse(example).success),
      );
      expect(lacking).toStrictEqual([]);
    },
  );

  test("has no example that the form would refuse", () => {
    const wrong = openPoints.flatMap(({ type, examples }) =>
      examples.filter((example) => !type.safeParse(example).success),
    );
    expect(wrong).toStrictEqual([]);
  });
});

test("every section of the specification that leaves a point to the site is asked about; §6 has nothing to serve", () => {
  const asked = new Set(openPoints.map(({ section }) => section));
  expect([...asked].toSorted()).toStrictEqual(["§1", "§2", "§3", "§4", "§5", "§7", "§8", "§9"]);
});

test("what a table remembers of a site is not free to change", () => {
  const remembered = Object.keys(answersOf(demo)).flatMap((path) => pointAt(path.split(".")) ?? []);
  const changes = remembered.map(({ path, change }) => [path.join("."), change]);
  expect(Object.fromEntries(changes)).toStrictEqual({
    "extensions.idempotencyKey": "drain",
    "formats.quantity.decimals": "never",
    "location.shards": "shards",
    "box.beyondOrdered": "repair",
    "attachment.realEvidence": "repair",
    "attachment.offShelfIsLocated": "repair",
    "attachment.flipsBack": "repair",
    "attachment.cap": "repair",
  });
});
