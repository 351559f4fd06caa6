import type { Read } from "./client.ts";

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

/** The pages of a list as far as they are wanted; nothing if one of them was not answered. */
export const listed = async <A extends Paged>(
  list: string,
  ask: (cursor?: string) => Promise<Read<A>>,
): Promise<A[] | undefined> => {
  const pages: A[] = [];
  do {
    const { answer } = await ask(pages.at(-1)?.cursor);
    if (!answer) return undefined;
    pages.push(answer);
  } while (pages.at(-1)?.cursor !== undefined && pages.length < (wanted.get(list) ?? 1));
  return pages;
};
