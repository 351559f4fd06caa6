import { afterEach, expect, it, vi } from "vitest";
import { surroundings } from "#scanner/client/surroundings.ts";

afterEach(() => void vi.unstubAllGlobals());

it.each(["online", "pageshow", "visibilitychange", "resume"])(
  "a page that is shown wakes at %s, until that is stopped",
  (type) => {
    const page = new EventTarget();
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    let wakings = 0;
    const stop = surroundings().onWake(() => {
      wakings += 1;
    });
    page.dispatchEvent(new Event(type));
    vi.stubGlobal("document", { hidden: true });
    page.dispatchEvent(new Event(type));
    vi.stubGlobal("document", { hidden: false });
    page.dispatchEvent(new Event(type));
    stop();
    page.dispatchEvent(new Event(type));
    expect(wakings).toBe(2);
  },
);

it.each([
  ["a browser that is online", true, true],
  ["a browser that is offline", false, false],
  ["a platform without that knowledge", undefined, true],
])("%s says so", (_, onLine, expected) => {
  vi.stubGlobal("navigator", { onLine });
  expect(surroundings().online()).toBe(expected);
});

it("a page holds its name where the browser forbids locks, unless it has released it", async () => {
  const forbids = vi.spyOn(navigator.locks, "request").mockRejectedValue(new Error("forbidden"));
  const changes: boolean[] = [];
  const acquire = () => surroundings().lock?.("queue", (isHeld) => changes.push(isHeld));
  acquire();
  acquire()?.release();
  await new Promise(setImmediate);
  forbids.mockRestore();
  expect(changes).toEqual([true]);
});
