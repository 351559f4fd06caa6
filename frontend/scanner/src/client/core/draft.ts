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

type Mutable<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] };
export type EntryDraft = Mutable<QueuedEntry>;

/** The next state under construction: a copy of the state and its entries, the moment of the event, and the effects so far. */
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

export const addEffect = (draft: StateDraft, ...effect: CoreEffect): void =>
  void draft.effects.push(effect);

/** Stores how an entry ended, because later messages about it from other pages must be ignored. */
export const noteEnd = (draft: StateDraft, id: string, end: EntryEnd): void => {
  draft.ends = new Map(draft.ends).set(id, end);
};

export const removeEndedEntry = (draft: StateDraft, id: string, end: EntryEnd): void => {
  draft.entries.delete(id);
  noteEnd(draft, id, end);
};

/** Shows the state of a stored entry. An entry that is still being stored is not shown, because storing may fail. */
export const showEntry = (draft: StateDraft, queued: EntryDraft): void => {
  if (queued.stage !== "queued") return;
  queued.state = entryStateOf(draft, queued);
  addEffect(draft, "show", { ...queued });
};

export const showAllEntries = (draft: StateDraft): void => {
  for (const queued of storedEntries(draft)) showEntry(draft, queued);
};

/** Rewrites the entries that the storage lost when it was emptied. */
export const restoreLostEntries = (draft: StateDraft): void => {
  for (const queued of draft.entries.values()) {
    const belongsThere = queued.stage === "queued" || queued.stage === "refused";
    if (belongsThere && isLost(queued, draft.moment.made))
      addEffect(draft, "update", queued, false);
  }
};

/** Sets an entry aside until the worker decides. Without a reason, it is no longer aside. */
export const setAsideReason = (
  draft: StateDraft,
  queued: EntryDraft,
  aside: Entry["aside"],
): void => {
  queued.entry = { ...queued.entry, aside };
  addEffect(draft, "update", queued, true);
  showEntry(draft, queued);
};

/**
 * Names the items that an entry changes. The first is the one that a correction builds on. A move builds on the item in its box, and saves
 * the item in the other box.
 */
const itemsOf = ({ goods, fields: { box_no, to_box_no, category } }: Entry) => {
  const boxes = to_box_no ? [box_no, to_box_no] : [box_no];
  return boxes.map((box) => [goods, box, category].join("\n"));
};

/** Sets aside the entries that build on an entry that was not recorded. Entries after a new save of the same item are sent. */
export const setFollowersAside = (draft: StateDraft, refused?: Entry): void => {
  const unsavedItems = new Set(refused && itemsOf(refused));
  for (const queued of entriesInOrder(draft)) {
    const [changedItem = "", ...otherItems] = itemsOf(queued.entry);
    const builds = draft.settings.routes[queued.entry.route]?.builds;
    const follows = builds && unsavedItems.has(changedItem);
    if (follows && !queued.attempt && !queued.entry.aside) setAsideReason(draft, queued, "follows");
    for (const item of [changedItem, ...otherItems])
      if (queued.entry.aside) unsavedItems.add(item);
      else if (!builds || item !== changedItem) unsavedItems.delete(item);
  }
};
