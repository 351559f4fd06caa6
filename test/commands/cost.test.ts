import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { averageOf, sharesOf } from "../../commands/cost/average.ts";
import { billOf, tracedShare } from "../../commands/cost/bill.ts";
import type { Measured } from "../../commands/cost/measure.ts";
import { optionsFrom } from "../../commands/cost/options.ts";
import { prices } from "../../commands/cost/prices.ts";
import type { Cost } from "../../commands/cost/report.ts";
import { jsonLines, runCommand } from "../support/command.ts";

const folder = mkdtempSync(join(tmpdir(), "cost-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string, content: unknown): string => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  return file;
};

let told: Cost & { readonly measured: readonly Measured[] };
beforeAll(async () => {
  const ended = await runCommand("cost", ["--json"], {});
  expect([ended.status, ended.told]).toEqual([0, ""]);
  [told] = jsonLines<typeof told>({ ...ended, out: JSON.stringify(JSON.parse(ended.out)) }) as [typeof told];
});

const measured = (id: string) => {
  const found = told.measured.find((one) => one.id === id);
  if (!found) throw new Error(`${id} was not measured`);
  return found;
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

describe("npm run cost", () => {
  it("measures the units that the design gives to a save, a registration and a correction", () => {
    expect(measured("save").first).toMatchObject({ trips: 1, writeTable: 6, writeIndex: 1, read: 0, refusedWrites: 0 });
    expect(measured("register").first).toMatchObject({ trips: 1, writeTable: 4, writeIndex: 1, read: 0 });
    expect(measured("edit").first).toMatchObject({ trips: 2, writeTable: 6, writeIndex: 1 });
    expect(measured("attachment-save").first).toMatchObject({ trips: 1, writeTable: 6, writeIndex: 1, read: 0 });
    expect(measured("categories").first).toMatchObject({ trips: 0, writeTable: 0, read: 0, logBytes: 0, stored: { table: 0, index: 0 } });
  });

  it("counts what refused transactions would have written, which the engine does not", () => {
    expect(measured("save-first").first).toMatchObject({ writeTable: 6, transactions: 2, refusedWrites: 3 });
    expect(measured("save").again).toMatchObject({ writeTable: 0, transactions: 1, refusedWrites: 3, stored: { table: 0, index: 0 } });
    expect(measured("edit").again).toMatchObject({ transactions: 0, refusedWrites: 0 });
    const [refused] = sharesOf(told.measured, { "save-duplicate": 1 }, 0, { memory: 512, duration: 20 }).filter(({ share }) => share > 0);
    expect(refused?.takes).toMatchObject({ writeTable: 1, refusedUnits: 6, ms: 20 });
  });

  it("measures what is stored, answered and logged", () => {
    expect(measured("register").first.stored.table).toBeGreaterThan(400);
    expect(measured("register").first.stored.index).toBeGreaterThan(100);
    // A byte may come and go with a digit of a time.
    expect(Math.abs(measured("delete").first.stored.index + measured("save").first.stored.index)).toBeLessThan(4);
    expect(measured("save").first.logBytes).toBeGreaterThan(100);
    expect(measured("overview-page").first.answerBytes).toBeGreaterThan(measured("overview-one").first.answerBytes);
  });

  it("adds up: shares to one, lines to the totals, and each line is its amount at its price", () => {
    const { bill, shares, options } = told;
    expect(sum(shares.map(({ share }) => share))).toBeCloseTo(1, 9);
    expect(bill.total).toBeCloseTo(sum(bill.lines.map(({ cost }) => cost)), 9);
    expect(bill.keptTotal).toBeCloseTo(sum(bill.kept.map(({ cost }) => cost)), 9);
    expect(bill.fixedTotal).toBeCloseTo(sum(bill.fixed.map(({ cost }) => cost)), 9);
    expect(bill.perScan * options.scans).toBeCloseTo(bill.total, 9);
    for (const { amount, price, cost } of [...bill.lines, ...bill.kept, ...bill.fixed])
      expect(cost).toBeCloseTo((amount * price.usd) / price.per, 9);
    const units = bill.lines.find(({ what }) => what === "write units, table");
    expect(units?.amount).toBeCloseTo(options.scans * sum(shares.map(({ share, takes }) => share * takes.writeTable)), 3);
  });

  it("is linear in the scans, and beside them only the deployment is paid for", () => {
    const average = averageOf(told.shares);
    const of = (scans: number) => billOf(average, { scans, rate: 2, memory: 512 }, told.facts, prices["us-east-1"]);
    expect(of(7e6).total).toBeCloseTo(7 * of(1e6).total, 6);
    expect(of(7e6).keptTotal).toBeCloseTo(7 * of(1e6).keptTotal, 6);
    expect(of(7e6).fixedTotal).toBe(of(1e6).fixedTotal);
    expect(of(1e6).total).toBeCloseTo(told.bill.total, 9);
  });

  it("costs more with a longer duration, more memory, an authorizer and writes that come again", () => {
    const { measured: all, facts } = told;
    const totalOf = (given: { memory?: number; duration?: number; again?: number; hasAuthorizer?: boolean }) => {
      const { memory = 512, duration = 20, again = 0, hasAuthorizer = false } = given;
      const average = averageOf(sharesOf(all, { save: 1 }, again, { memory, duration }));
      return billOf(average, { scans: 1e6, rate: 2, memory }, { ...facts, hasAuthorizer }, prices["us-east-1"]).total;
    };
    const plain = totalOf({});
    // 20 ms more of half a gigabyte, a million times.
    expect(totalOf({ duration: 40 }) - plain).toBeCloseTo(20_000 * 0.5 * 0.0000133334, 6);
    expect(totalOf({ memory: 1_024 })).toBeGreaterThan(plain);
    expect(totalOf({ hasAuthorizer: true })).toBeGreaterThan(plain);
    // A save that comes again writes nothing: its share makes the million cheaper.
    expect(totalOf({ again: 1 })).toBeLessThan(plain);
  });

  it("traces nearly every request of a quiet warehouse and one in twenty of a busy one", () => {
    expect(tracedShare(0.01)).toBeGreaterThan(0.99);
    expect(tracedShare(10_000)).toBeCloseTo(0.05, 3);
  });

  it("works for a site with other names and rules, and prints tables", async () => {
    const { status, out, told: said } = await runCommand("cost", ["--site", "test/site/odd.ts", "--region", "eu-central-1"], {});
    expect([status, said]).toEqual([0, ""]);
    expect(out).toContain("POST /lager/v3/box, first of its goods");
    expect(out).toMatch(/1,000,000 scans of the site odd in eu-central-1: \d+\.\d\d USD/);
    expect(out).not.toContain("CloudWatchMetrics");
  });

  it("refuses a wrong call with status 2 and says what it takes", async () => {
    const mix = fileOf("unknown", { register: 1, teleport: 2 });
    const { status, told: said, out } = await runCommand("cost", ["--mix", mix], {});
    expect([status, out]).toEqual([2, ""]);
    expect(said).toContain('The mix names "teleport"');
    expect(said).toContain("npm run cost -- --help");
    for (const [args, sentence] of [
      [["--scan", "5"], "--scan"],
      [["--scans", "0"], "--scans takes a number from 1"],
      [["--again", "2"], "--again takes a number from 0 to 1"],
      [["--region", "moon"], 'no prices for the region "moon"'],
      [["--mix", join(folder, "absent.json")], "cannot be read"],
      [["--mix", fileOf("text", "register")], "cannot be read"],
      [["--mix", fileOf("negative", { register: -1 })], "must be a number from 0 up"],
      [["--mix", fileOf("empty", {})], "a proportion above 0"],
      [["--write", "--site", "odd"], "--write is about the site demo"],
    ] as const)
      expect(() => optionsFrom([...args])).toThrow(
        expect.objectContaining({ name: "UsageError", message: expect.stringContaining(sentence) }),
      );
  });

  it("refuses a mix with an operation that the site does not have", () => {
    const without = told.measured.filter(({ id }) => id !== "register-late");
    expect(() => sharesOf(without, { "register-late": 1 }, 0, { memory: 512, duration: 20 })).toThrow(/register-late/);
  });
});
