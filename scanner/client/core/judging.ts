import type { Verdict } from "../exchange.ts";
import type { Outcome } from "../types.ts";
import { noteScan } from "./dating.ts";
import {
  addEffect,
  type Draft,
  noteEnd,
  type QueuedDraft,
  removeEnded,
  showEntry,
  stopChains,
} from "./draft.ts";
import { jitter } from "./jitter.ts";
import { holdAll, stopEntry, wakeAll } from "./sending.ts";
import { type Attempt, entryStateOf, holdOf } from "./state.ts";

type FinalVerdict = Verdict & { readonly state: "done" | "superseded" | "refused" };

/** An entry on which the service fails so often, in some ten minutes, is set aside; sooner if it answers others. */
const mostFailures = 30;
const someFailures = 5;

/** Ends an entry: reports its outcome, and, if it was refused, sets aside what builds on it. */
export const endEntry = (draft: Draft, queued: QueuedDraft, outcome: Outcome): void => {
  const { entry } = queued;
  if (outcome.state === "refused") {
    queued.stage = "refused";
    queued.entry = { ...entry, refusal: outcome.refusal };
    queued.state = entryStateOf(draft, queued);
    noteEnd(draft, entry.id, "refused");
    stopChains(draft, entry);
  } else {
    queued.state = outcome.state;
    noteScan(draft, queued);
    removeEnded(draft, entry.id, "over");
  }
  addEffect(draft, "end", queued, outcome);
};

/** Notes whether the service answers; what waited for that is sent as soon as it does. */
const noteAnswer = (draft: Draft, isAnswer: boolean, aborted: boolean) => {
  if (isAnswer) draft.heardAt = draft.moment.now;
  if (isAnswer && draft.silent) wakeAll(draft);
  if (isAnswer || !aborted) draft.silent = !isAnswer;
};

/** Counts how often the service fails on an entry, and says whether it is often enough. */
const failsAgain = (draft: Draft, queued: QueuedDraft) => {
  queued.answersBefore ??= draft.goodAnswers;
  queued.failures += 1;
  const most = draft.goodAnswers > queued.answersBefore ? someFailures : mostFailures;
  return queued.failures >= most;
};

/** What an answer means for its entry, and for the others (docs/exactly-once.md). */
export const judgeAnswer = (
  draft: Draft,
  queued: QueuedDraft,
  { asksTime, credentials }: Attempt,
  verdict: Verdict,
  aborted: boolean,
  random: number,
): void => {
  const { by, route } = queued.entry;
  const isAsked = verdict.state !== "held" || !verdict.unasked;
  const isAnswer = verdict.state !== "later" || verdict.own;
  if (isAsked) noteAnswer(draft, isAnswer, aborted);

  if (verdict.state === "later") {
    const pause = verdict.wait + jitter(random, queued.tries);
    queued.due = aborted ? 0 : draft.moment.clock + pause;
    queued.problem = verdict.why;
    if (verdict.all || asksTime) draft.allDue = queued.due;
    if (!asksTime && verdict.doubt) queued.doubt = true;
    if (!asksTime && verdict.fault && failsAgain(draft, queued))
      stopEntry(draft, queued, "failing");
    else showEntry(draft, queued);
  } else if (verdict.state === "held") {
    // A key that may not ask for the time has an answer nevertheless.
    if (verdict.forbidden && asksTime) return;
    holdAll(draft, holdOf(by, verdict.forbidden ? route : undefined), credentials);
  } else if (!asksTime) {
    draft.goodAnswers += 1;
    endEntry(draft, queued, outcomeOf(draft, queued, verdict));
  }
};

/**
 * A refusal is unsure where an earlier attempt may have been recorded. With a key the service knows that attempt, unless it refused before
 * it looked at the key (`early`). Without a key only a refusal that no recorded attempt can have caused (`early`, too) is sure.
 */
const outcomeOf = (draft: Draft, { doubt }: QueuedDraft, verdict: FinalVerdict): Outcome => {
  if (verdict.state !== "refused") return verdict;
  const { refusal, early, reused } = verdict;
  // Without a key a browser that sends a request again by itself gets the refusal that its first sending caused.
  const unsure = draft.settings.key ? reused || (doubt && early) : doubt || !early;
  return { state: "refused", refusal: { ...refusal, unsure } };
};
