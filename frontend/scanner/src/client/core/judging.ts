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
  showAllEntries,
  showEntry,
} from "./draft.ts";
import { computeRetryPause } from "./retry-pause.ts";
import { endPauses, setAsideWithFollowers } from "./sending.ts";
import { type Attempt, entryStateOf, holdNameOf } from "./state.ts";

type FinalVerdict = AttemptVerdict & { readonly state: "done" | "superseded" | "refused" };

/** The number of service failures until an entry is set aside, reached after about ten minutes. */
const failuresUntilAside = 30;
/** The number of failures if the service answers other entries in the meantime. */
const failuresUntilAsideIfOthersSucceed = 5;

/** Ends an entry and reports its outcome. If it was refused, the entries that build on it are set aside. */
export const endEntry = (draft: StateDraft, queued: EntryDraft, outcome: Outcome): void => {
  const { entry } = queued;
  if (outcome.state === "refused") {
    queued.stage = "refused";
    queued.entry = { ...entry, refusal: outcome.refusal };
    queued.state = entryStateOf(draft, queued);
    noteEnd(draft, queued, "refused");
    setFollowersAside(draft, entry.goods, entry);
  } else {
    queued.state = outcome.state;
    noteRecordedScan(draft, queued);
    removeEndedEntry(draft, queued, "over");
  }
  addEffect(draft, "end", queued, outcome);
};

/** Records whether the service answers. When it does again, the waiting entries are sent. */
const noteAnswer = (draft: StateDraft, isAnswer: boolean, isAborted: boolean) => {
  if (isAnswer) draft.heardAt = draft.moment.now;
  if (isAnswer && draft.silent) endPauses(draft);
  if (isAnswer || !isAborted) draft.silent = !isAnswer;
};

/** Counts a service failure for an entry. Returns whether the limit is reached. */
const countFailure = (draft: StateDraft, queued: EntryDraft) => {
  queued.answersBefore ??= draft.goodAnswers;
  queued.failures += 1;
  const othersSucceed = draft.goodAnswers > queued.answersBefore;
  const most = othersSucceed ? failuresUntilAsideIfOthersSucceed : failuresUntilAside;
  return queued.failures >= most;
};

/** Applies an answer to its entry and to the others (docs/exactly-once.md). */
export const judgeAnswer = (
  draft: StateDraft,
  queued: EntryDraft,
  { asksTime, renewals }: Attempt,
  verdict: AttemptVerdict,
  isAborted: boolean,
  random: number,
): void => {
  const { by, route } = queued.entry;
  const isUnasked = verdict.state === "held" && verdict.unasked;
  const isAnswer = verdict.state !== "later" || verdict.own;
  if (!isUnasked) noteAnswer(draft, isAnswer, isAborted);

  if (verdict.state === "later") {
    const pause = verdict.wait + computeRetryPause(random, queued.tries);
    queued.due = isAborted ? 0 : draft.moment.clock + pause;
    queued.problem = verdict.problem;
    if (verdict.all || asksTime) draft.allDue = queued.due;
    if (!asksTime) queued.doubt ||= verdict.doubt;
    if (!asksTime && verdict.fault && countFailure(draft, queued))
      setAsideWithFollowers(draft, queued, "failing");
    else showEntry(draft, queued);
  } else if (verdict.state === "held") {
    // These credentials may not read. The answer contained the time anyway, so the scan itself is sent next.
    if (verdict.forbidden && asksTime) return;
    // The credentials were renewed after the attempt began.
    if (renewals !== draft.renewals) return;
    draft.held = new Set(draft.held).add(holdNameOf(by, verdict.forbidden ? route : ""));
    showAllEntries(draft);
  } else if (!asksTime) {
    draft.goodAnswers += 1;
    endEntry(draft, queued, outcomeOf(draft, queued, verdict));
  }
};

/**
 * A refusal is unsure if an attempt may have been recorded. With a key, the service recognises an earlier attempt, unless it refused before
 * it checked the key (`early`). Without a key, a refusal is sure only if there was no earlier attempt and no recording can have caused it
 * (also `early`).
 */
const outcomeOf = (draft: StateDraft, { doubt }: EntryDraft, verdict: FinalVerdict): Outcome => {
  if (verdict.state !== "refused") return verdict;
  const { refusal, early, reused } = verdict;
  // Without a key, a browser may repeat a request by itself. The repetition is then refused because the first was recorded.
  const unsure = draft.settings.key ? reused || (doubt && early) : doubt || !early;
  return { state: "refused", refusal: { ...refusal, unsure } };
};
