import * as settings from "site:settings";
import words from "site:words/board";
import { useEffect, useState } from "preact/hooks";
import type { Answer, Fields } from "#lib/page/requests.ts";
import { amount } from "../shared/text.tsx";
import { rehearse } from "./client.ts";

type Line = Answer<"get-attachment-status">["categories"][number];

/** How much of each category is wanted, as typed; with nothing typed there is no limit. */
export type Draft = Readonly<Record<string, string | undefined>>;

export type Blocked = Answer<"put-attachment-config">["blocked"];

export const rehearses =
  settings.client.routes["put-attachment-config"]?.takes.dry_run !== undefined;

/**
 * What is configured now. `known`: the codes, where a dry run gave them. Without them a category without a quantity counts as configured,
 * so that nothing is removed that nobody has unticked.
 */
export const draftOf = (lines: readonly Line[], known: readonly string[] | undefined): Draft =>
  Object.fromEntries(
    lines
      .filter(({ category, configured_quantity: quantity }) =>
        known ? known.includes(category) : quantity !== undefined || settings.uncapped,
      )
      .map(({ category, configured_quantity: quantity }) => [category, amount(quantity)]),
  );

/** The request of a draft; of what is no number the service says what it would accept. */
export const entriesOf = (draft: Draft): Fields<"put-attachment-config">["entries"] =>
  Object.entries(draft).flatMap(([category, typed]) =>
    typed === undefined
      ? []
      : [{ category, quantity: typed.trim() ? Number(typed.replace(",", ".")) : undefined }],
  );

/** What saving would do, by category. */
export const changesIn = (before: Draft, draft: Draft) => {
  const codes = settings.categories.map(({ category }) => category);
  const changed = codes.filter((code) => before[code] !== draft[code]);
  return {
    removed: changed.filter((code) => draft[code] === undefined),
    changed: changed.filter((code) => before[code] !== undefined && draft[code] !== undefined),
    added: changed.filter((code) => before[code] === undefined),
  };
};

/** Milliseconds after the last key until the service is asked. */
const pause = 300;

/** Why a draft cannot be saved. */
type Verdict = {
  readonly draft?: Draft;
  readonly blocked: Blocked;
  readonly refusal?: string | undefined;
};

/** Asks whether a draft could be saved, a moment after the last change of it. */
export const useVerdict = (zongpai: string, before: Draft, draft: Draft): Verdict => {
  const [verdict, setVerdict] = useState<Verdict>({ blocked: [] });
  useEffect(() => {
    if (!rehearses || draft === before) return setVerdict({ draft, blocked: [] });
    let left = false;
    const timer = setTimeout(async () => {
      const { answer, sentence, silent } = await rehearse({ zongpai, entries: entriesOf(draft) });
      if (left) return;
      const refusal = silent ? words.states.unanswered : sentence;
      setVerdict({ draft, blocked: answer?.blocked ?? [], refusal });
    }, pause);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [before, draft]);
  return verdict;
};
