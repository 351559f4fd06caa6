/** The parts of the browser API that the client uses, because the project is compiled for Node. */

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

/** Features that some platforms lack. The compiler checks `globalThis` against them. */
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

export const browserGlobal: BrowserGlobal = globalThis;
export const { navigator } = browserGlobal;
