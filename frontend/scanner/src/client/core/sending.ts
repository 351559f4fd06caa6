import type { QueueState } from "../queue-status.ts";
import { dateFields, isDated } from "./dating.ts";
import {
  addEffect,
  editEntry,
  restoreLostEntries,
  type StateDraft,
  setAsideReason,
  setFollowersAside,
} from "./draft.ts";
import { ageOf, isHeld, isOpen, type QueuedEntry, queueStateOf } from "./state.ts";

/** The longest sleep of a timer, because its clock stops while the device sleeps. */
const longestSleepMs = 30_000;

export const postQueueState = (draft: StateDraft): void =>
  addEffect(draft, "post", ["state", draft.shown, draft.heardAt]);

/** Shows a state of the queue if it has changed. The leading page posts it too. */
export const showQueueState = (draft: StateDraft, state: QueueState): void => {
  if (state === draft.shown) return;
  draft.shown = state;
  addEffect(draft, "call", "onState", state);
  if (draft.leads) postQueueState(draft);
};

/** Sets an entry aside, and the entries that build on it. */
export const setAsideWithFollowers = (
  draft: StateDraft,
  queued: QueuedEntry,
  aside: "failing" | "expired",
): void => {
  setAsideReason(draft, queued, aside);
  setFollowersAside(draft, queued.entry.goods);
};

/** Aborts all attempts in progress. */
export const abortAttempts = (draft: StateDraft): void => {
  for (const { entry, attempt } of draft.entries) if (attempt) addEffect(draft, "abort", entry.id);
};

/** Ends all pauses before retries. */
export const endPauses = (draft: StateDraft): void => {
  draft.allDue = 0;
  for (const queued of draft.entries) if (queued.due) editEntry(draft, queued).due = 0;
  // A full storage may have space now.
  restoreLostEntries(draft);
};

/** Starts an attempt. If the time is unknown and the scan needs its instant, a read asks for the time first. */
const beginAttempt = (draft: StateDraft, waiting: QueuedEntry) => {
  const queued = editEntry(draft, waiting);
  const { entry } = queued;
  const asksTime = !draft.moment.isKnown && !isDated(draft, entry);
  // The event `sending` sets the mark and the instant in the state, after the storage has them.
  const isMarked = asksTime || entry.sent;
  const marked = isMarked ? entry : { ...entry, sent: true, fields: dateFields(draft, queued) };
  queued.attempt = { renewals: draft.renewals, asksTime };
  addEffect(draft, "attempt", queued, marked);
};

/** If this page leads, starts an attempt for each goods whose first entry is due, and sleeps until the next entry is due. */
export const sendDueEntries = (draft: StateDraft): void => {
  const { moment, leads } = draft;
  const { keepFor } = draft.settings;
  let nextDue: number | undefined;
  if (leads) showQueueState(draft, queueStateOf(draft, moment));
  if (leads && moment.online) {
    const underWay = draft.entries.filter(({ attempt }) => attempt);
    // While the service is silent or the time is unknown, one attempt at a time tests it.
    const mostAtOnce = moment.isKnown && !draft.silent ? draft.concurrency : 1;
    let freeSlots = mostAtOnce - underWay.length;
    const busyGoods = new Set(underWay.map(({ entry }) => entry.goods));
    for (const queued of draft.entries) {
      // The end of an attempt is an event, too. If all wait, then none is due before the first one.
      if (freeSlots <= 0 || nextDue === draft.allDue) break;
      const { entry, stage } = queued;
      if (busyGoods.has(entry.goods) || entry.aside || !isOpen(queued)) continue;
      // The service may have recorded the entry so long ago that it no longer remembers the key.
      if (queued.doubt && keepFor && ageOf(queued, moment) > keepFor) {
        setAsideWithFollowers(draft, queued, "expired");
        continue;
      }
      busyGoods.add(entry.goods);
      if (stage !== "queued" || isHeld(draft, entry)) continue;
      const due = Math.max(queued.due, draft.allDue);
      if (due > moment.clock) nextDue = Math.min(nextDue ?? due, due);
      else {
        freeSlots -= 1;
        beginAttempt(draft, queued);
      }
    }
  }
  addEffect(draft, "sleep", nextDue && Math.min(nextDue - moment.clock, longestSleepMs));
};
