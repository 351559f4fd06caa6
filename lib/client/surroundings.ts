/** What the client needs of the world around it; a test or an embedded web view gives its own. */
export type Surroundings = {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
  /** Runs once after so many milliseconds; the result takes it back. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** A new key of 16 to 64 letters, digits or hyphens. */
  readonly key: () => string;
  readonly online: () => boolean;
  /** Tells when the device is online again; the result stops that. */
  readonly onOnline: (run: () => void) => () => void;
};

type World = {
  readonly navigator?: { readonly onLine?: boolean };
  readonly addEventListener?: (type: string, run: () => void) => void;
  readonly removeEventListener?: (type: string, run: () => void) => void;
};

/** The browser's surroundings, or Node's, which never says that it is offline. */
export const surroundings = (): Surroundings => {
  const world = globalThis as unknown as World;
  return {
    fetch: (url, init) => fetch(url, init),
    now: Date.now,
    random: Math.random,
    after: (ms, run) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    // Not randomUUID: browsers give that to pages from https only.
    key: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    online: () => world.navigator?.onLine !== false,
    onOnline: (run) => {
      world.addEventListener?.("online", run);
      return () => world.removeEventListener?.("online", run);
    },
  };
};
