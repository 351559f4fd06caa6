import type { Requests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import type { News } from "#scanner/client/news.ts";
import type { Feed as Channel, QueueStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";
import type { Entry } from "#scanner/client/types.ts";
import type { Network } from "./network.ts";
import { as, type Owner, ownerNow, type World } from "./world.ts";

/** A scan that the storage has taken, and what the worker was told of it. */
export type Taken = {
  readonly device: number;
  /** What was scanned before it by the same page, or was shown there as waiting: it goes first. */
  readonly before: readonly string[];
  readonly route: WriteId;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** Somebody emptied the storage, and no page was open that knew of it and keeps it again. */
  emptied?: true;
  aside?: true;
  /** A storage that was full did not keep that it was sent: a page that is opened after that takes it for new. */
  unmarked?: true;
  /** Whether the device had heard the service's time before it was first sent. */
  heard?: boolean;
  readonly told: ("done" | "refused" | "unsure" | "withdrawn")[];
};

type Feed = Channel & { readonly take: (news: News) => void };
type Page = Owner & {
  readonly client: Client<Requests>;
  readonly feeds: Set<Feed>;
  /** What was scanned by it. */
  readonly made: string[];
};

export type Common = {
  readonly world: World;
  readonly network: Network;
  readonly taken: Map<string, Taken>;
  /** The key that the scanners have. */
  readonly key: () => string;
  readonly storage: (storage: QueueStorage) => QueueStorage;
};

/** Milliseconds by which the clocks of scanners are wrong; half of them are right. */
const wrong = [0, 0, 0, 0, 240_000, -180_000, 7_200_000, -86_400_000];

/** A scanner: a storage that lasts, and the pages that are open on it. */
export const deviceOf = (
  number: number,
  { world, network, taken, storage: sabotaged, key }: Common,
) => {
  const kept = new Map<string, Entry>();
  const feeds = new Set<Feed>();
  const pages = new Set<Page>();
  let waiting: { readonly page: Owner; readonly turned: (held: boolean) => void }[] = [];
  let wallAhead = wrong[Math.floor(world.random() * wrong.length)] ?? 0;
  let keys = 0;
  let full = false;
  let online = true;
  /** Its clock was never set. */
  let steady = true;
  let made = 0;
  const wakers = new Set<() => void>();
  const rescuers = new Set<() => void>();

  const transactions = world.lineOf();
  const storage = sabotaged({
    name: "queue",
    load: async () => {
      await world.step();
      return [...kept.values()];
    },
    update: (id, change) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      transactions(ownerNow(), () => {
        const entry = change(kept.get(id));
        if (entry && full && entry !== kept.get(id)) {
          const scan = entry.sent && taken.get(id);
          if (scan) scan.unmarked = true;
          return reject(new Error("QuotaExceededError"));
        }
        if (entry) kept.set(id, entry);
        else kept.delete(id);
        resolve();
      });
      return promise;
    },
    made: () => made,
    onEmptied: (run) => {
      const page = ownerNow();
      rescuers.add(() => world.whenAwake(page, run));
    },
    feed: () => {
      const page = ownerNow();
      const inbox = world.lineOf();
      const feed = {
        onmessage: (_: { readonly data: News }): unknown => undefined,
        take: (news: News) => {
          const data = structuredClone(news);
          inbox(page, () => feeds.has(feed) && feed.onmessage({ data }));
        },
        postMessage: (news: News) => {
          for (const other of feeds) if (other !== feed) other.take(news);
        },
        close: () => void feeds.delete(feed),
      };
      feeds.add(feed);
      return feed;
    },
  });
  const pass = () => {
    const [first] = waiting;
    if (first)
      void as(first.page, async () => {
        await world.step();
        if (waiting[0] === first) first.turned(true);
      });
  };
  const leave = (page: Owner) => {
    const first = waiting[0]?.page === page;
    waiting = waiting.filter((one) => one.page !== page);
    if (first) pass();
  };

  const open = (): Page => {
    const owner: Owner = {};
    const surroundings: Surroundings = {
      fetch: network.fetch,
      now: () => world.now() + wallAhead,
      clock: world.steady,
      random: world.random,
      after: world.after,
      key: () => {
        keys += 1;
        const key = `device-${String(number).padStart(3, "0")}-key-${String(keys).padStart(4, "0")}`;
        page?.made.push(key);
        return key;
      },
      online: () => online,
      onWake: (run) => {
        const wake = () => owner.killed || as(owner, run);
        wakers.add(wake);
        return () => wakers.delete(wake);
      },
      lock: (_, turned) => {
        waiting.push({ page: owner, turned });
        if (waiting.length === 1) pass();
        return { release: () => leave(owner) };
      },
    };
    const tell = (id: string, what: Taken["told"][number]) => taken.get(id)?.told.push(what);
    const before = new Set(feeds);
    const client = as(owner, () =>
      createClient<Requests>({
        ...{ baseUrl: "", settings: network.settings, storage, world: surroundings },
        // Without keys a request is known by its page alone.
        headers: () => ({ "x-api-key": key() }),
        onDone: ({ id }) => tell(id, "done"),
        onRefused: ({ id }, { unsure }) => tell(id, unsure ? "unsure" : "refused"),
        onChange: ({ entry: { id, sent }, state }) => {
          const scan = taken.get(id);
          if (!scan) return;
          if (state === "aside") scan.aside = true;
          if (sent) scan.heard ??= steady && client.heardAt() !== undefined;
        },
      }),
    );
    client.loaded.catch(() => {});
    const page: Page = Object.assign(owner, {
      client,
      made: [],
      feeds: new Set([...feeds].filter((feed) => !before.has(feed))),
    });
    pages.add(page);
    return page;
  };
  const first = () => [...pages][0] ?? open();
  const shown = () => [...pages].flatMap(({ client }) => client.entries());
  /** What was taken, is not kept, and no page that is open knows of. */
  const lose = () => {
    const known = new Set(shown().map(({ entry }) => entry.id));
    for (const [id, scan] of taken)
      if (scan.device === number && !kept.has(id) && !known.has(id)) scan.emptied = true;
  };

  const removed = () => {
    const page = [...pages].at(-1);
    if (page) pages.delete(page);
    lose();
    return page;
  };

  return {
    kept,
    open: () => void first(),
    second: () => void (pages.size < 2 && open()),
    write: (route: WriteId, fields: object, which: number) => {
      const all = pages.size === 0 ? [open()] : [...pages];
      const page = all[which % all.length] as Page;
      world.wake(page);
      const before = [...page.made, ...page.client.entries().map(({ entry }) => entry.id)];
      const at = world.now();
      const writing = as(page, () => page.client.write(route, fields as never));
      writing.then(
        (ticket) => {
          if (ticket.state !== "queued") return;
          const { id } = ticket;
          const scan = { device: number, before, route, at, told: [] };
          if (!taken.has(id)) taken.set(id, { ...scan, fields: fields as Taken["fields"] });
        },
        () => {},
      );
    },
    look: (box_no: string) => {
      const page = first();
      void as(page, () => page.client.ask("get-box-info", { box_no }));
    },
    close: () => {
      const page = removed();
      if (page) as(page, () => page.client.close());
    },
    /** It ends without a word. */
    crash: () => {
      const page = removed();
      if (!page) return;
      page.killed = true;
      for (const feed of page.feeds) feeds.delete(feed);
      leave(page);
    },
    sleep: (ms: number) => {
      for (const page of pages) world.freeze(page, ms);
    },
    offline: () => {
      online = false;
    },
    online: () => {
      online = true;
      for (const wake of wakers) wake();
    },
    full: () => {
      full = true;
    },
    room: () => {
      full = false;
    },
    /** The worker takes back what was scanned first and waits. */
    withdraw: () => {
      const page = first();
      const [waits] = page.client.entries();
      if (!waits) return;
      const { id } = waits.entry;
      const withdrawing = as(page, () => page.client.withdraw(id));
      withdrawing.then(
        (result) => result && taken.get(id)?.told.push(result),
        () => {},
      );
    },
    empty: () => {
      kept.clear();
      full = false;
      made += 1;
      lose();
      for (const rescue of rescuers) rescue();
    },
    clockBack: (ms: number) => {
      steady = false;
      wallAhead -= ms;
    },
    renewed: () => {
      for (const page of pages) as(page, () => page.client.renewed());
    },
    /** What its pages show. */
    shown,
    /** All is well again. */
    settle: () => {
      full = false;
      online = true;
      for (const page of pages) world.wake(page);
      const page = first();
      as(page, () => page.client.renewed());
      as(page, () => page.client.retry());
    },
  };
};
export type Device = ReturnType<typeof deviceOf>;
