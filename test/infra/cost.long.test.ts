import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import { synthesiseSite } from "../../tools/docs/cost/deployed-site.ts";
import { idleLines } from "../../tools/docs/cost/idle.ts";
import { monthOf, settingsIn } from "../../tools/docs/cost/month.ts";
import { costPages } from "../../tools/docs/cost/pages.ts";
import { partsOf } from "../../tools/docs/markdown.ts";

const costTables = Object.entries(costPages()).flatMap(([page, parts]) =>
  Object.entries(parts)
    // The bench writes these.
    .filter(([name]) => name !== "measured" && name !== "boxes")
    .map(([name, part]) => ({ page, name, part })),
);

it.each(costTables)("the part $name of $page is as the templates say", ({ page, name, part }) => {
  const there = partsOf(readFileSync(page, "utf8"))[name];
  expect(there, `${name} of ${page} is stale: npm run docs writes it`).toBe(part);
});

const metricsInAlarms = (site: typeof plain, settings = {}) =>
  idleLines(synthesiseSite(site, settings).resources).find(({ part }) => part === "alarm metrics")
    ?.amount;

describe("a stage in which people work", () => {
  it("costs at most 3 USD a month on plain with 5 scanners", () =>
    expect(monthOf(synthesiseSite(plain), 5).sum).toBeLessThanOrEqual(3));

  it("has at most 10 alarm metrics and costs 1 USD idle, on both sites", () => {
    for (const site of [plain, demo]) {
      expect(metricsInAlarms(site)).toBeLessThanOrEqual(10);
      expect(monthOf(synthesiseSite(site), 0).sum).toBeLessThanOrEqual(1);
    }
  });

  it("has at most 15 alarm metrics where everything is watched", () => {
    for (const site of [plain, demo])
      expect(metricsInAlarms(site, { watch: "everything" })).toBeLessThanOrEqual(15);
  });

  it("has as many alarm metrics with a function for each endpoint", () => {
    for (const site of [plain, demo])
      expect(metricsInAlarms(site, { functions: "endpoint" })).toBe(metricsInAlarms(site));
  });

  it.each([
    ["usual", {}, { tracing: false, ownMetrics: false }],
    ["traced", { tracing: true }, { tracing: true, ownMetrics: false }],
    ["watched for everything", { watch: "everything" }, { tracing: false, ownMetrics: true }],
  ])("says in its template what its scans cost: %s", (_, settings, expected) => {
    const read = settingsIn(synthesiseSite(demo, settings).resources);
    expect(read).toEqual({ memory: 512, logDays: 30, ...expected });
  });
});
