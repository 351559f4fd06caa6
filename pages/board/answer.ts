import { useEffect, useState } from "preact/hooks";
import type { Read } from "../shared/read.ts";
import { state } from "./store.ts";

type Paged = { readonly cursor?: string | undefined };

/** A list as far as it was asked for; `more` asks for another page, if there is one. */
export type List<One> = {
  readonly found: Read<unknown> | undefined;
  readonly all: readonly One[];
  readonly more: (() => void) | undefined;
};

/** Asks at once, and anew with the page and with each other `about`. While nobody answers, the last answer stays; nothing before the first. */
export const useAnswer = <A>(ask: () => Promise<Read<A>>, about?: unknown): Read<A> | undefined => {
  const [last, put] = useState<Read<A>>();
  useEffect(() => {
    let left = false;
    void ask().then((next) => left || put((before) => (next.silent && before) || next));
    return () => {
      left = true;
    };
  }, [state().refreshes, about]);
  return last;
};

/** So many pages of a list. */
export const listed = async <A extends Paged, One>(
  ask: (cursor?: string) => Promise<Read<A>>,
  itemsOf: (page: A) => readonly One[],
  pages = Number.POSITIVE_INFINITY,
): Promise<Read<Paged & { readonly all: readonly One[] }>> => {
  const all: One[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < pages && (page === 0 || cursor !== undefined); page += 1) {
    const { answer, ...failed } = await ask(cursor);
    if (!answer) return failed;
    all.push(...itemsOf(answer));
    cursor = answer.cursor;
  }
  return { answer: { all, cursor } };
};

/** As `useAnswer`, page by page. */
export const useList = <A extends Paged, One>(
  ask: (cursor?: string) => Promise<Read<A>>,
  itemsOf: (page: A) => readonly One[],
): List<One> => {
  const [pages, setPages] = useState(1);
  const found = useAnswer(() => listed(ask, itemsOf, pages), pages);
  const { all = [], cursor } = found?.answer ?? {};
  return { found, all, more: cursor === undefined ? undefined : () => setPages(pages + 1) };
};
