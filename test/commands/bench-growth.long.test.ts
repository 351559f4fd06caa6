import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import type { Figures } from "../../commands/bench-growth/judge.ts";
import { complaintsOf } from "../../commands/bench-growth/judge.ts";
import type { Growth } from "../../commands/bench-growth/page.ts";

const program = fileURLToPath(new URL("../../commands/bench-growth.ts", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "bench-growth-test-"));
afterAll(() => rmSync(scratch, { recursive: true }));

/** The command as a user runs it, with a temporary folder of its own; Ctrl-C comes when the folder holds a file of this name. */
const bench = (args: string[], interruptAt?: string) => {
  const temporary = mkdtempSync(join(scratch, "tmp-"));
  const child = spawnBound(process.execPath, [program, ...args], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, told] = ["", ""];
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (told += chunk));
  const interrupt = async () => {
    const there = () =>
      readdirSync(temporary, { recursive: true }).some((name) =>
        String(name).endsWith(interruptAt ?? ""),
      );
    while (!there()) await sleep(20);
    child.kill("SIGINT");
  };
  if (interruptAt !== undefined) void interrupt();
  return new Promise<{ status: number | null; out: string; told: string; left: string[] }>(
    (resolve) =>
      child.on("close", (status) => resolve({ status, out, told, left: readdirSync(temporary) })),
  );
};

test("at every size a write costs the same units, and the command leaves nothing behind", async () => {
  const { status, out, told, left } = await bench([
    "--sizes",
    "20,200",
    "--box",
    "10",
    "--samples",
    "2",
    "--json",
  ]);
  // On a busy machine it says how far it is.
  expect(told).toMatch(/^(?:\w+: \d+ of \d+\n)*$/);
  expect(status).toBe(0);
  expect(left).toEqual([]);
  const { series, complaints } = JSON.parse(out) as Growth;
  expect(complaints).toEqual([]);
  expect(series.map(({ points }) => points.map(({ at }) => at))).toEqual([
    [20, 200],
    [1, 10],
    [1, 10],
  ]);
  for (const { points } of series) {
    const [small = [], large = []] = points.map(({ figures }) =>
      figures.filter(({ kind }) => kind === "write").map(({ cost }) => cost),
    );
    expect(small.length).toBeGreaterThan(2);
    expect(large).toEqual(small);
  }
  const saves = series[0]?.points.map(
    ({ figures }) => figures.find(({ operation }) => operation === "POST /box, verified")?.cost,
  );
  expect(saves).toEqual(
    Array(2).fill({ trips: 1, writeTable: 6, writeIndex: 2, read: 0, entries: 0 }),
  );
});

const series = (kind: Figures["kind"], ...costs: Partial<Figures["cost"]>[]) => ({
  name: "",
  unit: "goods",
  points: costs.map((cost, at) => ({
    at: 10 ** at,
    figures: [
      {
        operation: "one",
        kind,
        p50: 1,
        p99: 1,
        own: 1,
        cost: { trips: 1, writeTable: 0, writeIndex: 0, read: 0, entries: 0, ...cost },
      },
    ],
  })),
});

test("a write that takes more units of the table, of the index or of a read is told with both sizes", () => {
  expect(
    complaintsOf([series("write", { writeTable: 4 }, { writeTable: 4 }, { writeTable: 6 })], 204),
  ).toEqual(["one: 6 write units at 100 goods, 4 at 1: they grow."]);
  expect(complaintsOf([series("write", { writeIndex: 1 }, { writeIndex: 2 })], 204)).toHaveLength(
    1,
  );
  expect(complaintsOf([series("write", { read: 2 }, { read: 3 })], 204)).toHaveLength(1);
  expect(complaintsOf([series("read", { read: 2 }, { read: 3 })], 204)).toEqual([]);
});

test("a page is compared where it reads as many entries, and may never read more than one page of each shard", () => {
  const short = { read: 2, entries: 17 };
  expect(
    complaintsOf(
      [series("page", short, { read: 4, entries: 204 }, { read: 4, entries: 204 })],
      204,
    ),
  ).toEqual([]);
  expect(
    complaintsOf(
      [series("page", short, { read: 4, entries: 204 }, { read: 5, entries: 204 })],
      204,
    ),
  ).toEqual(["one: 5 read units at 100 goods, 4 at 10: they grow."]);
  expect(complaintsOf([series("page", short, { read: 9, entries: 500 })], 204)).toEqual([
    "one: reads 500 entries at 10 goods, more than 204.",
  ]);
});

test("a wrong call has status 2 and says what is wrong", async () => {
  for (const [args, said] of [
    [["--sizes", "2000,200"], "The sizes must rise"],
    [["--sizes", "1e3,x"], "It takes a whole number from 2 to 5000000"],
    [["--sizes", "20"], "--samples 200 needs twice as many goods"],
    [["--box", "1"], "It takes a whole number from 10"],
    [["--fast"], "--fast"],
  ] as const) {
    const { status, told } = await bench([...args]);
    expect(told).toContain(said);
    expect(status).toBe(2);
  }
});

test("Ctrl-C ends it with status 130, and nothing is left behind", async () => {
  const { status, out, left } = await bench(["--sizes", "1e3,5e4"], "dynamodb.sqlite-wal");
  expect(status).toBe(130);
  expect(out).toBe("");
  expect(left).toEqual([]);
});
