import type { Outcome } from "../entry.ts";
import type { AttemptVerdict } from "../exchange.ts";
import { noteRecordedScan } from "./dating.ts";
import {
  addEffect,
  type EntryDraft,
  noteEnd,
  removeEndedEntry,
  type StateDraft,
  setFollowersAside,
  showEntry,
} from "./draft.ts";
import { computeRetryPause } from "./retry-pause.ts";
import { endPauses, holdEntries, setAsideWithFollowers } from "./sending.ts";
import { type Attempt, entryStateOf, holdNameOf } from "./state.ts";

type FinalVerdict = AttemptVerdict & { readonly state: "done" | "superseded" | "refused" };

/** An entry on which the service fails so often, in some ten minutes, is set aside; sooner if it answers others. */
const failuresUntilAside = 30;
const failuresUntilAsideIfOthersSucceed = 5;

/** Ends an entry: reports its outcome, and, if it was refused, sets aside what builds on it. */
export const endEntry = (draft: StateDraft, queued: EntryDraft, outcome: Outcome): void => {
  const { entry } = queued;
  if (outcome.state === "refused") {
    queued.stage = "refused";
    queued.entry = { ...entry, refusal: outcome.refusal };
    queued.state = entryStateOf(draft, queued);
    noteEnd(draft, entry.id, "refused");
    setFollowersAside(draft, entry);
  } else {
    queued.state = outcome.state;
    noteRecordedScan(draft, queued);
    removeEndedEntry(draft, entry.id, "over");
  }
  addEffect(draft, "end", queued, outcome);
};

/** Notes whether the service answers; what waited for that is sent as soon as it does. */
const noteAnswer = (draft: StateDraft, isAnswer: boolean, aborted: boolean) => {
  if (isAnswer) draft.heardAt = draft.moment.now;
  if (isAnswer && draft.silent) endPauses(draft);
  if (isAnswer || !aborted) draft.silent = !isAnswer;
};

/** Counts how often the service fails on an entry, and says whether it is often enough. */
const countFailure = (draft: StateDraft, queued: EntryDraft) => {
  queued.answersBefore ??= draft.goodAnswers;
  queued.failures += 1;
  const most =
    draft.goodAnswers > queued.answersBefore
      ? failuresUntilAsideIfOthersSucceed
      : failuresUntilAside;
  return queued.failures >= most;
};

/** What an answer means for its entry, and for the others (docs/exactly-once.md). */
export const judgeAnswer = (
  draft: StateDraft,
  queued: EntryDraft,
  { asksTime, renewals: credentials }: Attempt,
  verdict: AttemptVerdict,
  aborted: boolean,
  random: number,
): void => {
  const { by, route } = queued.entry;
  const isAsked = verdict.state !== "held" || !verdict.unasked;
  const isAnswer = verdict.state !== "later" || verdict.own;
  if (isAsked) noteAnswer(draft, isAnswer, aborted);

  if (verdict.state === "later") {
    const pause = verdict.wait + computeRetryPause(random, queued.tries);
    queued.due = aborted ? 0 : draft.moment.clock + pause;
    queued.problem = verdict.problem;
    if (verdict.all || asksTime) draft.allDue = queued.due;
    if (!asksTime && verdict.doubt) queued.doubt = true;
    if (!asksTime && verdict.fault && countFailure(draft, queued))
      setAsideWithFollowers(draft, queued, "failing");
    else showEntry(draft, queued);
  } else if (verdict.state === "held") {
    // A key that may not ask for the time has an answer nevertheless.
    if (verdict.forbidden && asksTime) return;
    holdEntries(draft, holdNameOf(by, verdict.forbidden ? route : undefined), credentials);
  } else if (!asksTime) {
    draft.goodAnswers += 1;
    endEntry(draft, queued, outcomeOf(draft, queued, verdict));
  }
};

/**
 * A refusal is unsure where an earlier attempt may have been recorded. With a key the service knows that attempt, unless it refused before
 * it looked at the key (`early`). Without a key only a refusal that no recorded attempt can have caused (`early`, too) is sure.
 */
const outcomeOf = (draft: StateDraft, { doubt }: EntryDraft, verdict: FinalVerdict): Outcome => {
  if (verdict.state !== "refused") return verdict;
  const { refusal, early, reused } = verdict;
  // Without a key a browser that sends a request again by itself gets the refusal that its first sending caused.
  const unsure = draft.settings.key ? reused || (doubt && early) : doubt || !early;
  return { state: "refused", refusal: { ...refusal, unsure } };
};
