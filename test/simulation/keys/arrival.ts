import type { Meaning, Unit } from "./strokes.ts";

/** A character that reached the page, from a label or from a person. */
type Entry = {
  readonly unit?: Unit | undefined;
  readonly character: string;
  readonly at: number;
  /** When a busy page saw it. */
  readonly seen: number;
  /** It came in one event with others. */
  readonly isAtOnce: boolean;
};

export type Signals = { readonly all: number; readonly wrong: number };

/** What reached the page from one end to the next. */
export type Arrival = {
  readonly entries: Entry[];
  /** It came into the field for typing. */
  readonly isTyped: boolean;
  /** Why the page must refuse it, whatever it says. */
  refused?: "a combination" | "a loss of the focus";
  /** Its head may be lost, it was changed by hand, or its keys went to no field. */
  isUnsure: boolean;
  lastAt: number;
  /** The signals before it. */
  readonly signals: Signals;
};

/** A label does not begin in these milliseconds after a combination. */
const combinationReach = 50;
/** The head of a label may be lost in these milliseconds after the window got the focus. */
const focusReach = 300;

/** Keeps what reaches a field. */
export const arrivalsIn = (isTyped: boolean) => {
  let text: Arrival | undefined;
  let combinationAt = Number.NEGATIVE_INFINITY;
  let focusedAt = Number.NEGATIVE_INFINITY;
  /** When an end came that ended nothing, such as Ctrl+J after Enter. */
  let strayEndAt = Number.NEGATIVE_INFINITY;

  const combine = (at: number) => {
    combinationAt = at;
    if (text) text.refused ??= "a combination";
  };
  const change = (at: number, isErased: boolean) => {
    if (!text) return;
    text.isUnsure = true;
    text.lastAt = at;
    // A person corrects what they type.
    if (isErased && !text.entries.some(({ unit }) => unit)) text.entries.pop();
  };
  return {
    pending: (): Arrival | undefined => text,
    /** Takes the meaning of a stroke. Returns the text that it ends. */
    take: (
      meaning: Meaning,
      { at, seen = at, isAtOnce = false }: Partial<Entry> & Pick<Entry, "at">,
      signals: Signals,
    ): Arrival | undefined => {
      if (meaning === "end") {
        const ended = text;
        text = undefined;
        if (ended) combinationAt = Number.NEGATIVE_INFINITY;
        else strayEndAt = at;
        return ended && ended.entries.length > 0 ? ended : undefined;
      }
      if (meaning === "combination") combine(at);
      else if (meaning === "edit" || meaning === "erase") change(at, meaning === "erase");
      else if (meaning.isCombination && !text) combine(at);
      else {
        const isUnsure = at - focusedAt <= focusReach || at - strayEndAt <= combinationReach;
        const isBehind = !text && at - combinationAt <= combinationReach;
        text ??= { entries: [], isTyped, isUnsure, lastAt: at, signals };
        if (isBehind) text.refused ??= "a combination";
        text.lastAt = at;
        const { character, unit } = meaning;
        text.entries.push({ unit, character, at, seen, isAtOnce });
      }
      return undefined;
    },
    leave: (): void => {
      if (text) text.refused ??= "a loss of the focus";
    },
    comeBack: (at: number): void => {
      focusedAt = at;
    },
    drop: (): void => {
      text = undefined;
    },
  };
};
