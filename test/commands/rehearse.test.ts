import { expect, test } from "vitest";
import { quantityGuard } from "../../commands/import/kept-quantities.ts";
import { findDoubles, questionsOf } from "../../commands/import/rehearse.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import odd from "../site/odd.ts";

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

const configuring = (quantity?: number) => ({
  ...{ route: "put-attachment-config" as const, zongpai: "PO1-1", key: "k", categories: ["CABLE"] },
  ...{ fields: { zongpai: "PO1-1", entries: [{ category: "CABLE", quantity }] }, lines: [] },
});
const kept = (configured_quantity?: number) =>
  quantityGuard("attachments", [["quantity", "quantity"]], {
    ask: async () => ({ categories: [{ category: "CABLE", configured_quantity }] }) as never,
  });

test("an empty cell is refused only where it would remove a quantity", async () => {
  const job = configuring();
  expect(await kept(3)(job)).toMatchObject([{ job, refusal: { message: /3, and an empty cell/ } }]);
  expect(await kept()(job)).toEqual([]);
});

test("a line with a quantity asks nothing about its goods", async () => {
  const guard = quantityGuard("attachments", [["quantity", "quantity"]], client);
  expect(await guard(configuring(2))).toEqual([]);
});

test.each([
  ["404 UNKNOWN_ROUTE", "404 UNKNOWN_ROUTE"],
  [{ erp_state: demo.erp.states.unavailable }, demo.erp.states.unavailable],
  [{ erp_state: "known" }, undefined],
])("goods that could not be looked up are noted, by the answer %o: %s", async (answer, noted) => {
  const ask = async () => answer as never;
  const { questions, notes } = questionsOf("places", demo, { ...client, ask });
  const job = { ...configuring(), route: "post-trace-location" as const };
  expect(await questions[0]?.([job], "PO1-1")).toEqual({});
  expect([...notes]).toEqual(noted ? [`Not all goods could be looked up (${noted}).`] : []);
});

test.each([
  ["nothing that must stay", [], []],
  ["a category that must stay", [{ category: "MANUAL" }], [/MANUAL/]],
])("a configuration is tried without effect, and removes %s", async (_, blocked, messages) => {
  const sent: unknown[] = [];
  const write = async ({ fields }: { fields: object }) => {
    sent.push(fields);
    return { text: JSON.stringify({ blocked }) } as never;
  };
  const [, tryConfiguration] = questionsOf("attachments", demo, { ...client, write }).questions;
  const job = configuring(2);
  const { refused = [] } = (await tryConfiguration?.([job], "PO1-1")) ?? {};
  expect(refused.map(({ refusal }) => refusal.message)).toEqual(
    messages.map((message) => expect.stringMatching(message)),
  );
  expect(sent).toEqual([{ ...job.fields, dry_run: true }]);
});

test("a line that repeats goods names the first, unless it has an instant", () => {
  const placing = (line: number, goods: string, more = {}) => ({
    ...configuring(),
    fields: { zongpai: goods, location: `L1-A-${line}`, ...more },
    lines: [{ line, cells: {} }],
  });
  const dated = [5, 6].map((line) => placing(line, "PO3-1", { scanned_at: "2026-11-05T12:00Z" }));
  const jobs = [placing(2, "PO1-1"), placing(3, "PO2-1"), placing(4, "PO1-1"), ...dated];
  const doubles = findDoubles([...jobs, placing(7, "PO1-1")]);
  expect(doubles.map(({ job, refusal }) => [job.lines[0]?.line, refusal.message])).toEqual([
    [4, "This repeats line 2."],
    [7, "This repeats line 2."],
  ]);
});

test.each([
  ["boxes", "demo", demo, true],
  ["places", "demo", demo, false],
  ["places", "odd", odd, true],
] as const)("goods that the ERP lacks: a list of %s on %s", async (kind, _, site, isRefused) => {
  const ask = async () => ({ erp_state: site.erp.states.absent }) as never;
  const [lookUpGoods] = questionsOf(kind, site, { ...client, ask }).questions;
  const route = kind === "boxes" ? ("post-box" as const) : ("post-trace-location" as const);
  const answer = await lookUpGoods?.([{ ...configuring(), route }], "PO1-1");
  expect(answer?.lacking).toEqual(isRefused ? undefined : ["PO1-1"]);
  expect(answer?.refused ?? []).toHaveLength(isRefused ? 1 : 0);
});
