import { expect, test } from "vitest";
import * as z from "zod";
import { problemsOf } from "#lib/http/problems.ts";
import { wireOf } from "#lib/http/wire.ts";
import demo from "../../sites/demo.ts";

const error = "must be right";
const kinds = {
  string: z.string({ error }),
  number: z.number({ error }),
  boolean: z.boolean({ error }),
  enum: z.enum(["a", "b"], { error }),
  literal: z.literal("a", { error }),
  union: z.union([z.string(), z.number()], { error }),
  discriminatedUnion: z.discriminatedUnion(
    "kind",
    [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })],
    { error },
  ),
  list: z.array(z.string(), { error }),
  object: z.strictObject({ category: z.string() }, { error }),
  codec: z.codec(z.enum(["a"], { error }), z.boolean(), {
    decode: () => true,
    encode: () => "a" as const,
  }),
  format: z.iso.datetime({ error }),
};

test.each(Object.entries(kinds))(
  "a field of the kind %s is reported as missing, or as wrong in its own words",
  (_, kind) => {
    const problems = (value: object) =>
      problemsOf(
        z.strictObject({ area: kind }).safeParse(value).error?.issues ?? [],
        value,
        wireOf(demo),
        demo.accepts,
      );
    expect(problems({}).map(({ sentence }) => sentence)).toEqual([demo.accepts.missing]);
    expect(problems({ area: null }).map(({ sentence }) => sentence)).toEqual([error]);
  },
);

test("a rule between fields keeps its own words for a field that may be left out", () => {
  const schema = z
    .strictObject({ area: z.string().optional() })
    .refine(() => false, { path: ["area"], error });
  expect(
    problemsOf(schema.safeParse({}).error?.issues ?? [], {}, wireOf(demo), demo.accepts),
  ).toMatchObject([{ sentence: error }]);
});
