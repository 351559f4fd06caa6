import type { QueueState } from "../news.ts";
import { dateFields, isDated } from "./dating.ts";
import {
  addEffect,
  type Draft,
  keepLost,
  type QueuedDraft,
  setAside,
  showAll,
  stopChains,
} from "./draft.ts";
import { ageOf, entriesInOrder, isHeld, queueStateOf } from "./state.ts";

/** Milliseconds: no timer sleeps longer, for its clock may have been asleep, too. */
const longestSleep = 30_000;

export const postState = (draft: Draft): void =>
  addEffect(draft, "post", ["state", draft.shown, draft.heardAt]);

/** Shows a state of the queue that differs from the last; the page that sends also to the others. */
export const showState = (draft: Draft, state: QueueState): void => {
  if (state === draft.shown) return;
  draft.shown = state;
  addEffect(draft, "tell", "onState", state);
  if (draft.leads) postState(draft);
};

/** Sets an entry aside, and what builds on it. */
export const stopEntry = (
  draft: Draft,
  queued: QueuedDraft,
  aside: "failing" | "expired",
): void => {
  setAside(draft, queued, aside);
  stopChains(draft);
};

export const abortAll = (draft: Draft): void => {
  for (const [id, { attempt }] of draft.entries) if (attempt) addEffect(draft, "abort", id);
};

/** Waits for nothing any longer. */
export const wakeAll = (draft: Draft): void => {
  draft.allDue = 0;
  for (const queued of draft.entries.values()) queued.due = 0;
  // A storage that was full may have room.
  keepLost(draft);
};

/** Holds what a 401 or a 403 concerns, unless the credentials were replaced meanwhile. */
export const holdAll = (draft: Draft, what: string, credentials: number): void => {
  if (credentials !== draft.credentials) return;
  draft.held = new Set(draft.held).add(what);
  showAll(draft);
};

/** Begins an attempt. As long as the time is not known, a read goes before a scan that must have an instant. */
const beginAttempt = (draft: Draft, queued: QueuedDraft) => {
  const { entry } = queued;
  const asksTime = !draft.moment.isKnown && !isDated(draft, entry);
  // It counts as sent, and dated, only when the storage has it so.
  const isMarked = asksTime || entry.sent;
  const marked = isMarked ? entry : { ...entry, sent: true, fields: dateFields(draft, queued) };
  queued.attempt = { credentials: draft.credentials, asksTime };
  addEffect(draft, "attempt", queued, marked);
};

/** Sends what is first of its goods and due, while this page leads. */
export const sendDue = (draft: Draft): void => {
  const { moment, settings, leads } = draft;
  let next: number | undefined;
  if (leads) showState(draft, queueStateOf(draft, moment));
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
        stopEntry(draft, queued, "expired");
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
  addEffect(draft, "sleep", next && Math.min(next - moment.clock, longestSleep));
};
