import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ErpSession, QueryResult } from "#lib/erp/database.ts";
import { oneConnection } from "#lib/erp/one-connection.ts";

const row: QueryResult = { columns: ["n"], rows: [{ n: 1 }] };

type Behaviour = (broken: () => void) => Promise<QueryResult>;

/** A database whose connections a test controls. Counts how many are open at once, and how many were opened too late. */
const asking = (...behaviours: Behaviour[]) => askingAfter(async () => {}, ...behaviours);
const askingAfter = (
  opening: (signal: AbortSignal) => Promise<unknown>,
  ...behaviours: Behaviour[]
) => {
  const counts = { opened: 0, open: 0, most: 0 };
  let late = 0;
  const open = async (signal: AbortSignal): Promise<ErpSession> => {
    const behaviour = behaviours[Math.min(counts.opened, behaviours.length - 1)];
    counts.opened += 1;
    await opening(signal);
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
  const ask = oneConnection({ open, onLateOpening: () => (late += 1) });
  return {
    ask: (limit = 500, wait = limit) => ask("", [], { limit, wait }),
    counts,
    late: () => late,
  };
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

  it("has the rest of the look-up's limit after it was replaced", async () => {
    const breaksLate = (broken: () => void) => sleep(100).then(() => breaks(broken));
    const { ask } = asking(breaksLate, hangs);
    const begun = performance.now();
    await expect(ask(150, 1_000)).rejects.toMatchObject({ kind: "late" });
    expect(performance.now() - begun).toBeLessThan(200);
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

  it("takes no longer than its caller waits, also after a slow start", async () => {
    const { ask } = askingAfter(() => sleep(100), hangs);
    const begun = performance.now();
    await expect(ask(500, 200)).rejects.toMatchObject({ kind: "late" });
    expect(performance.now() - begun).toBeLessThan(300);
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

  it("is used by one look-up at a time, even if one stops waiting", async () => {
    let atOnce = 0;
    const { ask } = asking(async () => {
      atOnce += 1;
      expect(atOnce).toBe(1);
      await sleep(100);
      atOnce -= 1;
      return row;
    });
    const [slow, impatient, third] = [ask(500), ask(30), ask(500)];
    await expect(impatient).rejects.toMatchObject({ kind: "busy" });
    expect(await Promise.all([slow, third])).toEqual([row, row]);
  });

  it("is not trusted after it idled", async () => {
    const { ask, counts } = asking(works);
    await ask();
    await sleep(60_001);
    await ask();
    expect(counts).toEqual({ opened: 2, open: 1, most: 1 });
  });
});

describe("the opening of the connection to the ERP", () => {
  beforeEach(() => void vi.useFakeTimers().setTimerTickMode("nextTimerAsync"));
  afterEach(() => void vi.useRealTimers());

  const takes = (ms: number) => () => sleep(ms);

  it("is not late while the look-up that began it waits", async () => {
    const { ask, late } = askingAfter(takes(100), works);
    expect(await ask()).toEqual(row);
    expect(late()).toBe(0);
  });

  it("is no part of a look-up's own limit, but of its time to wait", async () => {
    const { ask, counts } = askingAfter(takes(2_000), works);
    expect(await Promise.all([ask(500, 3_000), ask(500, 3_000)])).toEqual([row, row]);
    expect(counts).toEqual({ opened: 1, open: 1, most: 1 });
  });

  it("goes on when its look-up stops waiting, and serves the next one", async () => {
    const { ask, counts, late } = askingAfter(takes(2_000), works);
    await expect(ask(500, 1_000)).rejects.toMatchObject({ kind: "late" });
    await expect(ask(500, 900)).rejects.toMatchObject({ kind: "late" });
    expect(late()).toBe(0);
    expect(await ask(500)).toEqual(row);
    expect([counts, late()]).toEqual([{ opened: 1, open: 1, most: 1 }, 1]);
    // From now on the connection is like any other.
    await sleep(59_000);
    expect(await ask()).toEqual(row);
    await sleep(2_000);
    expect(counts).toEqual({ opened: 1, open: 1, most: 1 });
  });

  it("gives a connection that is closed after 60 s, if no look-up uses it", async () => {
    const { ask, counts } = askingAfter(takes(2_000), works);
    await expect(ask(500)).rejects.toMatchObject({ kind: "late" });
    await sleep(61_000);
    expect(counts.open).toBe(1);
    await sleep(1_000);
    expect(counts.open).toBe(0);
    expect(await ask(500, 3_000)).toEqual(row);
  });

  it("is given up after 10 s, and a connection that comes later is closed", async () => {
    const aborted: number[] = [];
    const start = Date.now();
    const { ask, counts } = askingAfter((signal) => {
      signal.addEventListener("abort", () => aborted.push(Date.now() - start));
      return sleep(counts.opened === 1 ? 15_000 : 0);
    }, works);
    await expect(ask(500, 60_000)).rejects.toMatchObject({ kind: "late" });
    expect(aborted).toEqual([10_000]);
    expect(await ask(500)).toEqual(row);
    await sleep(6_000);
    expect(counts).toEqual({ opened: 2, open: 1, most: 2 });
  });

  it("that was frozen with its function is given up by the next look-up", async () => {
    const { ask, counts } = askingAfter(
      () => (counts.opened === 1 ? new Promise(() => {}) : sleep(1)),
      works,
    );
    await expect(ask(500)).rejects.toMatchObject({ kind: "late" });
    vi.setSystemTime(Date.now() + 10_001);
    expect(await ask(500)).toEqual(row);
    expect(counts.opened).toBe(2);
  });

  it("is repeated once if it fails, and again by the next look-up", async () => {
    const { ask, counts } = askingAfter(async () => {
      await sleep(10);
      if (counts.opened < 4) throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    }, works);
    await expect(ask()).rejects.toMatchObject({ kind: "unreachable" });
    expect(await ask()).toEqual(row);
    expect(counts.opened).toBe(4);
  });

  it("is not begun with too little time left", async () => {
    const { ask, counts } = asking(works);
    await expect(ask(500, 5)).rejects.toMatchObject({ kind: "busy" });
    expect(counts.opened).toBe(0);
  });

  it("that gives a broken connection is not repeated without end", async () => {
    const { ask, counts } = asking(works);
    const broken = oneConnection({
      open: async () => {
        counts.opened += 1;
        return { ask: works, isUsable: () => false, close: () => {} };
      },
    });
    expect(await ask()).toEqual(row);
    await expect(broken("", [], { limit: 500, wait: 3_000 })).rejects.toMatchObject({
      kind: "unreachable",
    });
    expect(counts.opened).toBe(3);
  });
});
