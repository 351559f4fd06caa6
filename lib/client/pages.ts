import { succeeds } from "./slot.ts";
import type { News } from "./standing.ts";
import type { QueueStorage } from "./storage.ts";
import type { Lead, Surroundings } from "./surroundings.ts";

export type PagesOptions = {
  readonly storage: QueueStorage;
  readonly world: Surroundings;
  readonly hear: (news: News) => void;
  /** Brings this page up to date before it leads. */
  readonly load: () => Promise<void>;
  /** This page leads now, or no longer. */
  readonly turned: () => void;
};

/** The pages on one storage, of which one sends: this one, when `leads` says so. */
export type Pages = ReturnType<typeof pages>;

/** Asks for the lead when started, and carries what the pages tell each other. A storage without a name has this page alone. */
export const pages = ({ storage, world, hear, load, turned }: PagesOptions) => {
  let leads = false;
  let may = false;
  let ended = false;
  let lead: Lead | undefined;
  const feed = storage.feed?.((news) => hear(news as News));
  const taken = async () => {
    may = true;
    await succeeds(load);
    leads = may && !ended;
    turned();
  };
  const lost = () => {
    may = false;
    leads = false;
    turned();
  };
  return {
    leads: () => leads,
    // What ends after this page was closed is told to nobody.
    tell: (news: News) => void (ended || feed?.tell(news)),
    /** Whether it still leads; a page that was asleep may not know. */
    still: async () => leads && (await (lead?.still() ?? true)),
    start: () => {
      const { name } = storage;
      if (ended) return;
      if (name === undefined) void taken();
      else lead = world.lock ? world.lock(name, taken) : storage.lease?.(world, taken, lost);
      feed?.tell({ call: "hello" });
    },
    close: () => {
      ended = true;
      leads = false;
      lead?.release();
      feed?.close();
    },
  };
};
