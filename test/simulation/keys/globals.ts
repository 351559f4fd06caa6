import type { Surroundings } from "#scanner/client/surroundings.ts";
import type { World } from "../world.ts";
import { databases } from "./database.ts";
import { InputField, type Place, type Screen } from "./screen.ts";

type Browser = {
  readonly world: World;
  readonly screen: Screen;
  readonly fetch: Surroundings["fetch"];
  /** Each vibration of the device: what a worker feels of a scan. */
  readonly signals: string[];
  readonly connection: { readonly online: boolean };
  /** The key that the stage writes into the page, if the site has keys. */
  readonly key: string | undefined;
};

const listenersOf = (place: Place) => ({
  addEventListener: place.addEventListener.bind(place),
});

const timersIn = (world: World) => {
  const timers = new Map<number, () => void>();
  let last = 0;
  return {
    setTimeout: (run: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) => {
      last += 1;
      const timer = last;
      // A timer that ends while the page is busy can still be cancelled.
      const cancel = world.after(ms, () => timers.delete(timer) && run(...values));
      timers.set(timer, cancel);
      return timer;
    },
    clearTimeout: (timer: number) => {
      timers.get(timer)?.();
      timers.delete(timer);
    },
  };
};

/** The names that a page finds in its browser, in the world's time. */
export const globalsOf = ({ world, screen, fetch, signals, connection, key }: Browser) => {
  class PageDate extends Date {
    constructor(...values: readonly unknown[]) {
      super(...((values.length > 0 ? values : [world.now()]) as [number]));
    }
    static override now(): number {
      return world.now();
    }
  }
  class FormData {
    readonly #field: InputField;
    constructor(field: InputField) {
      this.#field = field;
    }
    get(): string {
      return this.#field.value;
    }
  }
  const document = {
    ...listenersOf(screen.document),
    body: { parentElement: { classList: { add: () => {} } } },
    documentElement: { lang: "en" },
    hidden: false,
    get activeElement() {
      return screen.active;
    },
    hasFocus: () => screen.hasFocus,
    querySelector: (selector: string) => {
      if (selector.startsWith("meta")) return key === undefined ? null : { content: key };
      const element = screen.find(selector);
      return element ? { click: () => screen.click(element), scrollTo: () => {} } : null;
    },
  };
  const navigator = {
    get onLine() {
      return connection.online;
    },
    languages: ["en"],
    vibrate: (pattern: readonly number[]) => signals.push(pattern.join()) > 0,
    // One page alone gets every lock at once.
    locks: { request: async (...values: readonly unknown[]) => (values.at(-1) as () => unknown)() },
  };
  const browserWindow = { ...listenersOf(screen.window), ...timersIn(world) };
  const location = new URL("https://warehouse.example/app/worker");
  return {
    ...browserWindow,
    ...{ window: browserWindow, document, navigator, location, FormData, Date: PageDate },
    globalThis: { ...browserWindow, document, navigator, isSecureContext: true },
    isSecureContext: true,
    HTMLInputElement: InputField,
    indexedDB: databases(),
    BroadcastChannel: class {
      postMessage = () => {};
      close = () => {};
    },
    performance: { now: () => world.passed() },
    Math: Object.assign(Object.create(Math) as Math, { random: world.random }),
    crypto: {
      getRandomValues: (values: Uint32Array) => values.map(() => world.random() * 2 ** 32),
    },
    fetch: (url: string, init: RequestInit) => fetch(url.replace(location.origin, ""), init),
    history: { state: "guard" },
    scrollTo: () => {},
    drawPage: (drawn: Parameters<Screen["draw"]>[0]) => screen.draw(drawn),
  };
};
/** What a page finds in its browser. */
export type PageGlobals = ReturnType<typeof globalsOf>;
