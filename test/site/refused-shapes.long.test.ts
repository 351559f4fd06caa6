import { expect, test } from "vitest";
import { faultsOf } from "#lib/site/check-site.ts";
import { openPoints } from "#lib/site/open-points.ts";
import demo from "../../sites/demo.ts";
import { demoWith } from "./changed.ts";
import { zodsWords } from "./refused.ts";

/** Answers of every kind: no question takes more than a few of them. */
const anything: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e15,
  "a b \u0000",
  [null],
  [{}],
  {},
  { rule: "?" },
  { scheme: 1 },
  /x/i,
  Symbol("x"),
];

test("whatever is answered to whatever question, the refusal is in our own words", () => {
  const told = openPoints.flatMap(({ path }) => {
    const at = path.join(".");
    // What is asked within another answer, such as a server's port, is answered where demo has no such part.
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], demo);
    // Without formats no rule judges patterns, which is most of the work and not in question here.
    const without = path[0] === "formats" || path[0] === "location" ? {} : { formats: undefined };
    return typeof parent === "object"
      ? anything.flatMap((answer) =>
          faultsOf(demoWith({ ...without, [at]: answer })).filter((one) => one.path !== "formats"),
        )
      : [];
  });
  expect(told.length).toBeGreaterThan(600);
  expect(told.filter(({ fault }) => zodsWords.test(fault))).toStrictEqual([]);
});
