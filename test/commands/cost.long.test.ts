import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { billOf, total, type Usage } from "../../commands/cost/bill.ts";
import type { Cost } from "../../commands/cost/page.ts";
import { prices } from "../../commands/cost/prices.ts";
import demo from "../../sites/demo.ts";
import { runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "cost-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

let told: Cost;
beforeAll(async () => {
  const ended = await runCommand("cost", ["--json"]);
  // On a busy machine it says how far it is.
  expect([ended.status, ended.told]).toEqual([
    0,
    expect.stringMatching(/^(?:\w+: \d+ of \d+\n)*$/),
  ]);
  told = JSON.parse(ended.out);
});

const taken = (id: string) => {
  const found = told.measured.find((one) => one.id === id);
  if (!found) throw new Error(`${id} was not measured`);
  return found.taken;
};
const usage: Usage = { scans: 1e6, region: "us-east-1" };
const bill = (mix: object, more: Partial<Usage> = {}, site = demo) =>
  billOf(told.measured, { ...mix }, { ...usage, ...more }, site);

describe("npm run cost", () => {
  it("measures the units that the design gives to a save, a registration and a correction, with one of the index for the history", () => {
    expect(taken("save")).toMatchObject({
      trips: 1,
      writeTable: 6,
      writeIndex: 2,
      read: 0,
      refusedWrites: 0,
    });
    expect(taken("register")).toMatchObject({ trips: 1, writeTable: 4, writeIndex: 2, read: 0 });
    expect(taken("edit")).toMatchObject({ trips: 2, writeTable: 6, writeIndex: 2 });
    expect(taken("attachment-save")).toMatchObject({
      trips: 1,
      writeTable: 6,
      writeIndex: 2,
      read: 0,
    });
    expect(taken("categories")).toMatchObject({
      trips: 0,
      writeTable: 0,
      read: 0,
      logBytes: 0,
      stored: { table: 0, index: 0 },
    });
  });

  it("counts what refused transactions would have written, which the engine does not", () => {
    expect(taken("save-first")).toMatchObject({ writeTable: 6, transactions: 2, refusedWrites: 3 });
    const refused = bill({ "save-first": 1 }).scans.find(({ what }) => what.includes("refused"));
    expect(refused?.amount).toBe(6e6);
  });

  it("measures what is stored, answered and logged", () => {
    expect(taken("register").stored.table).toBeGreaterThan(400);
    expect(taken("register").stored.index).toBeGreaterThan(100);
    expect(taken("save").logBytes).toBeGreaterThan(100);
    expect(taken("overview-page").answerBytes).toBeGreaterThan(taken("overview-one").answerBytes);
  });

  it("makes each line of its amount at its price, and is linear in the scans but for the deployment", () => {
    for (const { amount, price, cost } of Object.values(told.bill).flat())
      expect(cost).toBeCloseTo((amount * price.in["us-east-1"].usd) / price.per, 9);
    const seven = bill(told.mix, { scans: 7e6 });
    expect(total(seven.scans)).toBeCloseTo(7 * total(told.bill.scans), 6);
    expect(total(seven.kept)).toBeCloseTo(7 * total(told.bill.kept), 6);
    expect(total(seven.fixed)).toBe(total(told.bill.fixed));
  });

  it("costs more with more memory and in a dearer region", () => {
    const plain = total(bill({ save: 1 }).scans);
    const large = { ...demo, deployment: { ...demo.deployment, memory: 1_024 } };
    expect(total(bill({ save: 1 }, {}, large).scans)).toBeGreaterThan(plain);
    expect(total(bill({ save: 1 }, { region: "eu-central-1" }).scans)).toBeGreaterThan(plain);
  });

  it("names a page for each price, or says that it has none", async () => {
    for (const price of Object.values(prices))
      for (const { page } of Object.values(price.in)) expect(page ?? "https://").toMatch(/^https:/);
    const { out } = await runCommand("cost", []);
    const marked = out.match(/ \/ [\w ,-]+ \* +│/g) ?? [];
    expect(marked.length).toBeGreaterThan(3);
    expect(out).toContain("6 of 15 prices in us-east-1 are from memory");
  });

  it("works for a site with other names and rules, and prints tables", async () => {
    const {
      status,
      out,
      told: said,
    } = await runCommand("cost", ["--site", "test/site/odd.ts", "--region", "eu-central-1"]);
    expect([status, said]).toEqual([0, ""]);
    expect(out).toContain("POST /lager/v3/box, first of its goods");
    expect(out).toMatch(/1,000,000 scans of the site odd in eu-central-1: \d+\.\d\d USD/);
    expect(out).not.toContain("CloudWatchMetrics");
    expect(out).not.toContain("\u001b");
  });

  it.each([
    [["--scan", "5"], "--scan"],
    [["--scans", "0"], "It takes a number from 1"],
    [["--region", "moon"], "Allowed choices are us-east-1, eu-central-1"],
    [["--site", "nosuch"], 'There is no site "nosuch"'],
    [["--mix", join(folder, "absent.json")], "cannot be used"],
    [["--mix", fileOf("text", "register")], "cannot be used"],
    [["--mix", fileOf("unknown", { register: 1, teleport: 2 })], "teleport"],
    [["--mix", fileOf("negative", { register: -1 })], "expected number to be >=0"],
    [["--mix", fileOf("empty", {})], "a proportion above 0"],
    [["--write", "--site", "odd"], "--write is about the site demo"],
  ])("refuses %j with status 2 and says what it takes", async (args, sentence) => {
    const { status, told: said, out } = await runCommand("cost", args);
    expect([status, out]).toEqual([2, ""]);
    expect(said).toContain(sentence);
    expect(said).toContain("npm run cost -- --help says what it takes.");
  });
});
