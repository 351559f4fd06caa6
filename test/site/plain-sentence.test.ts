import { expect, it } from "vitest";
import * as z from "zod";
import { plainSentence } from "#lib/site/plain-sentence.ts";

it.each([
  [z.string().max(5), "longer", "must have at most 5 characters"],
  [z.string().min(2), "x", "must have at least 2 characters"],
  [z.array(z.int()).max(1), [1, 2], "must have at most 1 entries"],
  [z.number().max(5), 6, "must be at most 5"],
  [z.number().min(2), 1, "must be at least 2"],
  [z.number().gt(2), 2, "must be more than 2"],
  [z.int(), 1.5, "must be a whole number"],
  [z.boolean(), 1, "must be true or false"],
  [z.enum(["a", "b"]), "c", 'must be "a" or "b"'],
  [z.url(), "here", "must be a web address"],
  [z.uuid(), "here", "must be text of another form"],
])("an answer that breaks a rule is refused in plain words: %#", (schema, value, sentence) => {
  const { error } = schema.safeParse(value, { error: plainSentence });
  expect(error?.issues.map(({ message }) => message)).toEqual([sentence]);
});
