import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Read } from "../shared/read.ts";
import { rehearse } from "./client.ts";
import {
  type Answered,
  type Changes,
  comparison,
  type Draft,
  draftOf,
  entriesOf,
  rehearses,
} from "./draft.ts";
import type { Line } from "./store.ts";

/** Milliseconds after the last key until the service is asked. */
const pause = 300;
/** Milliseconds until it is asked again, where nobody answered. */
const again = 5_000;

export type Preview = {
  readonly draft?: Draft;
  readonly changes: Changes;
  readonly refusal?: string;
};
const nothing: Changes = { added: [], removed: [], changed: [], blocked: [] };

const previewOf = (draft: Draft, { answer, sentence, silent }: Read<Answered>): Preview => ({
  draft,
  changes: answer ?? nothing,
  refusal: sentence ?? (silent ? words.states.unanswered : undefined),
});

/** Asks what a draft would do, a moment after the last change of it. */
export const useRehearsal = (
  zongpai: string,
  before: Draft | undefined,
  draft: Draft | undefined,
): Preview => {
  const [preview, setPreview] = useState<Preview>({ changes: nothing });
  useEffect(() => {
    if (!before || !draft) return;
    if (!rehearses || draft === before)
      return setPreview({ draft, changes: comparison(before, draft) });
    let left = false;
    const timer = setTimeout(async () => {
      const outcome = await rehearse({ zongpai, entries: entriesOf(draft) });
      if (!left) setPreview(previewOf(draft, outcome));
    }, pause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [before, draft]);
  return preview;
};

/** What is configured when the form opens: what a dry run of an empty configuration would remove. */
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
