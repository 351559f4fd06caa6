import type { QueueState } from "../queue-status.ts";
import { dateFields, isDated } from "./dating.ts";
import {
  addEffect,
  type EntryDraft,
  restoreLostEntries,
  type StateDraft,
  setAsideReason,
  setFollowersAside,
  showAllEntries,
} from "./draft.ts";
import { ageOf, entriesInOrder, isHeld, queueStateOf } from "./state.ts";

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
  queued: EntryDraft,
  aside: "failing" | "expired",
): void => {
  setAsideReason(draft, queued, aside);
  setFollowersAside(draft);
};

/** Aborts all attempts in progress. */
export const abortAttempts = (draft: StateDraft): void => {
  for (const [id, { attempt }] of draft.entries) if (attempt) addEffect(draft, "abort", id);
};

/** Ends all pauses before retries. */
export const endPauses = (draft: StateDraft): void => {
  draft.allDue = 0;
  for (const queued of draft.entries.values()) queued.due = 0;
  // A full storage may have space now.
  restoreLostEntries(draft);
};

/** Holds the entries that `holdNameOf` names, unless the credentials were renewed after the attempt began. */
export const holdEntries = (draft: StateDraft, holdName: string, renewals: number): void => {
  if (renewals !== draft.renewals) return;
  draft.held = new Set(draft.held).add(holdName);
  showAllEntries(draft);
};

/** Starts an attempt. If the time is unknown and the scan needs its instant, a read asks for the time first. */
const beginAttempt = (draft: StateDraft, queued: EntryDraft) => {
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
    const underWay = [...draft.entries.values()].filter(({ attempt }) => attempt);
    // While the service is silent or the time is unknown, one attempt at a time tests it.
    const mostAtOnce = moment.isKnown && !draft.silent ? draft.concurrency : 1;
    let freeSlots = mostAtOnce - underWay.length;
    const busyGoods = new Set(underWay.map(({ entry }) => entry.goods));
    for (const queued of entriesInOrder(draft)) {
      const { entry, stage } = queued;
      if (busyGoods.has(entry.goods) || entry.aside) continue;
      // The service may have recorded the entry so long ago that it no longer remembers the key.
      if (queued.doubt && keepFor && ageOf(queued, moment) > keepFor) {
        setAsideWithFollowers(draft, queued, "expired");
        continue;
      }
      busyGoods.add(entry.goods);
      if (stage !== "queued" || isHeld(draft, entry)) continue;
      const due = Math.max(queued.due, draft.allDue);
      if (due > moment.clock) nextDue = Math.min(nextDue ?? due, due);
      else if (freeSlots > 0) {
        freeSlots -= 1;
        beginAttempt(draft, queued);
      }
    }
  }
  addEffect(draft, "sleep", nextDue && Math.min(nextDue - moment.clock, longestSleepMs));
};
