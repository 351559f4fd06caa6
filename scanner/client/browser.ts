/** The parts of a browser that are used; the project is compiled for Node. */

export type DatabaseRequest<T> = {
  readonly result: T;
  readonly error: unknown;
  onsuccess: unknown;
  onerror: unknown;
};
export type ObjectStore = {
  readonly transaction: DatabaseTransaction;
  readonly get: (id: string) => DatabaseRequest<unknown>;
  readonly getAll: () => DatabaseRequest<unknown[]>;
  readonly put: (value: unknown) => unknown;
  readonly delete: (id: string) => unknown;
};
type DatabaseTransaction = {
  readonly objectStore: (name: string) => ObjectStore;
  readonly error: unknown;
  readonly abort: () => void;
  oncomplete: unknown;
  onabort: unknown;
};
export type Database = {
  readonly transaction: (
    store: string,
    mode: "readonly" | "readwrite",
    options?: { durability: "strict" | "relaxed" },
  ) => DatabaseTransaction;
  readonly createObjectStore: (name: string, options?: { keyPath: string }) => unknown;
  readonly objectStoreNames: Iterable<string>;
  readonly close: () => void;
  onversionchange: unknown;
  onclose: unknown;
};

export type DatabaseFactory = {
  readonly open: (
    name: string,
    version: number,
  ) => DatabaseRequest<Database> & { onupgradeneeded: unknown };
};

/** The features that some surroundings lack. `globalThis` is checked against them. */
type BrowserGlobal = {
  readonly isSecureContext?: boolean;
  readonly document?: { readonly hidden: boolean };
  readonly navigator?: {
    readonly onLine?: boolean;
    readonly locks?: {
      readonly request: (
        name: string,
        options: { signal: AbortSignal },
        run: () => Promise<void>,
      ) => Promise<void>;
    };
    readonly storage?: {
      readonly persist?: () => Promise<boolean>;
      readonly estimate?: () => Promise<{ readonly usage?: number; readonly quota?: number }>;
    };
  };
  readonly addEventListener?: (
    type: string,
    run: () => void,
    options: { readonly signal: AbortSignal },
  ) => void;
};

/** This page, worker or program. */
export const browserGlobal: BrowserGlobal = globalThis;
export const { navigator } = browserGlobal;
