import type { Entry } from "../entry.ts";
import type { CoreEffect } from "./events.ts";
import {
  type CoreState,
  type EntryEnd,
  type EventMoment,
  entriesInOrder,
  entryStateOf,
  isLost,
  type QueuedEntry,
  storedEntries,
} from "./state.ts";

/** The same, to be changed while a step makes the next state. */
type Mutable<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] };
export type EntryDraft = Mutable<QueuedEntry>;

/** A copy of the state, with copies of its entries; the moment of the event; and what the shell must do after the step. */
export type StateDraft = Mutable<Omit<CoreState, "entries">> & {
  readonly entries: Map<string, EntryDraft>;
  readonly moment: EventMoment;
  readonly effects: CoreEffect[];
};

export const draftOf = (state: CoreState, moment: EventMoment): StateDraft => {
  const entries = new Map<string, EntryDraft>();
  for (const [id, queued] of state.entries) entries.set(id, { ...queued });
  return { ...state, entries, moment, effects: [] };
};

/** Adds what the shell must do. */
export const addEffect = (draft: StateDraft, ...effect: CoreEffect): void =>
  void draft.effects.push(effect);

/** Remembers how an entry ended: what other pages say of it later is too late. */
export const noteEnd = (draft: StateDraft, id: string, end: EntryEnd): void => {
  draft.ends = new Map(draft.ends).set(id, end);
};

/** Takes an entry out that has ended. */
export const removeEndedEntry = (draft: StateDraft, id: string, end: EntryEnd): void => {
  draft.entries.delete(id);
  noteEnd(draft, id, end);
};

/** Shows the state of an entry. One that the storage does not have yet, and perhaps never takes, is not shown. */
export const showEntry = (draft: StateDraft, queued: EntryDraft): void => {
  if (queued.stage !== "queued") return;
  queued.state = entryStateOf(draft, queued);
  addEffect(draft, "show", { ...queued });
};

export const showAllEntries = (draft: StateDraft): void => {
  for (const queued of storedEntries(draft)) showEntry(draft, queued);
};

/** Keeps again what was in a storage that was emptied. */
export const restoreLostEntries = (draft: StateDraft): void => {
  for (const queued of draft.entries.values()) {
    const belongsThere = queued.stage === "queued" || queued.stage === "refused";
    if (belongsThere && isLost(queued, draft.moment.made)) addEffect(draft, "keep", queued, false);
  }
};

/** Sets an entry aside until the worker decides, or, without a reason, no longer. */
export const setAsideReason = (
  draft: StateDraft,
  queued: EntryDraft,
  aside: Entry["aside"],
): void => {
  queued.entry = { ...queued.entry, aside };
  addEffect(draft, "keep", queued, true);
  showEntry(draft, queued);
};

/** What an entry changes: a correction builds on the save of the same item. A move builds on one item and saves the other. */
const chainsOf = ({ goods, fields: { box_no, to_box_no, category } }: Entry) =>
  [box_no, ...(to_box_no ? [to_box_no] : [])].map((no) => [goods, no, category].join("\n"));

/** Sets aside what builds on an entry that was not recorded; what follows a new save of the same item is sent. */
export const setFollowersAside = (draft: StateDraft, refused?: Entry): void => {
  const broken = new Set(refused && chainsOf(refused));
  for (const queued of entriesInOrder(draft)) {
    const [changes = "", ...saves] = chainsOf(queued.entry);
    const builds = draft.settings.routes[queued.entry.route]?.builds;
    if (builds && broken.has(changes) && !queued.attempt && !queued.entry.aside)
      setAsideReason(draft, queued, "follows");
    for (const chain of [changes, ...saves])
      if (queued.entry.aside) broken.add(chain);
      else if (!builds || chain !== changes) broken.delete(chain);
  }
};
