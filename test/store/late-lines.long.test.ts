// @module-tag engine
import { expect, it } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { deadlineWithin, type OperationSubject } from "#lib/domain/operation.ts";
import type { Table } from "#lib/store/client.ts";
import { readHistory } from "#lib/store/history.ts";
import { locationStore } from "#lib/store/locations.ts";
import { type Faults, faultyTables } from "../support/faulty-table.ts";
import { lateLinesIn } from "../support/late-lines.ts";
import { anOperation } from "../support/operation.ts";
import { randomFrom } from "../support/random.ts";
import { isSlow } from "../support/runs.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { tableName } from "../support/table.ts";
import { open } from "../support/worker.ts";

/** Number of late lines in a run. */
const wanted = isSlow ? 10_000 : 500;
/** In milliseconds: on a busy machine the engine takes 0.1 s for a line. */
const timeout = 60_000 + 200 * wanted;
/** Number of scanners that register the same goods, and of the scans of each. */
const [scanners, scans] = [5, 30];
/** Number of goods and boxes that are registered at once. */
const together = 4;
/** The errors of the functions' clocks and the least delay of a late scan, in milliseconds. */
const [skews, late] = [[-40, 0, 40], 300];

const random = randomFrom(38);
const oneOf = <Value>(values: readonly Value[]) =>
  values[Math.floor(random() * values.length)] as Value;

/** Three functions on one table, whose waits between attempts are a twentieth as long. */
const functionsOn = (openTable: (settings: { name: string; clock: Table["clock"] }) => Table) =>
  skews.map((skew) => {
    const clock = {
      ...systemClock,
      now: () => Date.now() + skew,
      sleep: (ms: number) => systemClock.sleep(ms / 20),
    };
    return openTable({ name: tableName, clock });
  });

const scan = async (of: OperationSubject, table: Table) => {
  const now = table.clock.now();
  const at = random() < 0.15 ? now : now - late;
  const { zongpai: _, ...rest } = anOperation("");
  const operation = { ...rest, ...of, at: now };
  const cleared = random() < 0.1;
  const seen = cleared
    ? { cleared: true as const, at }
    : { off_shelf: false, location: location(Math.floor(random() * 9)), area: "any", at };
  await locationStore(table, site).registerScan(of, seen, operation);
};

/** Registers one thing from all scanners at once. Returns its late lines. */
const contended = async (of: OperationSubject, tables: readonly Table[]) => {
  const scanner = async () => {
    for (let n = 0; n < scans; n += 1) await scan(of, oneOf(tables));
  };
  await Promise.all(Array.from({ length: scanners }, scanner));
  const lines = await readHistory(tables[1] as Table, of, deadlineWithin(10_000));
  expect(lines).toHaveLength(scanners * scans);
  return lateLinesIn(lines);
};

const storm = async (name: string, tables: readonly Table[]) => {
  const count = { all: 0, wrong: 0 };
  while (count.all < wanted) {
    const some = Array.from({ length: together }, (_, n) =>
      n === 0 ? { box_no: boxNo(fresh()) } : { zongpai: zongpai(fresh()) },
    );
    const found = await Promise.all(some.map((of) => contended(of, tables)));
    for (const { all, wrong } of found) {
      count.all += all.length;
      count.wrong += wrong.length;
    }
  }
  console.log(`${name}: ${count.wrong} of ${count.all} late lines name a place that was left`);
  expect(count.wrong).toBe(0);
};

/** The share of transactions that meet each fault. */
const shares = { conflict: 0.15, answerLost: 0.08, oneReason: 0.08, throttle: 0.05, error: 0.04 };
const faults: Faults = (operation) => {
  if (operation !== "TransactWriteItems") return undefined;
  let drawn = random();
  for (const [kind, share] of Object.entries(shares)) {
    drawn -= share;
    if (drawn < 0) return { kind: kind as keyof typeof shares };
  }
  return undefined;
};

it("names no place that was left in any late line, on the engine", { timeout }, () =>
  storm(`${site.name}, the engine`, functionsOn(open)),
);

it("names no place that was left in any late line, through lost answers", { timeout }, () => {
  const { way, open: openInMemory } = faultyTables("");
  way.faults = faults;
  return storm(`${site.name}, the table in memory`, functionsOn(openInMemory));
});
