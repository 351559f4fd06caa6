import type { Entry } from "../types.ts";
import type { Effect } from "./events.ts";
import {
  type End,
  entriesInOrder,
  entryStateOf,
  isLost,
  type Moment,
  type QueuedEntry,
  type State,
  storedEntries,
} from "./state.ts";

/** The same, to be changed while a step makes the next state. */
type Changing<Whole> = { -readonly [Name in keyof Whole]: Whole[Name] };
export type QueuedDraft = Changing<QueuedEntry>;

/** A copy of the state, with copies of its entries; the moment of the event; and what the shell must do after the step. */
export type Draft = Changing<Omit<State, "entries">> & {
  readonly entries: Map<string, QueuedDraft>;
  readonly moment: Moment;
  readonly effects: Effect[];
};

export const draftOf = (state: State, moment: Moment): Draft => {
  const entries = new Map<string, QueuedDraft>();
  for (const [id, queued] of state.entries) entries.set(id, { ...queued });
  return { ...state, entries, moment, effects: [] };
};

/** Adds what the shell must do. */
export const addEffect = (draft: Draft, ...effect: Effect): void => void draft.effects.push(effect);

/** Remembers how an entry ended: what other pages say of it later is too late. */
export const noteEnd = (draft: Draft, id: string, end: End): void => {
  draft.ends = new Map(draft.ends).set(id, end);
};

/** Takes an entry out that has ended. */
export const removeEnded = (draft: Draft, id: string, end: End): void => {
  draft.entries.delete(id);
  noteEnd(draft, id, end);
};

/** Shows the state of an entry. One that the storage does not have yet, and perhaps never takes, is not shown. */
export const showEntry = (draft: Draft, queued: QueuedDraft): void => {
  if (queued.stage !== "queued") return;
  queued.state = entryStateOf(draft, queued);
  addEffect(draft, "show", { ...queued });
};

export const showAll = (draft: Draft): void => {
  for (const queued of storedEntries(draft)) showEntry(draft, queued);
};

/** Keeps again what was in a storage that was emptied. */
export const keepLost = (draft: Draft): void => {
  for (const queued of draft.entries.values()) {
    const belongsThere = queued.stage === "queued" || queued.stage === "refused";
    if (belongsThere && isLost(queued, draft.moment.made)) addEffect(draft, "keep", queued, false);
  }
};

/** Sets an entry aside until the worker decides, or, without a reason, no longer. */
export const setAside = (draft: Draft, queued: QueuedDraft, aside: Entry["aside"]): void => {
  queued.entry = { ...queued.entry, aside };
  addEffect(draft, "keep", queued, true);
  showEntry(draft, queued);
};

/** What an entry changes: a correction builds on the save of the same item. A move builds on one item and saves the other. */
const chainsOf = ({ goods, fields: { box_no, to_box_no, category } }: Entry) =>
  [box_no, ...(to_box_no ? [to_box_no] : [])].map((no) => [goods, no, category].join("\n"));

/** Sets aside what builds on an entry that was not recorded; what follows a new save of the same item is sent. */
export const stopChains = (draft: Draft, refused?: Entry): void => {
  const broken = new Set(refused && chainsOf(refused));
  for (const queued of entriesInOrder(draft)) {
    const [changes = "", ...saves] = chainsOf(queued.entry);
    const builds = draft.settings.routes[queued.entry.route]?.builds;
    if (builds && broken.has(changes) && !queued.attempt && !queued.entry.aside)
      setAside(draft, queued, "follows");
    for (const chain of [changes, ...saves])
      if (queued.entry.aside) broken.add(chain);
      else if (!builds || chain !== changes) broken.delete(chain);
  }
};
