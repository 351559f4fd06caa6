import type { Entry, Outcome } from "../entry.ts";
import type { PageRequest, PostedStatus } from "../page-messages.ts";
import { dateEntries, dateFields, noteRecordedScan } from "./dating.ts";
import {
  addEffect,
  draftOf,
  type EntryDraft,
  removeEndedEntry,
  restoreLostEntries,
  type StateDraft,
  setAsideReason,
  setFollowersAside,
  showAllEntries,
  showEntry,
} from "./draft.ts";
import type { CoreEffect, CoreEvent, EntryEventArguments, QueueEventArguments } from "./events.ts";
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

/** Finds the entry on this page, or adds it. */
const findOrAddEntry = (draft: StateDraft, entry: Entry): EntryDraft => {
  draft.lastOrder = Math.max(draft.lastOrder, entry.order);
  const queued = draft.entries.get(entry.id) ?? queuedEntryOf(entry, draft.moment);
  draft.entries.set(entry.id, queued);
  return queued;
};

/** Merges the stored entries. `idsBefore`: the stored entries that this page knew when it started to read. */
const mergeStoredEntries = (
  draft: StateDraft,
  stored: readonly Entry[],
  idsBefore?: readonly string[],
) => {
  const { made } = draft.moment;
  const storedIds = new Set(stored.map(({ id }) => id));
  // Another page has removed the entries that were stored before and are missing now.
  for (const queued of storedEntries(draft)) {
    const { id } = queued.entry;
    const isTakenOut = !storedIds.has(id) && idsBefore?.includes(id);
    if (isTakenOut && !queued.attempt && !isLost(queued, made)) draft.entries.delete(id);
  }
  for (const entry of stored) {
    const end = draft.ends.get(entry.id);
    // The entry is over, but the storage failed to delete it.
    if (end === "over") continue;
    // Another page is showing the refusal, or has reported an end that a full storage did not accept.
    if (!draft.maySend && (entry.refusal || end)) continue;
    const queued = findOrAddEntry(draft, entry);
    // A full storage could not store the mark that the entry was sent, so the mark in this page's memory counts too.
    Object.assign(queued, { entry, doubt: queued.doubt || entry.sent, made });
  }
};

/** Starts to lead: shows the refusals that the previous page left, then sets aside, restores and sends the rest. */
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

/**
 * Posts the refusal of an entry, if it has one. A page that has just opened may have read the entry from a storage that was too full for
 * the refusal.
 */
const postRefusal = (draft: StateDraft, queued: EntryDraft) => {
  const { refusal } = queued.entry;
  if (!refusal) return;
  addEffect(draft, "post", ["entry", statusOf(queued), { state: "refused", refusal }]);
};

/** The handlers of requests. They run on the leading page, whichever page sent the request. */
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
    // With a key, attempts in progress can be repeated at once, because the service records them once.
    if (draft.settings.key) abortAttempts(draft);
    const queued = draft.entries.get(id ?? "");
    if (!queued?.entry.aside) return;
    queued.failures = 0;
    setAsideReason(draft, queued, undefined);
  },
};

/** Merges the status of an entry that another page posted. */
const mergePostedEntry = (draft: StateDraft, posted: PostedStatus, outcome?: Outcome) => {
  const { id } = posted.entry;
  const known = draft.entries.get(id);
  // An entry that came back from the storage after its end can end again, unless its refusal is being shown.
  const canEnd = known && known.stage !== "refused";
  const end = canEnd ? undefined : draft.ends.get(id);
  // The end "taken back" can still turn into recorded or refused. Other ends are final, and may be posted twice.
  if (end && (end !== "takenBack" || !outcome)) return;

  const queued = findOrAddEntry(draft, posted.entry);
  queued.made = posted.made;
  const isTakenBack = posted.state === "withdrawn";
  if (isTakenBack && queued.attempt) queued.stage = "answerOnly";
  else if (isTakenBack) removeEndedEntry(draft, id, "takenBack");
  else if (outcome) removeEndedEntry(draft, id, outcome.state === "refused" ? "refused" : "over");
  // The leading page knows more than other pages post.
  else if (!draft.leads)
    Object.assign(queued, posted, { doubt: queued.doubt || posted.entry.sent });
  if (draft.leads) {
    setFollowersAside(draft);
    restoreLostEntries(draft);
  }
  if (outcome && outcome.state !== "refused") noteRecordedScan(draft, posted);
  addEffect(draft, "show", posted, outcome, true);
};

/** The handlers of the events of one entry. */
const entryHandlers: {
  readonly [Type in keyof EntryEventArguments]: (
    draft: StateDraft,
    queued: EntryDraft,
    ...args: EntryEventArguments[Type]
  ) => void;
} = {
  stored: (draft, queued, made) => {
    queued.made = made;
    queued.stage = "queued";
    showEntry(draft, queued);
    if (draft.leads) setFollowersAside(draft);
  },
  updated: (draft, queued, made) => {
    queued.made = made;
    // This page may be closing, and the next page may have read the storage while the entry was not there.
    showEntry(draft, queued);
  },
  missing: (draft, queued) => void draft.entries.delete(queued.entry.id),
  takingBack: (_, queued, isUnderWay) => {
    queued.stage = isUnderWay ? "takingBack" : "queued";
  },
  takenBack: (draft, queued) => {
    removeEndedEntry(draft, queued.entry.id, "takenBack");
    addEffect(draft, "show", { ...queued, state: "withdrawn" });
  },
  sending: (draft, queued, marked) => {
    queued.entry = marked;
    queued.tries += 1;
    if (!queued.attempt?.asksTime) showEntry(draft, queued);
  },
  answered: (draft, queued, verdict, isAborted, random) => {
    const { attempt } = queued;
    queued.attempt = undefined;
    // Nothing was sent. If this page still leads, it tries again in a second.
    if (!verdict) queued.due = draft.moment.clock + 1_000;
    else if (attempt && draft.leads)
      judgeAnswer(draft, queued, attempt, verdict, isAborted, random);
    // Another page leads now. It sends the entry again and judges the answer.
    else queued.doubt ||= queued.entry.sent;
    // If the answer did not end the entry, the take-back from the other page does. It was shown when its message arrived.
    const { id } = queued.entry;
    if (draft.entries.get(id)?.stage === "answerOnly") removeEndedEntry(draft, id, "takenBack");
  },
  understood: (draft, queued) => {
    removeEndedEntry(draft, queued.entry.id, "over");
    postRefusal(draft, queued);
  },
};

/** The handlers of the events of the queue. */
const queueHandlers: {
  readonly [Type in keyof QueueEventArguments]: (
    draft: StateDraft,
    ...args: QueueEventArguments[Type]
  ) => void;
} = {
  loaded: (draft, entries, idsBefore) => {
    if (entries) mergeStoredEntries(draft, entries, idsBefore);
    // The lock may have been lost during the read.
    if (idsBefore && draft.maySend) beginToLead(draft);
  },
  locked: (draft, maySend) => {
    draft.maySend = maySend;
    draft.leads = false;
    const storedIds = storedEntries(draft).map(({ entry }) => entry.id);
    if (maySend) addEffect(draft, "load", storedIds);
    else abortAttempts(draft);
  },
  given: (draft, given) => {
    // The order always increases, even if the clock goes back.
    draft.lastOrder = Math.max(draft.lastOrder + 1, given.queuedAt);
    const entry = { ...given, order: draft.lastOrder, sent: false };
    // Reserve the place before the entry is stored, because a later scan of the same goods must not overtake it.
    const queued: EntryDraft = { ...queuedEntryOf(entry, draft.moment), stage: "storing" };
    draft.entries.set(entry.id, queued);
    if (draft.moment.isKnown) queued.entry = { ...entry, fields: dateFields(draft, queued) };
  },
  timeLearnt: dateEntries,
  heard: (draft, [type, subject, more]) => {
    if (type === "entry") mergePostedEntry(draft, subject, more);
    else if (type !== "state") {
      if (draft.leads) requestHandlers[type](draft, subject);
    } else if (!draft.leads) {
      draft.heardAt = more;
      showQueueState(draft, subject);
    }
  },
  requested: (draft, request, id) => {
    if (draft.leads) requestHandlers[request](draft, id);
    else addEffect(draft, "post", [request, id]);
  },
  emptied: (draft) => {
    if (!draft.leads) return;
    addEffect(draft, "call", "onEmptied");
    restoreLostEntries(draft);
  },
  due: () => {},
  closed: (draft) => {
    queueHandlers.locked(draft, false);
    showQueueState(draft, "closed");
  },
};

type AnyHandlers = Readonly<Record<string, (draft: StateDraft, ...args: unknown[]) => void>>;

/**
 * Handles an event: returns the next state, and the effects that the shell must perform, in this order. It is pure: the same state, event
 * and moment give the same result, and none of them is changed.
 */
export const handleEvent = (
  state: CoreState,
  [type, ...args]: CoreEvent,
  moment: EventMoment,
): readonly [state: CoreState, effects: readonly CoreEffect[]] => {
  const draft = draftOf(state, moment);
  if (type in queueHandlers) (queueHandlers as AnyHandlers)[type]?.(draft, ...args);
  else {
    const [id, ...more] = args as [string, ...unknown[]];
    const queued = draft.entries.get(id);
    if (queued) (entryHandlers as AnyHandlers)[type]?.(draft, queued, ...more);
  }
  // For `timeLearnt`, sending waits, because the answer that had the time is judged next.
  if (type !== "timeLearnt") sendDueEntries(draft);
  const { moment: _, effects, ...nextState } = draft;
  return [nextState, effects];
};
