import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ErpSession, QueryResult } from "#lib/erp/database.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";

const row: QueryResult = { columns: ["n"], rows: [{ n: 1 }] };

/** A database whose connections a test controls. Counts how many are open at once. */
const asking = (...behaviours: ((broken: () => void) => Promise<QueryResult>)[]) => {
  const counts = { opened: 0, open: 0, most: 0 };
  const open = async (): Promise<ErpSession> => {
    const behaviour = behaviours[Math.min(counts.opened, behaviours.length - 1)];
    counts.opened += 1;
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    let usable = true;
    return {
      ask: () => behaviour?.(() => (usable = false)) ?? Promise.resolve(row),
      isUsable: () => usable,
      close: () => {
        usable = false;
        counts.open -= 1;
      },
    };
  };
  const ask = oneConnection({ open });
  return { ask: (limit = 500) => ask("", [], limit), counts };
};

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const works = async () => row;
const breaks = async (broken: () => void) => {
  broken();
  throw new Error("Connection terminated");
};
const hangs = () => new Promise<QueryResult>(() => {});
const refuses = () =>
  Promise.reject(Object.assign(new Error("no such view, and a secret"), { code: "42P01" }));

describe("the one connection to the ERP", () => {
  // Time advances only when everything else waits, so that a busy machine changes nothing.
  beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
  afterEach(() => void vi.useRealTimers());

  it("is opened once, and look-ups take turns on it", async () => {
    let atOnce = 0;
    const { ask, counts } = asking(async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await sleep(2);
      atOnce -= 1;
      return row;
    });
    expect(await Promise.all([1, 2, 3].map(() => ask()))).toEqual([row, row, row]);
    expect(counts).toEqual({ opened: 1, open: 1, most: 1 });
  });

  it("is replaced once when it turns out to be broken", async () => {
    const { ask, counts } = asking(breaks, works);
    expect(await ask()).toEqual(row);
    expect(counts).toEqual({ opened: 2, open: 1, most: 1 });
  });

  it("is not replaced a second time: then the ERP is unreachable", async () => {
    const { ask, counts } = asking(breaks);
    await expect(ask()).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(counts.opened).toBe(2);
  });

  it("is kept when the database refuses a look-up, whose message is not repeated", async () => {
    const { ask, counts } = asking(refuses);
    await expect(ask()).rejects.toMatchObject({
      kind: "refused",
      message: "the database refused the look-up (42P01)",
    });
    await expect(ask()).rejects.toMatchObject({ kind: "refused" });
    expect(counts.opened).toBe(1);
  });

  it("is closed when it hangs; waiting look-ups continue with a new one", async () => {
    const { ask, counts } = asking(hangs, works);
    const first = ask(60);
    const second = ask();
    await expect(first).rejects.toMatchObject({ kind: "late" });
    expect(await second).toEqual(row);
    expect(counts).toEqual({ opened: 2, open: 1, most: 1 });
  });

  it("is waited for up to the look-up's limit; only its user blames the ERP", async () => {
    const { ask } = asking(hangs);
    const failures = await Promise.all(
      [60, 60, 30].map((limit) => ask(limit).catch((error) => error.kind)),
    );
    expect(failures).toEqual(["late", "busy", "busy"]);
  });

  it("is asked if exactly the least time is left", async () => {
    const { ask } = asking(works);
    expect(await ask(20)).toEqual(row);
  });

  it("is kept on a slow ERP: it needs twice the last answer's time", async () => {
    const { ask, counts } = asking(() => sleep(50).then(works));
    await ask();
    const first = ask(140);
    await expect(ask(80)).rejects.toMatchObject({ kind: "busy" });
    expect(await first).toEqual(row);
    await expect(ask(5)).rejects.toMatchObject({ kind: "busy" });
    expect(counts).toEqual({ opened: 1, open: 1, most: 1 });
  });

  it("is not trusted after it idled", async () => {
    const { ask, counts } = asking(works);
    await ask();
    await sleep(60_001);
    await ask();
    expect(counts).toEqual({ opened: 2, open: 1, most: 1 });
  });
});
