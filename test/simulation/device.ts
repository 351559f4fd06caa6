import type { RouteRequests, WriteId } from "#lib/page/requests.ts";
import { type Client, createClient } from "#scanner/client/client.ts";
import type { handleEvent } from "#scanner/client/core/handle-event.ts";
import type { QueueStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";
import { steadyClockOf, wallClockOf } from "./clocks.ts";
import { type Feed, keptOf } from "./kept.ts";
import { lockOf } from "./lock.ts";
import type { Network } from "./network.ts";
import type { Taken } from "./taken.ts";
import { as, type Owner, type World } from "./world.ts";

type Page = Owner & {
  readonly client: Client<RouteRequests>;
  readonly feeds: Set<Feed>;
  /** The scans that were made on this page. */
  readonly made: string[];
  /** The refusals that this page shows, and that the worker has not understood. */
  readonly refusals: Set<string>;
  readonly clock: ReturnType<typeof steadyClockOf>;
  renewals: number;
  /** Number of writes that are being stored. */
  writes: number;
  /** The page slept, or its clock was set while a page was loading. It may not know the age of its scans. */
  slept?: true;
  loaded?: true;
  /** The page has learnt the time from an answer of its own. */
  knowsTime?: true;
  /** Number of requests that left the page between a 401 and the next renewal. */
  held?: number | undefined;
  /** The page slept before it knew the time, or while a page was loading. */
  sleptEarly?: true;
};

export type Common = {
  readonly world: World;
  readonly network: Network;
  readonly taken: Map<string, Taken>;
  /** The current key of the scanners. */
  readonly key: () => string;
  readonly storage: (storage: QueueStorage) => QueueStorage;
  readonly decide: typeof handleEvent;
};

/** The most requests that a page has open at once. */
const atOnce = 4;

/** Milliseconds for which a worker looks at a refusal. */
const look = 20_000;

/** A scanner: a lasting storage, and the pages that are open on it. */
export const deviceOf = (
  number: number,
  { world, network, taken, storage: sabotaged, decide, key }: Common,
) => {
  const { kept, feeds, ...disk } = keptOf(world, taken, (page) => {
    if (!lock.maySend(page)) wrongs.set("two pages lead", `scanner ${number}`);
  });
  const storage = sabotaged(disk.storage);
  const lock = lockOf(world);
  const wall = wallClockOf(world);
  const pages = new Set<Page>();
  let keys = 0;
  let online = true;
  let mostPages = 0;
  /** The entries that were in the storage when a user emptied it. */
  const cleared = new Set<string>();
  const wakers = new Set<() => void>();
  const wrongs = new Map<string, string>();

  /** Checks a request when it leaves its page. */
  const watch = (page: Page, method: string | undefined, headers: Record<string, string>) => {
    if (method === "GET") return;
    if (!lock.maySend(page)) wrongs.set("two pages send", `scanner ${number}`);
    if (page.held !== undefined) page.held += 1;
    // Some requests were open when the 401 came, and those from before the last renewal are sent once more.
    if (mostPages < 2 && (page.held ?? 0) > 2 * atOnce)
      wrongs.set("sent though held", `scanner ${number}`);
    const id = headers[network.settings.key || ""];
    const scan = taken.get(id ?? "");
    if (!id || !scan) return;
    if (scan.told.includes("withdrawn") && !scan.unmarked) wrongs.set("sent though taken back", id);
    // After its clock was set, a page knows only the age of its own scans. A wrong age of another scan moves the scans before it.
    const knowsAge = mostPages < 2 && !page.slept && page.made.includes(id);
    const isRight = wall.wasSet() ? knowsAge : !page.sleptEarly;
    const isDatedRight = isRight && page.knowsTime === true;
    // A storage that failed may not have the instant, so another page dates the scan again.
    if (scan.unmarked) scan.heard = (scan.heard ?? true) && isDatedRight;
    else scan.heard ??= isDatedRight;
  };

  const open = (): Page => {
    const owner: Owner = {};
    const clock = steadyClockOf(world);
    const surroundings: Surroundings = {
      fetch: async (url, init) => {
        watch(page, init.method, init.headers as Record<string, string>);
        const { renewals: before } = page;
        const response = await network.fetch(url, init);
        const isWrite = init.method !== "GET";
        if (isWrite && response.status === 401 && before === page.renewals) page.held ??= 0;
        return response;
      },
      now: wall.now,
      clock: clock.clock,
      random: world.random,
      after: world.after,
      key: () => {
        keys += 1;
        const key = `device-${String(number).padStart(3, "0")}-key-${String(keys).padStart(4, "0")}`;
        page.made.push(key);
        return key;
      },
      online: () => online,
      onWake: (run) => {
        const wake = () => owner.killed || as(owner, run);
        wakers.add(wake);
        return () => wakers.delete(wake);
      },
      lock: lock.askFor(owner),
    };
    const tell = (id: string, what: Taken["told"][number]) => taken.get(id)?.told.push(what);
    const before = new Set(feeds);
    const client = as(owner, () =>
      createClient<RouteRequests>(
        {
          ...{ baseUrl: "", settings: network.settings, storage, world: surroundings },
          // Without keys, only its page identifies a request.
          headers: () => ({ "x-api-key": key() }),
          onDone: ({ id }) => tell(id, "done"),
          onRefused: async ({ id }, { unsure }) => {
            page.refusals.add(id);
            await world.sleep(world.random() * look);
            page.refusals.delete(id);
            tell(id, unsure ? "unsure" : "refused");
          },
          onChange: ({ entry: { id }, state }) => {
            const scan = taken.get(id);
            if (scan && state === "aside") scan.aside = true;
          },
        },
        (state, event, moment) => {
          if (event[0] === "timeLearnt") page.knowsTime = true;
          return decide(state, event, moment);
        },
      ),
    );
    const page: Page = Object.assign(owner, {
      client,
      clock,
      renewals: 0,
      writes: 0,
      made: [],
      refusals: new Set<string>(),
      feeds: new Set([...feeds].filter((feed) => !before.has(feed))),
    });
    client.loaded.then(
      () => Object.assign(page, { loaded: true }),
      () => {},
    );
    pages.add(page);
    mostPages = Math.max(mostPages, pages.size);
    return page;
  };
  const first = () => [...pages][0] ?? open();
  const shown = () => [...pages].flatMap(({ client }) => client.entries());
  /**
   * Marks the scans that a user removed with the storage, if they were not stored again and no open page has them. The other pages leave a
   * refusal to the page that shows it, so it ends with that page.
   */
  const lose = (closed?: Page) => {
    const known = new Set(shown().map(({ entry }) => entry.id));
    for (const id of closed?.refusals ?? []) known.delete(id);
    for (const [id, scan] of taken)
      if (scan.device === number && cleared.has(id) && !kept.has(id) && !known.has(id))
        scan.emptied = true;
  };

  const removed = () => {
    const page = [...pages].at(-1);
    if (page) pages.delete(page);
    lose(page);
    return page;
  };
  const pageOf = (which: number) => {
    const all = pages.size === 0 ? [open()] : [...pages];
    return all[which % all.length] as Page;
  };

  const renew = (page: Page) => {
    page.renewals += 1;
    page.held = undefined;
    as(page, () => page.client.renewed());
  };

  /** A page that loads takes scans, but queues them later, so its scans and those of the other page may be out of order. */
  const isLoading = () => [...pages].some(({ loaded }) => !loaded);
  const setClock = (ms: number) => {
    wall.set(ms);
    if (isLoading()) for (const page of pages) page.slept = true;
  };
  const takeBack = (page: Page) => {
    const waiting = page.client.entries();
    // The worker rather takes back what may be recorded already.
    const waits = waiting.find(({ entry }) => entry.sent) ?? waiting[0];
    if (!waits) return;
    world.wake(page);
    const { id } = waits.entry;
    const withdrawing = as(page, () => page.client.withdraw(id));
    withdrawing.then(
      (result) => result && taken.get(id)?.told.push(result),
      () => {},
    );
    // The worker may look at another page at that time.
    const away = Math.floor(world.random() * 3) * look;
    if (away > 0) world.freeze(page, away);
  };

  return {
    kept,
    /** The forbidden actions that its pages took. */
    wrongs,
    /** Whether the device never had a second page. */
    hadOnePage: () => mostPages < 2,
    open: () => void first(),
    second: () => void (pages.size < 2 && open()),
    /** Another page takes the right to send, and may lose it while it reads the storage. */
    overtake: (ms: number) => {
      lock.overtake();
      if (ms % 2 === 0) world.after(ms % 40, lock.overtake);
    },
    /** Takes scans; several are one job. */
    write: (route: WriteId, all: readonly object[], which: number) => {
      const page = pageOf(which);
      world.wake(page);
      const open = page.client.entries().map(({ entry }) => entry.id);
      const before = [...page.made, ...open];
      const at = world.now();
      const [only] = all;
      page.writes += 1;
      const writing = as(page, async () => {
        if (all.length > 1)
          return page.client.writeAll(all.map((fields) => ({ route, fields }) as never));
        const ticket = await page.client.write(route, only as never);
        return ticket.state === "queued" ? [ticket] : ticket;
      });
      const end = () => {
        page.writes -= 1;
      };
      writing.then(end, end);
      writing.then(
        (tickets) => {
          if ("state" in tickets) return;
          for (const [place, { id }] of tickets.entries()) {
            const earlier = tickets.slice(0, place).map((ticket) => ticket.id);
            const scans = { before: [...before, ...earlier], open: [...open, ...earlier] };
            const fields = all[place] as Taken["fields"];
            if (!taken.has(id))
              taken.set(id, { device: number, ...scans, route, at, told: [], fields });
          }
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
      if (!page) return;
      // The page ends its last writes while the next page is open.
      if (page.writes > 0 || (page.frozenUntil ?? 0) > world.now()) mostPages = 2;
      as(page, () => page.client.close());
    },
    /** Kills a page, which can report nothing. */
    crash: () => {
      const page = removed();
      if (!page) return;
      page.killed = true;
      for (const feed of page.feeds) feeds.delete(feed);
      lock.leave(page);
    },
    sleep: (ms: number) => {
      const isOrderSure = !isLoading();
      for (const page of pages) {
        page.slept = true;
        if (!isOrderSure || !page.knowsTime) page.sleptEarly = true;
        page.clock.sleep(ms);
        world.freeze(page, ms);
      }
    },
    /** Puts one page into the background. */
    hide: (ms: number) => {
      const page = [...pages][ms % pages.size];
      if (page) world.freeze(page, ms);
    },
    offline: () => {
      online = false;
    },
    online: () => {
      online = true;
      for (const wake of wakers) wake();
    },
    full: () => disk.fail("full"),
    broken: () => disk.fail("broken"),
    room: disk.room,
    /** Takes back a waiting scan on any page. The other page may be in the background. */
    withdraw: (ms: number) => {
      const page = pageOf(ms);
      if (ms % 3 > 0) return takeBack(page);
      for (const other of pages) if (other !== page) world.freeze(other, ms);
      world.after(ms % 30_000, () => pages.has(page) && takeBack(page));
    },
    empty: () => {
      for (const id of disk.empty()) cleared.add(id);
      lose();
      disk.rescue();
    },
    clockBack: (ms: number) => setClock(-ms),
    clockForward: (ms: number) => setClock(ms),
    renewed: () => {
      for (const page of pages) renew(page);
    },
    /** The entries that its pages list. */
    shown,
    /** Ends all faults. */
    settle: () => {
      disk.room();
      online = true;
      for (const page of pages) world.wake(page);
      const page = pageOf(Math.floor(world.random() * pages.size));
      renew(page);
      as(page, () => page.client.retry());
    },
  };
};
export type Device = ReturnType<typeof deviceOf>;
