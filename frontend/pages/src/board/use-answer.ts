import { useLayoutEffect, useState } from "preact/hooks";
import type { ReadResult } from "../shared/service-reads.ts";
import { boardState } from "./store.ts";

type WithCursor = { readonly cursor?: string | undefined };

/** The pages of a list that were read so far; `loadMore` reads the next one, if there is one. */
export type PagedList<One> = {
  readonly result: ReadResult<unknown> | undefined;
  readonly items: readonly One[];
  readonly loadMore: (() => void) | undefined;
};

/**
 * Asks the service when the view opens, and again when the page refreshes or `subject` changes. `undefined` before the first result. If the
 * service does not answer, the last result stays.
 */
export const useAnswer = <A>(
  ask: () => Promise<ReadResult<A>>,
  subject?: unknown,
): ReadResult<A> | undefined => {
  const [result, setResult] = useState<ReadResult<A>>();
  // Before the paint, so that the service works while the browser paints.
  useLayoutEffect(() => {
    let isOutdated = false;
    const takeResult = (next: ReadResult<A>) => {
      if (!isOutdated) setResult((before) => (next.unanswered && before) || next);
    };
    void ask().then(takeResult);
    return () => {
      isOutdated = true;
    };
  }, [boardState().refreshCount, subject]);
  return result;
};

/** Reads at most a given number of pages of a list. */
export const readPages = async <A extends WithCursor, One>(
  ask: (cursor?: string) => Promise<ReadResult<A>>,
  itemsOf: (page: A) => readonly One[],
  maxPages = Number.POSITIVE_INFINITY,
): Promise<ReadResult<WithCursor & { readonly items: readonly One[] }>> => {
  const items: One[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages && (page === 0 || cursor !== undefined); page += 1) {
    const { answer, ...failed } = await ask(cursor);
    if (!answer) return failed;
    items.push(...itemsOf(answer));
    cursor = answer.cursor;
  }
  return { answer: { items, cursor } };
};

/** Reads a list page by page, and again when the page refreshes. */
export const usePagedList = <A extends WithCursor, One>(
  ask: (cursor?: string) => Promise<ReadResult<A>>,
  itemsOf: (page: A) => readonly One[],
): PagedList<One> => {
  const [maxPages, setMaxPages] = useState(1);
  const result = useAnswer(() => readPages(ask, itemsOf, maxPages), maxPages);
  const { items = [], cursor } = result?.answer ?? {};
  const loadMore = cursor === undefined ? undefined : () => setMaxPages(maxPages + 1);
  return { result, items, loadMore };
};
