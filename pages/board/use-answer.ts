import { useEffect, useState } from "preact/hooks";
import type { ReadResult } from "../shared/service-reads.ts";
import { boardState } from "./store.ts";

type WithCursor = { readonly cursor?: string | undefined };

/** A list as far as it was asked for; `more` asks for another page, if there is one. */
export type PagedList<One> = {
  readonly found: ReadResult<unknown> | undefined;
  readonly all: readonly One[];
  readonly more: (() => void) | undefined;
};

/** Asks at once, and anew with the page and with each other `about`. While nobody answers, the last answer stays; nothing before the first. */
export const useAnswer = <A>(
  ask: () => Promise<ReadResult<A>>,
  about?: unknown,
): ReadResult<A> | undefined => {
  const [last, put] = useState<ReadResult<A>>();
  useEffect(() => {
    let left = false;
    void ask().then((next) => left || put((before) => (next.unanswered && before) || next));
    return () => {
      left = true;
    };
  }, [boardState().refreshes, about]);
  return last;
};

/** So many pages of a list. */
export const readPages = async <A extends WithCursor, One>(
  ask: (cursor?: string) => Promise<ReadResult<A>>,
  itemsOf: (page: A) => readonly One[],
  pages = Number.POSITIVE_INFINITY,
): Promise<ReadResult<WithCursor & { readonly all: readonly One[] }>> => {
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
export const usePagedList = <A extends WithCursor, One>(
  ask: (cursor?: string) => Promise<ReadResult<A>>,
  itemsOf: (page: A) => readonly One[],
): PagedList<One> => {
  const [pages, setPages] = useState(1);
  const found = useAnswer(() => readPages(ask, itemsOf, pages), pages);
  const { all = [], cursor } = found?.answer ?? {};
  return { found, all, more: cursor === undefined ? undefined : () => setPages(pages + 1) };
};
