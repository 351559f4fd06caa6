import type { Answer } from "#lib/page/requests.ts";
import type { Read } from "../shared/read.ts";
import type { Item, List } from "./store.ts";

type Paged = { readonly cursor?: string | undefined };

const wanted = new Map<string, number>();

/** How many pages of a list are shown, by its name. */
export const pagesOf = {
  /** Wants one page more, and asks. */
  add: (list: string, ask: () => Promise<void>): Promise<void> => {
    wanted.set(list, (wanted.get(list) ?? 1) + 1);
    return ask();
  },
  /** Begins with one page again. */
  forget: (list: string): boolean => wanted.delete(list),
};

/** The boxes of a place, then its goods. */
export const itemsIn = ({
  items,
  boxes = [],
}:
  | Answer<"location-overview">["off_shelf"]
  | Answer<"location-overview">["locations"][number]): Item[] => [...boxes, ...items];

/** A list as far as its pages are wanted; nothing if one of them was not answered. */
export const listed = async <A extends Paged, One>(
  list: string,
  ask: (cursor?: string) => Promise<Read<A>>,
  itemsOf: (page: A) => readonly One[],
): Promise<List<One> | undefined> => {
  const all: One[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const { answer } = await ask(cursor);
    if (!answer) return undefined;
    all.push(...itemsOf(answer));
    cursor = answer.cursor;
    pages += 1;
  } while (cursor !== undefined && pages < (wanted.get(list) ?? 1));
  return { all, more: cursor !== undefined };
};
