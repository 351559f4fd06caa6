import * as settings from "site:settings";
import type { Answer, Fields } from "#lib/page/requests.ts";
import { amount } from "../shared/text.tsx";
import type { Line } from "./store.ts";

/** Whether a category is wanted, and how much, as typed; without a number there is no limit. */
type Choice = { readonly wanted: boolean; readonly typed: string };
export type Draft = Readonly<Record<string, Choice>>;

export type Answered = Answer<"put-attachment-config">;
export type Changes = Pick<Answered, "added" | "removed" | "changed" | "blocked">;

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
  Object.entries(draft).flatMap(([category, { wanted, typed }]) => {
    const text = typed.trim();
    return wanted
      ? [{ category, quantity: text ? Number(text.replace(",", ".")) : undefined }]
      : [];
  });

/** What saving would do, where the service does not say it. */
export const comparison = (before: Draft, draft: Draft): Changes => {
  const codes = Object.keys(draft);
  const was = (code: string) => before[code]?.wanted === true;
  const is = (code: string) => draft[code]?.wanted === true;
  return {
    added: codes.filter((code) => is(code) && !was(code)),
    removed: codes.filter((code) => was(code) && !is(code)),
    changed: codes.filter(
      (code) => was(code) && is(code) && before[code]?.typed !== draft[code]?.typed,
    ),
    blocked: [],
  };
};
