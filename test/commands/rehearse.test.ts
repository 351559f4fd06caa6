import { expect, test } from "vitest";
import { questionsOf } from "../../commands/import/rehearse.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";

/** A rehearsal that has asked nothing yet. */
const unasked = async () => {
  throw new Error("no question was asked");
};
const client = { ask: unasked, write: unasked, close: () => {} };

test.each([
  ["attachments", "demo", demo, 2, []],
  ["places", "demo", demo, 1, []],
  ["attachments", "plain", plain, 0, ["routes.goodsStatus", "extensions.dryRun"]],
  ["places", "plain", plain, 0, ["routes.goodsStatus"]],
] as const)(
  "of %s on %s a rehearsal asks what the site can answer",
  (kind, _, site, asks, lacks) => {
    const { questions, notes } = questionsOf(kind, site, client);
    expect(questions.map((question) => typeof question)).toEqual(Array(asks).fill("function"));
    expect([...notes].map((note) => /has no (.*)\.$/.exec(note)?.[1])).toEqual(lacks);
  },
);
