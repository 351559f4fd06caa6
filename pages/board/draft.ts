import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Answer, Fields } from "#lib/page/requests.ts";
import { amount } from "../shared/text.tsx";
import { rehearse } from "./client.ts";

type Line = Answer<"get-attachment-status">["categories"][number];

/** Whether a category is wanted, and how much, as typed; without a number there is no limit. */
type Choice = { readonly wanted: boolean; readonly typed: string };
export type Draft = Readonly<Record<string, Choice>>;

export type Changes = Pick<
  Answer<"put-attachment-config">,
  "added" | "removed" | "changed" | "blocked"
>;

export const rehearses =
  settings.client.routes["put-attachment-config"]?.takes.dry_run !== undefined;

/**
 * What is configured now. `known`: the codes, where a dry run gave them. Without them a category without a quantity counts as configured,
 * so that nothing is removed that nobody has unticked.
 */
export const draftOf = (lines: readonly Line[], known: readonly string[] | undefined): Draft =>
  Object.fromEntries(
    settings.categories.map(({ category }) => {
      const line = lines.find((one) => one.category === category);
      const quantity = line?.configured_quantity;
      const wanted = known
        ? known.includes(category)
        : quantity !== undefined || (settings.uncapped && line !== undefined);
      return [category, { wanted, typed: amount(quantity) }];
    }),
  );

/** The request of a draft; of what is no number the service says what it would accept. */
export const entriesOf = (draft: Draft): Fields<"put-attachment-config">["entries"] =>
  Object.entries(draft)
    .filter(([, { wanted }]) => wanted)
    .map(([category, { typed }]) => ({
      category,
      quantity: typed.trim() ? Number(typed.replace(",", ".")) : undefined,
    }));

/** What saving would do, where the service does not say it. */
export const comparison = (before: Draft, draft: Draft): Changes => {
  const codes = Object.keys(draft);
  const was = (code: string) => before[code]?.wanted;
  const is = (code: string) => draft[code]?.wanted;
  return {
    added: codes.filter((code) => is(code) && !was(code)),
    removed: codes.filter((code) => was(code) && !is(code)),
    changed: codes.filter(
      (code) => was(code) && is(code) && before[code]?.typed !== draft[code]?.typed,
    ),
    blocked: [],
  };
};

/** Milliseconds after the last key until the service is asked. */
const pause = 300;

type Preview = { readonly draft?: Draft; readonly changes: Changes; readonly refusal?: string };
const nothing: Changes = { added: [], removed: [], changed: [], blocked: [] };

/** Asks what a draft would do, a moment after the last change of it. */
export const useRehearsal = (zongpai: string, before: Draft, draft: Draft): Preview => {
  const [preview, setPreview] = useState<Preview>({ changes: nothing });
  useEffect(() => {
    if (!rehearses || draft === before)
      return setPreview({ draft, changes: comparison(before, draft) });
    let left = false;
    const timer = setTimeout(async () => {
      const { answer, sentence, silent } = await rehearse({ zongpai, entries: entriesOf(draft) });
      if (left) return;
      const refusal = silent ? words.states.unanswered : sentence;
      setPreview({ draft, changes: answer ?? nothing, refusal });
    }, pause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [before, draft]);
  return preview;
};
