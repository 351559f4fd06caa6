import {
  altCharacter,
  altDigit,
  controlOf,
  frameEnd,
  frameStart,
  isCombination,
  isModifier,
  isOtherKey,
  isTyping,
  movesCaret,
  type PressedKey,
} from "./key-codes.ts";

/**
 * Why a text is no label. `pause`: two characters came 2 s or more apart. `keys`: a key or a combination that is no character came with it.
 * `edited`: it was changed in the field. `lost`: a character did not arrive, or may have gone elsewhere.
 */
export type RefusalReason = "pause" | "keys" | "edited" | "lost";

/** A text up to its end. `isQuick`: two of its characters came within 30 ms, or it came with its end or another one in one text. */
type EndedText = Readonly<{
  raw: string;
  at: number;
  isQuick: boolean;
  reason?: RefusalReason | undefined;
}>;

/** An event of the page: its `timeStamp`, and what the field holds. */
export type WedgeEvent = Readonly<{ at: number; value: string }> &
  (
    | Readonly<{ is: "down"; pressed: PressedKey; place: "field" | "other" | "otherField" }>
    | Readonly<{ is: "up"; key: string }>
    | Readonly<{ is: "input"; isComposing: boolean }>
    /** The window loses the focus, or gets it back. */
    | Readonly<{ is: "away" | "back" }>
  );

/** The ends of labels at a site: keys, and characters in a text. */
export type LabelEnds = Readonly<{ keys: ReadonlySet<string>; inText: RegExp }>;

export type WedgeState = Readonly<{
  /** What the field holds, as far as the events have told it. */
  text: string;
  /** A label has begun, although its first character may be lost. */
  isBegun: boolean;
  reason?: RefusalReason | undefined;
  /** When the last character was typed, and when the page saw it. A busy page sees an input method's text late. */
  keyAt: number;
  seenAt: number;
  isQuick: boolean;
  /** A key that is no character came last: only an end may follow. */
  isClosed: boolean;
  /** A key whose character has not arrived. `character`: it must arrive before the next key. */
  awaited?: Readonly<{ at: number; character: string | undefined }> | undefined;
  /** A character that the wedge has put into the field. The system may add it, too. */
  own?: string | undefined;
  isComposing: boolean;
  /** Digits while Alt is held, the text before them, and the time of the first. */
  alt?: Readonly<{ digits: string; before: string; at: number }> | undefined;
  endedAt: number;
  /** A label that begins until then may lack its head. */
  unsureUntil: number;
  unsureFor: RefusalReason;
}>;

/** What the page has to do after an event. `value`: what the field must hold. */
export type WedgeStep = Readonly<{
  state: WedgeState;
  prevent?: boolean;
  focus?: boolean;
  value?: string;
  ended?: readonly EndedText[];
}>;

/** Characters of one label never come so far apart. */
export const pauseMs = 2_000;
/** No hand types two characters within these milliseconds. */
const quickMs = 30;
/** A scanner sends its prefix, and the rest of its suffix, within these milliseconds. */
const prefixMs = 50;
/** A slow scanner needs up to 250 ms for a key. */
const nextKeyMs = 300;

export const firstState: WedgeState = {
  text: "",
  isBegun: false,
  keyAt: 0,
  seenAt: 0,
  isQuick: false,
  isClosed: false,
  isComposing: false,
  endedAt: Number.NEGATIVE_INFINITY,
  unsureUntil: Number.NEGATIVE_INFINITY,
  unsureFor: "keys",
};

/** Whether a person who types a number may be the reason. */
export const mayBeByHand = (reason: RefusalReason): boolean =>
  reason === "pause" || reason === "edited";

/** The first reason stays, because the others may follow from it. One that a hand may cause gives way to any other. */
const refuse = (state: WedgeState, reason: RefusalReason): WedgeState => {
  const isReplaced = state.reason === undefined || mayBeByHand(state.reason);
  return { ...state, isBegun: true, reason: isReplaced ? reason : state.reason };
};

const warn = (state: WedgeState, until: number, unsureFor: RefusalReason): WedgeState => ({
  ...state,
  unsureUntil: until,
  unsureFor,
});

const addText = (state: WedgeState, more: string, keyAt: number, seenAt: number): WedgeState => {
  const gap = keyAt - state.keyAt;
  const isQuick = state.isQuick || more.length > 1 || (state.isBegun && gap <= quickMs);
  const added = { ...state, isBegun: true, text: state.text + more, keyAt, seenAt, isQuick };
  if (!state.isBegun) return keyAt <= state.unsureUntil ? refuse(added, state.unsureFor) : added;
  if (state.isClosed) return refuse(added, "keys");
  return Math.max(gap, seenAt - state.seenAt) >= pauseMs ? refuse(added, "pause") : added;
};

const end = ({ text: raw, isQuick, isBegun, reason }: WedgeState, at: number): WedgeStep => ({
  state: { ...firstState, endedAt: at },
  value: "",
  ended: isBegun ? [{ raw, at, isQuick, reason }] : [],
});

/** Takes a character that came as a combination. Without one, the combination stands for no character. */
const takeCombination = (
  state: WedgeState,
  character: string | undefined,
  at: number,
  ends: LabelEnds,
): WedgeStep => {
  if (!state.isBegun) {
    // A second end, or the frame's, belongs to the label before.
    const isRest = character === frameEnd || /[\r\n\t]/.test(character ?? "");
    if (isRest && at - state.endedAt <= prefixMs)
      return { state: { ...state, endedAt: at }, prevent: true };
    return { state: character === frameStart ? state : warn(state, at + prefixMs, "keys") };
  }
  if (character && (/[\r\n]/.test(character) || ends.inText.test(character)))
    return { ...end(state, at), prevent: true };
  if (character === frameEnd) return { state: { ...state, isClosed: true }, prevent: true };
  if (!character || character === frameStart || character === "\t")
    return { state: refuse(state, "keys"), prevent: true };
  const added = addText(state, character, at, at);
  return { state: { ...added, own: character }, value: added.text, prevent: true };
};

/** Notices what changed in the field without an event. */
const synchronise = (state: WedgeState, value: string, at: number): WedgeState => {
  if (value === state.text || state.alt) return state;
  // The page has emptied its field.
  if (value === "") return { ...firstState, endedAt: state.endedAt };
  const seen = { ...state, isBegun: true, text: value, keyAt: at, seenAt: at, isQuick: true };
  return value.startsWith(state.text)
    ? { ...seen, awaited: undefined }
    : refuse({ ...seen, awaited: undefined }, "edited");
};

/** Handles what the last key left open: a character that did not arrive, or an Alt that was not released. */
const settle = (before: WedgeState, at: number, isDigit: boolean): WedgeState => {
  const state = { ...before, awaited: undefined, own: undefined };
  if (before.awaited?.character) return refuse(state, "lost");
  if (!state.alt || isDigit) return state;
  const isChanged = state.isBegun || state.text !== state.alt.before;
  const open = { ...state, alt: undefined };
  return isChanged ? refuse(open, "keys") : warn(open, at + prefixMs, "keys");
};

const keyDown = (
  before: WedgeState,
  { pressed, place, at, value }: Extract<WedgeEvent, { readonly is: "down" }>,
  ends: LabelEnds,
): WedgeStep => {
  const { key = "", repeat } = pressed;
  if (isModifier(key)) return { state: before };
  const digit = place === "otherField" ? undefined : altDigit(pressed);
  const state = settle(synchronise(before, value, at), at, digit !== undefined);
  const isTyped = isTyping(key) && !isCombination(pressed);
  if (place === "otherField") {
    if (!isTyped) return { state: ends.keys.has(key) ? warn(state, -Infinity, "lost") : state };
    // The head or the tail of a label may be in the other field.
    const cut = state.isBegun ? refuse(state, "lost") : state;
    return { state: warn(cut, at + nextKeyMs, "lost") };
  }
  if (digit !== undefined) {
    const { digits = "", before: was = value, at: since = at } = state.alt ?? {};
    const alt = { digits: digits + digit, before: was, at: since };
    return { state: { ...state, alt }, prevent: true };
  }
  if (isCombination(pressed)) return takeCombination(state, controlOf(pressed), at, ends);
  const focus = place === "other";
  // Enter, Tab and Space keep their function for buttons, unless a label has begun.
  if (focus && !state.isBegun && (ends.keys.has(key) || key === " ")) return { state };
  if (ends.keys.has(key)) return { ...end(state, at), prevent: true, focus };
  const prevent = movesCaret(key);
  if (state.isBegun && (prevent || isOtherKey(key)))
    return { state: repeat ? state : { ...state, isClosed: true }, prevent };
  if (!isTyped) return { state };
  // Focus the field before the character is typed, so that the character goes there.
  return {
    state: { ...state, awaited: { at, character: key.length === 1 ? key : undefined } },
    focus,
  };
};

/** Alt is released: its digits name a character. The system may have put it into the field before, or do so afterwards. */
const altUp = (
  before: WedgeState,
  { digits, before: was, at: since }: NonNullable<WedgeState["alt"]>,
  { at, value }: WedgeEvent,
  ends: LabelEnds,
): WedgeStep => {
  const state = { ...before, alt: undefined, text: was };
  const character = altCharacter(digits);
  const isThere = value !== was;
  if (!character || (isThere && value !== was + character)) {
    const isChanged = state.isBegun || isThere;
    const other = { ...state, text: value };
    return { state: isChanged ? refuse(other, "keys") : warn(other, at + prefixMs, "keys") };
  }
  const isAround = /[\r\n\t]/.test(character) || character === frameStart || character === frameEnd;
  const added = !state.isBegun && !isAround && addText(state, character, since, since);
  const step: WedgeStep = added
    ? { state: added, value: added.text }
    : takeCombination(state, character, since, ends);
  const { text } = step.state;
  const isTaken = text !== was && text !== "";
  return {
    value: text,
    ...step,
    state: {
      ...step.state,
      own: isThere ? undefined : character,
      ...(isTaken && { keyAt: at, seenAt: at }),
    },
  };
};

const textInput = (
  before: WedgeState,
  { at, value, isComposing }: Extract<WedgeEvent, { readonly is: "input" }>,
  ends: LabelEnds,
): WedgeStep => {
  const { text, awaited, own, alt } = before;
  if (alt) return { state: { ...before, text: value } };
  const { character } = awaited ?? {};
  const received = { ...before, awaited: undefined, own: undefined, isComposing };
  const isOther = character !== undefined && !value.endsWith(character);
  const known = isOther ? refuse(received, "lost") : received;
  if (own !== undefined && !awaited && value === text + own) return { state: known, value: text };
  const keyAt = awaited?.at ?? at;
  const seenAt = character === undefined ? at : keyAt;
  const isMore = value.startsWith(text);
  const isEdited = !isMore && !isComposing && !before.isComposing;
  const add = (state: WedgeState, more: string) =>
    more === "" ? state : addText(state, more, keyAt, seenAt);
  /** No hand types a character and the end in one event. */
  const addWithEnd = (state: WedgeState, more: string) =>
    more === "" ? state : { ...add(state, more), isQuick: true };
  const [head = "", ...parts] = value.split(ends.inText);
  const last = parts.pop();
  const addHead = last === undefined ? add : addWithEnd;
  const start = isMore ? text : "";
  const first = isEdited
    ? refuse({ ...known, text: head, keyAt, seenAt }, "edited")
    : addHead({ ...known, text: start }, head.slice(start.length));
  if (last === undefined) return { state: first };
  const next = { ...firstState, endedAt: at };
  const states = [first, ...parts.map((part) => addWithEnd(next, part))];
  return {
    state: add(next, last),
    value: last,
    ended: states.flatMap((state) => end(state, at).ended ?? []),
  };
};

/** From one event of a page to the next state, without the page. `wedge.ts` connects it with a page. */
export const stepWedge = (state: WedgeState, event: WedgeEvent, ends: LabelEnds): WedgeStep => {
  if (event.is === "down") return keyDown(state, event, ends);
  if (event.is === "input") return textInput(state, event, ends);
  if (event.is === "up")
    return event.key === "Alt" && state.alt ? altUp(state, state.alt, event, ends) : { state };
  if (event.is === "back") return { state: warn(state, event.at + nextKeyMs, "lost") };
  return { state: state.isBegun ? refuse(state, "lost") : state };
};
