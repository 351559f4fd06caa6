import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Report } from "../../commands/bench-cold/report.ts";
import { runCommand } from "../support/command.ts";

const temporary = mkdtempSync(join(tmpdir(), "bench-cold-test-"));
afterAll(() => rmSync(temporary, { recursive: true }));
const bench = (...args: string[]) => runCommand("bench-cold", args, { TMPDIR: temporary });

it("starts functions and what they are measured against, has every save read back, and leaves nothing behind", async () => {
  const { status, out, told } = await bench("--runs", "1", "--functions", "unrouted", "--json");
  expect([status, told]).toEqual([0, expect.not.stringMatching(/error/i)]);
  const { figures, runs } = JSON.parse(out) as Report;
  expect(runs).toBe(1);
  const again = ["post-box, no code cache", "post-box, no priming"];
  expect(figures.map(({ name }) => name)).toEqual([
    "bare-sdk",
    "bare-sdk, bundled as ours",
    "post-box",
    "unrouted",
    ...again,
  ]);
  expect(figures[0]?.ratio).toBe(1);
  for (const { load, event, total, cpu, rss, bytes } of figures) {
    expect(total).toBeCloseTo(load + event);
    expect(Math.min(load, event, cpu)).toBeGreaterThan(0);
    expect(rss).toBeGreaterThan(20);
    expect(bytes).toBeGreaterThan(30_000);
  }
  expect(readdirSync(temporary)).toEqual([]);
});

it("says what it takes, and what it does not", async () => {
  const [asked, ...wrong] = await Promise.all([
    bench("--help"),
    bench("--runs", "0"),
    bench("--functions", "post-bicycle"),
    bench("--fast"),
  ]);
  expect(asked).toMatchObject({ status: 0, out: expect.stringContaining("npm run bench:cold") });
  expect(wrong.map(({ status, out }) => [status, out])).toEqual(wrong.map(() => [2, ""]));
  expect(wrong[1]?.told).toContain('There is no function "post-bicycle"');
});
