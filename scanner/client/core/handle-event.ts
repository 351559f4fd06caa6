import type { Entry, Outcome } from "../entry.ts";
import type { PostedStatus } from "../queue-status.ts";
import { dateEntries, dateFields, noteRecordedScan } from "./dating.ts";
import {
  addEffect,
  draftOf,
  type EntryDraft,
  noteEnd,
  removeEndedEntry,
  restoreLostEntries,
  type StateDraft,
  setAsideReason,
  setFollowersAside,
  showAllEntries,
  showEntry,
} from "./draft.ts";
import type {
  CoreEffect,
  CoreEvent,
  EntryEventArguments,
  PageRequest,
  QueueEventArguments,
} from "./events.ts";
import { endEntry, judgeAnswer } from "./judging.ts";
import {
  abortAttempts,
  endPauses,
  postQueueState,
  sendDueEntries,
  showQueueState,
} from "./sending.ts";
import {
  type CoreState,
  type EventMoment,
  isLost,
  queuedEntryOf,
  statusOf,
  storedEntries,
} from "./state.ts";

/** The entry as this page knows it; a new one where it does not. */
const findOrAddEntry = (draft: StateDraft, entry: Entry): EntryDraft => {
  draft.lastOrder = Math.max(draft.lastOrder, entry.order);
  const queued = draft.entries.get(entry.id) ?? queuedEntryOf(entry, draft.moment);
  draft.entries.set(entry.id, queued);
  return queued;
};

/** Takes over the entries of the storage, and drops those that another page took out. */
const mergeStoredEntries = (
  draft: StateDraft,
  kept: readonly Entry[],
  storedBefore?: readonly string[],
) => {
  const { made } = draft.moment;
  const ids = new Set(kept.map(({ id }) => id));
  const before = new Set(storedBefore);
  for (const queued of storedEntries(draft)) {
    const { id } = queued.entry;
    const isGone = !ids.has(id) && before.has(id);
    if (isGone && !queued.attempt && !isLost(queued, made)) draft.entries.delete(id);
  }
  for (const entry of kept) {
    const end = draft.ends.get(entry.id);
    // The storage could not forget it.
    if (end === "over") continue;
    // Another page is showing the refusal, or has reported an end that a full storage does not know.
    if (!draft.maySend && (entry.refusal || end)) continue;
    const queued = findOrAddEntry(draft, entry);
    // A full storage does not know that it was sent.
    Object.assign(queued, { entry, doubt: queued.doubt || entry.sent, made });
  }
};

/** Begins to lead: shows refusals that the page before left, and sets aside, keeps and sends the rest. */
const beginToLead = (draft: StateDraft) => {
  draft.leads = true;
  draft.held = new Set();
  for (const queued of storedEntries(draft)) {
    const { refusal } = queued.entry;
    if (refusal) endEntry(draft, queued, { state: "refused", refusal });
  }
  setFollowersAside(draft);
  restoreLostEntries(draft);
  requestHandlers.hello(draft);
};

/** A page that was just opened may have read the entry from a storage that was too full to keep its refusal. */
const postRefusal = (draft: StateDraft, queued: EntryDraft) => {
  const { refusal } = queued.entry;
  if (!refusal) return;
  addEffect(draft, "post", ["entry", statusOf(queued), { state: "refused", refusal }]);
};

/** The requests of all pages; only the page that leads handles them. */
const requestHandlers: Record<PageRequest, (draft: StateDraft, id?: string) => void> = {
  hello: (draft) => {
    postQueueState(draft);
    showAllEntries(draft);
    for (const queued of draft.entries.values()) postRefusal(draft, queued);
  },
  wake: endPauses,
  renewed: (draft) => {
    draft.renewals += 1;
    draft.held = new Set();
    showAllEntries(draft);
  },
  retry: (draft, id) => {
    endPauses(draft);
    // The key makes it harmless not to wait for the answer that may never come.
    if (draft.settings.key) abortAttempts(draft);
    const queued = draft.entries.get(id ?? "");
    if (!queued?.entry.aside) return;
    queued.failures = 0;
    setAsideReason(draft, queued, undefined);
  },
};

/** Takes over the state of an entry that another page posted. */
const mergePostedEntry = (draft: StateDraft, news: PostedStatus, outcome?: Outcome) => {
  const { id } = news.entry;
  const known = draft.entries.get(id);
  // The storage may have brought an entry back that has ended: then it can end again.
  const end = known && known.stage !== "refused" ? undefined : draft.ends.get(id);
  // An end is final, and may be posted twice. Only what was taken back can still prove to be recorded, or refused.
  if (end && (end !== "withdrawn" || !outcome)) return;
  const queued = findOrAddEntry(draft, news.entry);
  queued.made = news.made;
  // One that is being sent is judged nevertheless.
  if (news.state === "withdrawn" && queued.attempt) queued.stage = "withdrawn";
  else if (news.state === "withdrawn") removeEndedEntry(draft, id, "withdrawn");
  else if (outcome) removeEndedEntry(draft, id, outcome.state === "refused" ? "refused" : "over");
  // Only the page that sends knows more than what was posted.
  else if (!draft.leads) Object.assign(queued, news, { doubt: queued.doubt || news.entry.sent });
  if (draft.leads) {
    setFollowersAside(draft);
    restoreLostEntries(draft);
  }
  if (outcome && outcome.state !== "refused") noteRecordedScan(draft, news);
  addEffect(draft, "show", news, outcome, true);
};

/** The handlers of events of one entry. */
const entryHandlers: {
  readonly [Type in keyof EntryEventArguments]: (
    draft: StateDraft,
    queued: EntryDraft,
    ...what: EntryEventArguments[Type]
  ) => void;
} = {
  stored: (draft, queued, made) => {
    queued.made = made;
    queued.stage = "queued";
    showEntry(draft, queued);
    if (draft.leads) setFollowersAside(draft);
  },
  takingBack: (_, queued, isUnderWay) => {
    queued.stage = isUnderWay ? "takingBack" : "queued";
  },
  takenBack: (draft, queued) => {
    removeEndedEntry(draft, queued.entry.id, "withdrawn");
    addEffect(draft, "show", { ...queued, state: "withdrawn" });
  },
  removed: (draft, queued) => {
    const { id, refusal } = queued.entry;
    draft.entries.delete(id);
    if (refusal) noteEnd(draft, id, "over");
    postRefusal(draft, queued);
  },
  sending: (draft, queued, marked) => {
    queued.entry = marked;
    queued.tries += 1;
    if (!queued.attempt?.asksTime) showEntry(draft, queued);
  },
  answered: (draft, queued, verdict, aborted, random) => {
    const { attempt } = queued;
    queued.attempt = undefined;
    if (!verdict) queued.due = draft.moment.clock + 1_000;
    else if (attempt && draft.leads) judgeAnswer(draft, queued, attempt, verdict, aborted, random);
    else queued.doubt ||= queued.entry.sent;
    // If the answer did not end it, the taking back did.
    const { id } = queued.entry;
    if (draft.entries.get(id)?.stage === "withdrawn") removeEndedEntry(draft, id, "withdrawn");
  },
  kept: (_, queued, made) => {
    queued.made = made;
  },
};

/** The handlers of the other events. */
const otherHandlers: {
  readonly [Type in keyof QueueEventArguments]: (
    draft: StateDraft,
    ...what: QueueEventArguments[Type]
  ) => void;
} = {
  loaded: (draft, kept, storedBefore) => {
    if (kept) mergeStoredEntries(draft, kept, storedBefore);
    // Another page may have taken over while the storage was read.
    if (storedBefore && draft.maySend) beginToLead(draft);
  },
  turned: (draft, maySend) => {
    draft.maySend = maySend;
    draft.leads = false;
    const stored = storedEntries(draft).map(({ entry }) => entry.id);
    if (maySend) addEffect(draft, "load", stored);
    else abortAttempts(draft);
  },
  given: (draft, given) => {
    // Never backwards, even if the clock is.
    draft.lastOrder = Math.max(draft.lastOrder + 1, given.queuedAt);
    const entry = { ...given, order: draft.lastOrder, sent: false };
    // It takes its place at once: a later scan of the same goods must not overtake it.
    const queued: EntryDraft = { ...queuedEntryOf(entry, draft.moment), stage: "storing" };
    draft.entries.set(entry.id, queued);
    if (draft.moment.isKnown) queued.entry = { ...entry, fields: dateFields(draft, queued) };
  },
  timeLearnt: dateEntries,
  heard: (draft, [what, news, more]) => {
    if (what === "entry") mergePostedEntry(draft, news, more);
    else if (what !== "state") {
      if (draft.leads) requestHandlers[what](draft, news);
    } else if (!draft.leads) {
      draft.heardAt = more;
      showQueueState(draft, news);
    }
  },
  requested: (draft, request, id) => {
    if (draft.leads) requestHandlers[request](draft, id);
    else addEffect(draft, "post", [request, id]);
  },
  emptied: (draft) => {
    if (!draft.leads) return;
    addEffect(draft, "tell", "onEmptied");
    restoreLostEntries(draft);
  },
  woken: () => {},
  closed: (draft) => {
    otherHandlers.turned(draft, false);
    showQueueState(draft, "closed");
  },
};

type AnyHandlers = Readonly<
  Record<string, (draft: StateDraft, ...what: readonly unknown[]) => void>
>;

/**
 * Handles an event: returns the next state, and the effects that the shell must do, in this order. It is pure: the same state, event and
 * moment give the same result, and it changes none of them.
 */
export const handleEvent = (
  state: CoreState,
  [type, ...what]: CoreEvent,
  moment: EventMoment,
): readonly [state: CoreState, effects: readonly CoreEffect[]] => {
  const draft = draftOf(state, moment);
  if (type in otherHandlers) (otherHandlers as AnyHandlers)[type]?.(draft, ...what);
  else {
    const [id, ...more] = what as [string, ...unknown[]];
    const queued = draft.entries.get(id);
    if (queued) (entryHandlers as AnyHandlers)[type]?.(draft, queued, ...more);
  }
  // An answer says what time it is before it is judged itself.
  if (type !== "timeLearnt") sendDueEntries(draft);
  const { moment: _, effects, ...next } = draft;
  return [next, effects];
};
