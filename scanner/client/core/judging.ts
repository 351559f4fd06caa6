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

/** An entry is set aside after so many failures of the service, which take some ten minutes. */
const failuresUntilAside = 30;
/** After so many if the service answers other entries meanwhile. */
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

/** Notes whether the service answers. As soon as it does, what waited for that is sent. */
const noteAnswer = (draft: StateDraft, isAnswer: boolean, isAborted: boolean) => {
  if (isAnswer) draft.heardAt = draft.moment.now;
  if (isAnswer && draft.silent) endPauses(draft);
  if (isAnswer || !isAborted) draft.silent = !isAnswer;
};

/** Counts a failure of the service on an entry. Returns whether there were too many. */
const countFailure = (draft: StateDraft, queued: EntryDraft) => {
  queued.answersBefore ??= draft.goodAnswers;
  queued.failures += 1;
  const othersSucceed = draft.goodAnswers > queued.answersBefore;
  const most = othersSucceed ? failuresUntilAsideIfOthersSucceed : failuresUntilAside;
  return queued.failures >= most;
};

/** Decides what an answer means for its entry and for the others (docs/exactly-once.md). */
export const judgeAnswer = (
  draft: StateDraft,
  queued: EntryDraft,
  { asksTime, renewals }: Attempt,
  verdict: AttemptVerdict,
  isAborted: boolean,
  random: number,
): void => {
  const { by, route } = queued.entry;
  const isAsked = verdict.state !== "held" || !verdict.unasked;
  const isAnswer = verdict.state !== "later" || verdict.own;
  if (isAsked) noteAnswer(draft, isAnswer, isAborted);

  if (verdict.state === "later") {
    const pause = verdict.wait + computeRetryPause(random, queued.tries);
    queued.due = isAborted ? 0 : draft.moment.clock + pause;
    queued.problem = verdict.problem;
    if (verdict.all || asksTime) draft.allDue = queued.due;
    if (!asksTime && verdict.doubt) queued.doubt = true;
    const failsTooOften = !asksTime && verdict.fault && countFailure(draft, queued);
    if (failsTooOften) setAsideWithFollowers(draft, queued, "failing");
    else showEntry(draft, queued);
  } else if (verdict.state === "held") {
    // These credentials may not read. The answer had the time anyway, so the scan itself is sent next.
    if (verdict.forbidden && asksTime) return;
    holdEntries(draft, holdNameOf(by, verdict.forbidden ? route : undefined), renewals);
  } else if (!asksTime) {
    draft.goodAnswers += 1;
    endEntry(draft, queued, outcomeOf(draft, queued, verdict));
  }
};

/**
 * A refusal is unsure if an attempt may have been recorded. With a key the service recognises an earlier attempt, unless it refused before
 * it looked at the key (`early`). Without a key a refusal is sure only if there was no earlier attempt, and none that was recorded can have
 * caused it (`early`, too).
 */
const outcomeOf = (draft: StateDraft, { doubt }: EntryDraft, verdict: FinalVerdict): Outcome => {
  if (verdict.state !== "refused") return verdict;
  const { refusal, early, reused } = verdict;
  // Without a key: if a browser repeats a request by itself, the repetition is refused because the first was recorded.
  const unsure = draft.settings.key ? reused || (doubt && early) : doubt || !early;
  return { state: "refused", refusal: { ...refusal, unsure } };
};
