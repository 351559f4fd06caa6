import { browserGlobal, navigator } from "./browser.ts";

/** The right to send for a storage. If the right can be lost, `still` is called before each attempt. */
export type Lead = {
  readonly still?: () => boolean | Promise<boolean>;
  readonly release: () => void;
};

/** The functions that the client needs from its platform. A test or an embedded web view passes its own. */
export type Surroundings = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. May jump when the clock is changed. */
  readonly now: () => number;
  /** Milliseconds that never decrease. May stop while the device sleeps. */
  readonly clock: () => number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Calls `run` once after `ms` milliseconds. The returned function cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A new key of 16 to 64 letters, digits or hyphens. */
  readonly key: () => string;
  readonly online: () => boolean;
  /** Calls `run` when the device is online, awake or visible again. The returned function stops that. */
  readonly onWake: (run: () => void) => () => void;
  /**
   * Reports when this page becomes the only holder of the name, and when it loses the name. The name is released when the page ends, in
   * whatever way.
   */
  readonly lock?: (name: string, onChange: (isHeld: boolean) => void) => Lead;
};

const webLocks = navigator?.locks;

/** Waits until this page is the only holder of the name. If a browser forbids locks, this page counts as the only one. */
const acquireWebLock = (name: string, onChange: (isHeld: boolean) => void): Lead => {
  const stop = new AbortController();
  const { signal } = stop;
  const holdUntilReleased = () =>
    new Promise<void>((resolve) => {
      signal.addEventListener("abort", () => resolve());
      onChange(true);
    });
  webLocks
    ?.request(name, { signal }, holdUntilReleased)
    .catch(() => signal.aborted || onChange(true));
  return { release: () => stop.abort() };
};

/** The surroundings of a browser or of Node, which is never offline. */
export const surroundings = (): Surroundings => ({
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  clock: () => performance.now(),
  random: Math.random,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  // Not randomUUID, because browsers provide it only on https pages.
  key: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  online: () => browserGlobal.navigator?.onLine !== false,
  onWake: (run) => {
    const stop = new AbortController();
    for (const type of ["online", "pageshow", "visibilitychange", "resume"])
      browserGlobal.addEventListener?.(type, () => browserGlobal.document?.hidden || run(), stop);
    return () => stop.abort();
  },
  lock: webLocks && acquireWebLock,
});
