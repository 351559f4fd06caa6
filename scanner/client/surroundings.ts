import { browserGlobal, navigator } from "./browser.ts";

/** The right to send for a storage. Where it may be lost, `still` is called before each attempt. */
export type Lead = {
  readonly still?: () => boolean | Promise<boolean>;
  readonly release: () => void;
};

/** The functions that the client needs from its platform. A test or an embedded web view passes its own. */
export type Surroundings = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds; may jump, because the clock may be set. */
  readonly now: () => number;
  /** Milliseconds that never run backwards; may stop while the device sleeps. */
  readonly clock: () => number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Runs once after so many milliseconds; the result takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A new key of 16 to 64 letters, digits or hyphens. */
  readonly key: () => string;
  readonly online: () => boolean;
  /** Runs it when the device is online again, awake or looked at; the result stops that. */
  readonly onWake: (run: () => void) => () => void;
  /** Reports when this page alone holds the name, and when it holds it no longer. The end of the page frees the name, however it ends. */
  readonly lock?: (name: string, onChange: (isHeld: boolean) => void) => Lead;
};

const webLocks = navigator?.locks;

/** Waits until this page alone holds the name. If a browser forbids its locks, this page counts as the only one. */
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

/** The browser's surroundings, or Node's, which never says that it is offline. */
export const surroundings = (): Surroundings => ({
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  clock: () => performance.now(),
  random: Math.random,
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  // Not randomUUID: browsers have that only on pages from https.
  key: () => crypto.getRandomValues(new Uint32Array(4)).join("-"),
  online: () => navigator?.onLine !== false,
  onWake: (run) => {
    const stop = new AbortController();
    for (const type of ["online", "pageshow", "visibilitychange", "resume"])
      browserGlobal.addEventListener?.(type, () => browserGlobal.document?.hidden || run(), stop);
    return () => stop.abort();
  },
  lock: webLocks && acquireWebLock,
});
