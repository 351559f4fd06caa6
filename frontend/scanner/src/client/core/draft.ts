import type { Entry } from "../entry.ts";
import type { CoreEffect } from "./events.ts";
import {
  type CoreState,
  type EntryEnd,
  type EventMoment,
  entryStateOf,
  isLost,
  isOpen,
  type QueuedEntry,
  storedEntries,
} from "./state.ts";

type Mutable<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] };
export type EntryDraft = Mutable<QueuedEntry>;

/**
 * The next state under construction: a copy of the state, the moment of the event, and the effects so far. Its entries are those of the
 * state until `editEntry` copies one.
 */
export type StateDraft = Mutable<Omit<CoreState, "entries">> & {
  readonly entries: QueuedEntry[];
  /** The entries of the state, which must not be changed. */
  readonly before: readonly QueuedEntry[];
  readonly moment: EventMoment;
  readonly effects: CoreEffect[];
};

/** Returns the entry as this event may change it: a copy, unless this event has made the entry. */
export const editEntry = ({ entries, before }: StateDraft, queued: QueuedEntry): EntryDraft => {
  const copy = before.includes(queued) ? { ...queued } : queued;
  entries[entries.indexOf(queued)] = copy;
  return copy;
};

export const removeEntry = ({ entries }: StateDraft, queued: QueuedEntry): void => {
  const at = entries.indexOf(queued);
  if (at >= 0) entries.splice(at, 1);
};

export const addEffect = (draft: StateDraft, ...effect: CoreEffect): void =>
  void draft.effects.push(effect);

/** Stores how an entry ended, because later messages about it from other pages must be ignored. */
export const noteEnd = (draft: StateDraft, { entry }: QueuedEntry, end: EntryEnd): void => {
  draft.ends = [[entry.id, end], ...draft.ends];
};

export const removeEndedEntry = (draft: StateDraft, queued: QueuedEntry, end: EntryEnd): void => {
  removeEntry(draft, queued);
  noteEnd(draft, queued, end);
};

/** Removes an entry that another page took back, also from the storage: this page may have restored it after the storage was emptied. */
export const removeTakenBack = (draft: StateDraft, queued: QueuedEntry): void => {
  removeEndedEntry(draft, queued, "takenBack");
  addEffect(draft, "forget", queued.entry.id);
};

/** Shows the state of a stored entry. An entry that is still being stored is not shown, because storing may fail. */
export const showEntry = (draft: StateDraft, queued: QueuedEntry): void => {
  if (queued.stage !== "queued") return;
  const shown = editEntry(draft, queued);
  shown.state = entryStateOf(draft, queued);
  addEffect(draft, "show", { ...shown });
};

export const showAllEntries = (draft: StateDraft): void => {
  for (const queued of storedEntries(draft)) showEntry(draft, queued);
};

/** Rewrites the entries that the storage lost when it was emptied. */
export const restoreLostEntries = (draft: StateDraft): void => {
  for (const queued of draft.entries) {
    const belongsThere = queued.stage === "queued" || queued.stage === "refused";
    if (belongsThere && isLost(queued, draft.moment.made))
      addEffect(draft, "update", queued, false);
  }
};

/** Sets an entry aside until the worker decides. Without a reason, it is no longer aside. */
export const setAsideReason = (
  draft: StateDraft,
  queued: QueuedEntry,
  aside: Entry["aside"],
): void => {
  const changed = editEntry(draft, queued);
  changed.entry = { ...queued.entry, aside };
  addEffect(draft, "update", changed, true);
  showEntry(draft, changed);
};

/**
 * Names the items that an entry changes. The first is the one that a correction builds on. A move builds on the item in its box, and saves
 * the item in the other box.
 */
const itemsOf = ({ goods, fields: { box_no, to_box_no, category } }: Entry) => {
  const boxes = to_box_no ? [box_no, to_box_no] : [box_no];
  return boxes.map((box) => [goods, box, category].join("\n"));
};

/**
 * Sets aside the entries of the goods that build on an entry that was not recorded; without goods, those of all. Entries after a new save of
 * the same item are sent.
 */
export const setFollowersAside = (draft: StateDraft, goods?: string, refused?: Entry): void => {
  const unsavedItems = new Set(refused && itemsOf(refused));
  for (const queued of draft.entries) {
    const { entry, attempt } = queued;
    if (!isOpen(queued, goods)) continue;
    const items = itemsOf(entry);
    const [changedItem = ""] = items;
    const builds = draft.settings.routes[entry.route]?.builds;
    const follows = builds && !attempt && unsavedItems.has(changedItem);
    if (follows && !entry.aside) setAsideReason(draft, queued, "follows");
    for (const item of items)
      if (follows || entry.aside) unsavedItems.add(item);
      else if (!builds || item !== changedItem) unsavedItems.delete(item);
  }
};
