import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withLease } from "#scanner/client/lease.ts";
import { virtualWorld } from "../../../../test/support/virtual-world.ts";

let browser: InstanceType<typeof IDBFactory>;
beforeEach(() => {
  browser = new IDBFactory();
  vi.stubGlobal("indexedDB", browser);
});
afterEach(() => void vi.unstubAllGlobals());

/** Pages without Web Locks on one virtual clock. */
const openPages = async (count = 2) => {
  const clock = virtualWorld(async () => new Response());
  const pages = Array.from({ length: count }, () => {
    const reports: boolean[] = [];
    let isFrozen = false;
    const { lock } = withLease({
      ...clock.world,
      after: (ms, run) => clock.world.after(ms, () => isFrozen || run()),
    });
    const lead = lock?.("scans", (isHeld) => reports.push(isHeld));
    const freeze = () => {
      isFrozen = true;
    };
    return { reports, freeze, still: async () => lead?.still?.(), release: () => lead?.release() };
  });
  await clock.run(0);
  const [first, second] = pages;
  if (!first || !second) throw new Error("Two pages at least");
  return { clock, first, second, pages };
};

/** Blocks the storage of the lease for all pages until the returned function is called. */
const stallStorage = async () => {
  const request = browser.open("scans.lease");
  await new Promise((resolve) => {
    request.onsuccess = resolve;
  });
  const store = request.result.transaction("entries", "readwrite").objectStore("entries");
  let isStalled = true;
  const readAgain = () => {
    if (isStalled) store.get("sender").onsuccess = readAgain;
  };
  readAgain();
  return () => {
    isStalled = false;
  };
};

describe("a lease", () => {
  it("is of one page as long as that page renews it", async () => {
    const { clock, pages } = await openPages(3);
    await clock.run(60_000);
    expect(pages.map(({ reports }) => reports)).toEqual([[true], [], []]);
    expect(await Promise.all(pages.map(({ still }) => still()))).toEqual([true, false, false]);
  });

  it("goes to another page within 300 ms after its release, once", async () => {
    const { clock, first, second } = await openPages();
    first.release();
    await clock.run(300);
    expect([first.reports, second.reports]).toEqual([[true], [true]]);
    await clock.run(60_000);
    expect([first.reports, second.reports]).toEqual([[true], [true]]);
  });

  it("stays with its holder when another page is closed", async () => {
    const { clock, second, pages } = await openPages(3);
    second.release();
    await clock.run(60_000);
    expect(pages.map(({ reports }) => reports)).toEqual([[true], [], []]);
  });

  it("goes to another page between 1.2 s and 1.8 s after its holder froze", async () => {
    const { clock, first, second } = await openPages();
    await clock.run(10_000);
    first.freeze();
    await clock.run(1_200);
    expect(second.reports).toEqual([]);
    await clock.run(600);
    expect(second.reports).toEqual([true]);
    await clock.run(10_000);
    expect(await first.still()).toBe(false);
    expect(first.reports).toEqual([true, false]);
    expect(await second.still()).toBe(true);
  });

  it("goes to another page only 1.2 s after a stall of the storage", async () => {
    const { clock, first, second } = await openPages();
    await clock.run(10_000);
    const endStall = await stallStorage();
    await clock.run(2_000);
    endStall();
    await clock.run(0);
    first.freeze();
    await clock.run(1_000);
    expect([first.reports, second.reports]).toEqual([[true], []]);
    await clock.run(800);
    expect(second.reports).toEqual([true]);
  });

  it("is renewed before an attempt of a holder that froze for 700 ms", async () => {
    const { clock, first, second } = await openPages();
    await clock.run(10_000);
    first.freeze();
    for (let ms = 0; ms < 10_000; ms += 1_000) {
      expect(await first.still()).toBe(true);
      await clock.run(1_000);
    }
    expect(second.reports).toEqual([]);
  });

  it("is held by no page where the storage fails", async () => {
    const { clock, first } = await openPages();
    vi.stubGlobal("indexedDB", undefined);
    browser.deleteDatabase("scans.lease");
    await clock.run(10_000);
    expect(await first.still()).toBe(false);
  });

  it.each([
    ["warns on a page without https", false, 1],
    ["does not warn on a page with https", true, 0],
  ])("%s", (_, isSecureContext, warnings) => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    vi.stubGlobal("isSecureContext", isSecureContext);
    withLease();
    expect(warn).toHaveBeenCalledTimes(warnings);
    warn.mockRestore();
  });
});
