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

/** Milliseconds: no timer sleeps longer, for its clock may have been asleep, too. */
const longestSleepMs = 30_000;

export const postQueueState = (draft: StateDraft): void =>
  addEffect(draft, "post", ["state", draft.shown, draft.heardAt]);

/** Shows a state of the queue that differs from the last; the page that sends also to the others. */
export const showQueueState = (draft: StateDraft, state: QueueState): void => {
  if (state === draft.shown) return;
  draft.shown = state;
  addEffect(draft, "tell", "onState", state);
  if (draft.leads) postQueueState(draft);
};

/** Sets an entry aside, and what builds on it. */
export const setAsideWithFollowers = (
  draft: StateDraft,
  queued: EntryDraft,
  aside: "failing" | "expired",
): void => {
  setAsideReason(draft, queued, aside);
  setFollowersAside(draft);
};

export const abortAttempts = (draft: StateDraft): void => {
  for (const [id, { attempt }] of draft.entries) if (attempt) addEffect(draft, "abort", id);
};

/** Waits for nothing any longer. */
export const endPauses = (draft: StateDraft): void => {
  draft.allDue = 0;
  for (const queued of draft.entries.values()) queued.due = 0;
  // A storage that was full may have room.
  restoreLostEntries(draft);
};

/** Holds what a 401 or a 403 concerns, unless the credentials were replaced meanwhile. */
export const holdEntries = (draft: StateDraft, what: string, credentials: number): void => {
  if (credentials !== draft.renewals) return;
  draft.held = new Set(draft.held).add(what);
  showAllEntries(draft);
};

/** Begins an attempt. As long as the time is not known, a read goes before a scan that must have an instant. */
const beginAttempt = (draft: StateDraft, queued: EntryDraft) => {
  const { entry } = queued;
  const asksTime = !draft.moment.isKnown && !isDated(draft, entry);
  // It counts as sent, and dated, only when the storage has it so.
  const isMarked = asksTime || entry.sent;
  const marked = isMarked ? entry : { ...entry, sent: true, fields: dateFields(draft, queued) };
  queued.attempt = { renewals: draft.renewals, asksTime };
  addEffect(draft, "attempt", queued, marked);
};

/** Sends what is first of its goods and due, while this page leads. */
export const sendDueEntries = (draft: StateDraft): void => {
  const { moment, settings, leads } = draft;
  let next: number | undefined;
  if (leads) showQueueState(draft, queueStateOf(draft, moment));
  if (leads && moment.online) {
    const underWay = [...draft.entries.values()].filter(({ attempt }) => attempt);
    // Until the service answers, one at a time asks whether it does, and what time it is.
    let free = (moment.isKnown && !draft.silent ? draft.concurrency : 1) - underWay.length;
    const busy = new Set(underWay.map(({ entry }) => entry.goods));
    for (const queued of entriesInOrder(draft)) {
      const { entry, stage } = queued;
      if (busy.has(entry.goods) || entry.aside) continue;
      // The service may have recorded it and have forgotten that it did.
      if (queued.doubt && settings.keepFor && ageOf(queued, moment) > settings.keepFor) {
        setAsideWithFollowers(draft, queued, "expired");
        continue;
      }
      busy.add(entry.goods);
      if (stage !== "queued" || isHeld(draft, entry)) continue;
      const due = Math.max(queued.due, draft.allDue);
      if (due > moment.clock) next = Math.min(next ?? due, due);
      else if (free > 0) {
        free -= 1;
        beginAttempt(draft, queued);
      }
    }
  }
  addEffect(draft, "sleep", next && Math.min(next - moment.clock, longestSleepMs));
};
