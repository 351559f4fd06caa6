import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import { type Read, rehearse } from "./client.ts";
import type { Changes } from "./diff.tsx";
import { type Answered, comparison, type Draft, draftOf, entriesOf, rehearses } from "./draft.ts";
import type { Line } from "./store.ts";

/** Milliseconds after the last key until the service is asked. */
const pause = 300;
/** Milliseconds until it is asked again, where nobody answered. */
const again = 5_000;

/** What the service says of a draft. */
export type Told = { readonly draft?: Draft; readonly changes: Changes; readonly refusal?: string };
const nothing: Changes = { added: [], removed: [], changed: [], blocked: [] };

const toldOf = (draft: Draft, { answer, sentence, silent }: Read<Answered>): Told => ({
  draft,
  changes: answer ?? nothing,
  refusal: sentence ?? (silent ? words.silent : undefined),
});

/** Asks what a draft would do, a moment after the last change of it. */
export const useRehearsal = (
  zongpai: string,
  before: Draft | undefined,
  draft: Draft | undefined,
): Told => {
  const [told, setTold] = useState<Told>({ changes: nothing });
  useEffect(() => {
    if (!before || !draft) return;
    if (!rehearses || draft === before)
      return setTold({ draft, changes: comparison(before, draft) });
    let left = false;
    const timer = setTimeout(async () => {
      const outcome = await rehearse({ zongpai, entries: entriesOf(draft) });
      if (!left) setTold(toldOf(draft, outcome));
    }, pause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [before, draft]);
  return told;
};

/** What is configured when the form opens: a dry run of an empty configuration names every category that it would remove. */
export const useStart = (zongpai: string, lines: readonly Line[]): Draft | undefined => {
  const [start, setStart] = useState<Draft>();
  const begin = async () => {
    if (!rehearses) return setStart(draftOf(lines, undefined));
    const { answer, silent } = await rehearse({ zongpai, entries: [] });
    if (silent) return setTimeout(begin, again);
    if (answer) setStart(draftOf(lines, answer.removed));
  };
  useEffect(() => void begin(), []);
  return start;
};
