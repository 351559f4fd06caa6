import { browser } from "./browser.ts";

/** The right to send for a storage. `still` is asked before each attempt. */
export type Lead = { readonly still: () => boolean | Promise<boolean>; readonly release: () => void };

/** What the client needs of the world around it; a test or an embedded web view gives its own. */
export type Surroundings = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds; may jump, for somebody may set it. */
  readonly now: () => number;
  /** Milliseconds that never run backwards; may stand still while the device sleeps. */
  readonly clock: () => number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Runs once after so many milliseconds; the result takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A new key of 16 to 64 letters, digits or hyphens. */
  readonly key: () => string;
  readonly online: () => boolean;
  /** Tells when the device is online again, awake or looked at; the result stops that. */
  readonly onWake: (run: () => void) => () => void;
  /** Tells when this page alone holds the name; it is freed when the page ends, however it ends. */
  readonly lock?: (name: string, taken: () => void) => Lead;
};

const { navigator } = browser;
const locks = navigator?.locks;

/** Where one page at a time may hold a name. A browser that has locks but forbids them has one page. */
const lock = (name: string, taken: () => void): Lead => {
  const stop = new AbortController();
  let release = () => {};
  const held = () =>
    new Promise<void>((resolve) => {
      release = resolve;
      taken();
    });
  locks?.request(name, { signal: stop.signal }, held).catch(() => stop.signal.aborted || taken());
  return {
    still: () => true,
    release: () => {
      stop.abort();
      release();
    },
  };
};

const wakes = ["online", "pageshow", "visibilitychange", "resume"];

/** The browser's surroundings, or Node's, which never says that it is offline. */
export const surroundings = (): Surroundings => {
  if (browser.isSecureContext === false)
    console.warn("This page came over http: without https there are no locks, no service worker and no camera. Handhelds need https.");
  return {
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    clock: () => performance.now(),
    random: Math.random,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // Not randomUUID: browsers give that to pages from https only.
    key: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    online: () => navigator?.onLine !== false,
    onWake: (run) => {
      const awake = () => browser.document?.visibilityState === "hidden" || run();
      for (const type of wakes) browser.addEventListener?.(type, awake);
      return () => {
        for (const type of wakes) browser.removeEventListener?.(type, awake);
      };
    },
    lock: locks && lock,
  };
};
