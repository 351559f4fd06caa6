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
  union: z.union([z.string(), z.number()], { error }),
  list: z.array(z.string(), { error }),
  object: z.strictObject({ category: z.string() }, { error }),
  codec: z.codec(z.enum(["a"], { error }), z.boolean(), {
    decode: () => true,
    encode: () => "a" as const,
  }),
  format: z.iso.datetime({ error }),
};

const sentences = (schema: z.ZodType, value: object) =>
  problemsOf(schema.safeParse(value).error?.issues ?? [], value, wireOf(demo), demo.accepts).map(
    ({ sentence }) => sentence,
  );

test.each(Object.entries(kinds))(
  "a field of the kind %s is reported as missing, or as wrong in its own words",
  (_, kind) => {
    const schema = z.strictObject({ area: kind });
    expect(sentences(schema, {})).toEqual([demo.accepts.missing]);
    expect(sentences(schema, { area: null })).toEqual([error]);
  },
);

test("a rule between fields keeps its own words for a field that may be left out", () => {
  const area = z.string().optional();
  const schema = z.strictObject({ area }).refine(() => false, { path: ["area"], error });
  expect(sentences(schema, {})).toEqual([error]);
});
