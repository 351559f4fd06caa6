import type { Entry, Outcome } from "../entry.ts";
import type { PageRequest, PostedStatus } from "../page-messages.ts";
import { dateEntries, dateFields, noteRecordedScan } from "./dating.ts";
import {
  addEffect,
  type EntryDraft,
  editEntry,
  removeEndedEntry,
  removeEntry,
  removeTakenBack,
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
  entryById,
  isLost,
  lastNoted,
  type QueuedEntry,
  queuedEntryOf,
  statusOf,
  storedEntries,
} from "./state.ts";

/** How long this page waits for the messages of other pages before it sends an entry that the storage had lost. */
const messageDelayMs = 1_000;

/** Returns the entry of this page, or adds it. Then `sortEntries` must follow. */
const editOrAddEntry = (draft: StateDraft, entry: Entry, known?: QueuedEntry): EntryDraft => {
  const queued = known ?? queuedEntryOf(entry, draft.moment);
  if (!known) draft.entries.push(queued);
  return editEntry(draft, queued);
};

const sortEntries = ({ entries }: StateDraft) =>
  entries.sort((one, other) => one.entry.order - other.entry.order);

/** Merges the stored entries. `idsBefore`: the stored entries that this page knew when it started to read. */
const mergeStoredEntries = (
  draft: StateDraft,
  stored: readonly Entry[],
  idsBefore?: readonly string[],
) => {
  const { made } = draft.moment;
  const storedIds = new Set(stored.map(({ id }) => id));
  const known = new Map(draft.entries.map((queued) => [queued.entry.id, queued]));
  // Another page has removed the entries that were stored before and are missing now.
  for (const id of idsBefore ?? []) {
    const queued = known.get(id);
    const isTakenOut = queued?.stage === "queued" && !storedIds.has(id) && !queued.attempt;
    if (isTakenOut && !isLost(queued, made)) removeEntry(draft, queued);
  }
  for (const entry of stored) {
    draft.lastOrder = Math.max(draft.lastOrder, entry.order);
    const end = lastNoted(draft.ends, entry.id);
    // The entry is over, but the storage failed to delete it.
    if (end === "over") continue;
    // Another page is showing the refusal, or has reported an end that a full storage did not accept.
    if (!draft.maySend && (entry.refusal || end)) continue;
    const queued = editOrAddEntry(draft, entry, known.get(entry.id));
    // A full storage could not store the mark that the entry was sent, so the mark in this page's memory counts too.
    Object.assign(queued, { entry, doubt: queued.doubt || entry.sent, made });
  }
  sortEntries(draft);
};

/** Starts to lead: shows the refusals that the previous page left, then sets aside, restores and sends the rest. */
const beginToLead = (draft: StateDraft) => {
  draft.leads = true;
  draft.held = new Set();
  for (const queued of storedEntries(draft)) {
    const { refusal } = queued.entry;
    if (refusal) endEntry(draft, editEntry(draft, queued), { state: "refused", refusal });
  }
  setFollowersAside(draft);
  restoreLostEntries(draft);
  requestHandlers.hello(draft);
};

/**
 * Posts the refusal of an entry, if it has one. A page that has just opened may have read the entry from a storage that was too full for
 * the refusal.
 */
const postRefusal = (draft: StateDraft, queued: QueuedEntry) => {
  const { refusal } = queued.entry;
  if (!refusal) return;
  addEffect(draft, "post", ["entry", statusOf(queued), { state: "refused", refusal }]);
};

/**
 * Tells a page that opens which entries the emptied storage lost, because it may lead without having heard of them. An attempt writes its
 * entry itself.
 */
const postLostEntries = (draft: StateDraft) => {
  for (const queued of storedEntries(draft))
    if (!queued.attempt && isLost(queued, draft.moment.made))
      addEffect(draft, "post", ["entry", { ...statusOf(queued), made: queued.made }]);
};

/** The handlers of requests. They run on the leading page, whichever page sent the request. */
const requestHandlers: Record<PageRequest, (draft: StateDraft, id?: string) => void> = {
  hello: (draft) => {
    postQueueState(draft);
    showAllEntries(draft);
    for (const queued of draft.entries) postRefusal(draft, queued);
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
    const found = entryById(draft, id);
    if (!found?.entry.aside) return;
    const queued = editEntry(draft, found);
    queued.failures = 0;
    setAsideReason(draft, queued, undefined);
  },
};

/** Merges the status of an entry that another page posted. */
const mergePostedEntry = (draft: StateDraft, posted: PostedStatus, outcome?: Outcome) => {
  const { id, order } = posted.entry;
  const known = entryById(draft, id);
  // An entry that came back from the storage after its end can end again, unless its refusal is being shown.
  const canEnd = known && known.stage !== "refused";
  const end = canEnd ? undefined : lastNoted(draft.ends, id);
  // The end "taken back" can still turn into recorded or refused. Other ends are final, and may be posted twice.
  if (end && (end !== "takenBack" || !outcome)) return;
  draft.lastOrder = Math.max(draft.lastOrder, order);
  const queued = editOrAddEntry(draft, posted.entry, known);
  sortEntries(draft);
  queued.made = posted.made;
  const isTakenBack = posted.state === "withdrawn";
  if (isTakenBack && queued.attempt) queued.stage = "answerOnly";
  else if (isTakenBack) removeTakenBack(draft, queued);
  else if (outcome)
    removeEndedEntry(draft, queued, outcome.state === "refused" ? "refused" : "over");
  // The leading page knows more than other pages post, except of an entry that it has never heard of.
  else if (!draft.leads || !known)
    Object.assign(queued, posted, { doubt: queued.doubt || posted.entry.sent });
  if (draft.leads) {
    setFollowersAside(draft, posted.entry.goods);
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
    if (draft.leads) setFollowersAside(draft, queued.entry.goods);
  },
  updated: (draft, queued, made) => {
    queued.made = made;
    // Another page may have taken the entry back just before the storage was emptied.
    queued.due = Math.max(queued.due, draft.moment.clock + messageDelayMs);
    // This page may be closing, and the next page may have read the storage while the entry was not there.
    showEntry(draft, queued);
  },
  missing: removeEntry,
  takingBack: (_, queued, isUnderWay) => {
    queued.stage = isUnderWay ? "takingBack" : "queued";
  },
  takenBack: (draft, queued) => {
    removeEndedEntry(draft, queued, "takenBack");
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
    // Nothing was sent. If this page still leads, it tries again.
    if (!verdict) queued.due = draft.moment.clock + messageDelayMs;
    else if (attempt && draft.leads)
      judgeAnswer(draft, queued, attempt, verdict, isAborted, random);
    // Another page leads now. It sends the entry again and judges the answer.
    else queued.doubt ||= queued.entry.sent;
    // If the answer did not end the entry, the take-back from the other page does. It was shown when its message arrived.
    if (queued.stage === "answerOnly" && draft.entries.includes(queued))
      removeTakenBack(draft, queued);
  },
  understood: (draft, queued) => {
    removeEndedEntry(draft, queued, "over");
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
    draft.entries.push(queued);
    if (draft.moment.isKnown) queued.entry = { ...entry, fields: dateFields(draft, queued) };
  },
  timeLearnt: dateEntries,
  heard: (draft, [type, subject, more]) => {
    if (type === "entry") mergePostedEntry(draft, subject, more);
    else if (type !== "state") {
      if (draft.leads) requestHandlers[type](draft, subject);
      else if (type === "hello") postLostEntries(draft);
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
  const before = state.entries;
  const draft: StateDraft = { ...state, entries: [...before], before, moment, effects: [] };
  if (type in queueHandlers) (queueHandlers as AnyHandlers)[type]?.(draft, ...args);
  else {
    const [id, ...more] = args as [string, ...unknown[]];
    const queued = entryById(draft, id);
    if (queued) (entryHandlers as AnyHandlers)[type]?.(draft, editEntry(draft, queued), ...more);
  }
  // For `timeLearnt`, sending waits, because the answer that had the time is judged next.
  if (type !== "timeLearnt") sendDueEntries(draft);
  const { moment: _, before: __, effects, ...nextState } = draft;
  return [nextState, effects];
};
