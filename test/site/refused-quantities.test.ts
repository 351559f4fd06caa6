import { type Case, refusesFor } from "./refused.ts";

const cases: readonly Case[] = [
  [
    "a least quantity above the most",
    { "formats.quantity.least": 100_000 },
    "formats.quantity",
    "least is greater than most",
  ],
  [
    "a least quantity of nothing",
    { "formats.quantity.least": 0 },
    "formats.quantity.least",
    "must be a number above 0 (§2: What is the least quantity",
  ],
  [
    "a least quantity finer than is kept",
    { "formats.quantity.least": 0.5 },
    "formats.quantity.least",
    "more decimals than are kept",
  ],
  [
    "a most quantity finer than is kept",
    { "formats.quantity.most": 99.5 },
    "formats.quantity.most",
    "more decimals than are kept",
  ],
  [
    "quantities too large to add up",
    { "formats.quantity.most": 1e13 },
    "formats.quantity.most",
    "too large for sums",
  ],
  [
    "a most quantity without end",
    { "formats.quantity.most": Number.POSITIVE_INFINITY },
    "formats.quantity.most",
    "(§2:",
  ],
  [
    "a cap that is too large",
    { "attachment.cap": { rule: "fixed", quantity: 1e13 } },
    "attachment.cap.quantity",
    "too large for sums",
  ],
  [
    "a cap below the least quantity",
    { "attachment.cap": { rule: "fixed", quantity: 4 }, "formats.quantity.least": 5 },
    "attachment.cap.quantity",
    "nothing could ever be boxed",
  ],
  [
    "a cap finer than is kept",
    { "attachment.cap": { rule: "fixed", quantity: 2.5 } },
    "attachment.cap.quantity",
    "more decimals than are kept",
  ],
  [
    "a cap of nothing",
    { "attachment.cap": { rule: "fixed", quantity: 0 } },
    "attachment.cap.quantity",
    "(§8: What caps",
  ],
  [
    "a cap by a part of a unit",
    { "attachment.cap": { rule: "boxedGoods", perUnit: 0.5 } },
    "attachment.cap.perUnit",
    "(§8: What caps",
  ],
  [
    "a cap by goods that grows too large",
    { "attachment.cap": { rule: "boxedGoods", perUnit: 1_000 }, "formats.quantity.most": 1e10 },
    "attachment.cap.perUnit",
    "too large for sums",
  ],
  [
    "a cap of each box below the least quantity",
    { "attachment.cap": { rule: "perBox", quantity: 1 }, "formats.quantity.least": 2 },
    "attachment.cap.quantity",
    "nothing could ever be boxed",
  ],
  [
    "a category without a cap of its own",
    {
      "attachment.cap": {
        rule: "perCategory",
        of: { MANUAL: { rule: "configured" }, CABLE: { rule: "configured" } },
      },
    },
    "attachment.cap.of",
    'has no rule for the category "FASTENERS"',
  ],
  [
    "a cap for a category that does not exist",
    {
      "attachment.cap": {
        rule: "perCategory",
        of: Object.fromEntries(
          ["MANUAL", "FASTENERS", "CABLE", "SCREWS"].map((code) => [code, { rule: "configured" }]),
        ),
      },
    },
    "attachment.cap.of.SCREWS",
    "is no category",
  ],
  [
    "a cap for a category within another",
    { "attachment.cap": { rule: "perCategory", of: { MANUAL: { rule: "perCategory", of: {} } } } },
    "attachment.cap.of.MANUAL.rule",
    'must be "fixed", "perBox", "configured" or "boxedGoods"',
  ],
  [
    "a cap by a rule that does not exist",
    { "attachment.cap": { rule: "weather" } },
    "attachment.cap.rule",
    "(§8: What caps",
  ],
  [
    "a cap of one rule with the figure of another",
    { "attachment.cap": { rule: "configured", quantity: 3 } },
    "attachment.cap.quantity",
    "is not asked",
  ],
];

refusesFor("its quantities and caps", cases);
