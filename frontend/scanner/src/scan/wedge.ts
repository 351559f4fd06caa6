import type { PressedKey } from "./key-codes.ts";
import type { ScanSettings } from "./read-scan.ts";
import {
  firstState,
  type LabelEnds,
  pauseMs,
  type RefusalReason,
  stepWedge,
  type WedgeEvent,
} from "./wedge-keys.ts";

/** The parts of the DOM that the wedge uses, because the project is compiled for Node. */
type FocusTarget = { readonly tagName?: string; readonly isContentEditable?: boolean };
type DomEvent = PressedKey & {
  readonly target: unknown;
  readonly relatedTarget?: unknown;
  readonly isComposing?: boolean;
  readonly timeStamp: number;
  readonly preventDefault: () => void;
};
type ListenerTarget = {
  readonly addEventListener: (
    type: string,
    run: (event: DomEvent) => void,
    capture?: boolean,
  ) => void;
  readonly removeEventListener: (
    type: string,
    run: (event: DomEvent) => void,
    capture?: boolean,
  ) => void;
};

/** A text that is no label, with the reason. `at` and `isQuick` are those of `onScan`. */
export type RefusedText = {
  readonly reason: RefusalReason;
  readonly raw: string;
  readonly at: number;
  readonly isQuick: boolean;
};

export type WedgeOptions = {
  /** The field that receives the scanner's text: an `<input inputmode="none">`, or a `<textarea>` if the scanner types as an IME. */
  readonly input: ListenerTarget & {
    value: string;
    readonly focus: (options?: { preventScroll: boolean }) => void;
  };
  readonly document: ListenerTarget & { readonly hasFocus?: () => boolean };
  readonly settings: Pick<ScanSettings, "trailing">;
  /**
   * `at`: the time of the last key, on the clock of `performance.now()`. A busy page handles it later. `isQuick`: two characters came within
   * 30 ms, or two of them or one and the end came in one text, so no hand has typed it.
   */
  readonly onScan: (raw: string, at: number, isQuick: boolean) => void;
  /**
   * The same label was read again within 1.5 s, `afterMs` milliseconds after the first time. The worker rarely scanned it twice on purpose.
   */
  readonly onAgain?: (raw: string, afterMs: number, at: number, isQuick: boolean) => void;
  /** A text has ended that must not be taken as a label. Tell the worker why, and to scan again. */
  readonly onRefused?: (text: RefusedText) => void;
  /** A text has no end 2 s after its last character. The next Enter ends it. With a `reason` it will be refused. */
  readonly onUnended?: (raw: string, reason: RefusalReason | undefined) => void;
};

const repeatWithinMs = 1_500;

const isEditable = (target: unknown) => {
  const { tagName, isContentEditable } = (target ?? {}) as FocusTarget;
  return isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName ?? "");
};

const endsOf = (trailing: ScanSettings["trailing"]): LabelEnds => {
  const keys = new Set(trailing.map((name) => (name === "TAB" ? "Tab" : "Enter")));
  if (keys.size === 0)
    throw new TypeError("Scanners must send Enter or Tab after a scan (scan.trailing).");
  const inText = `[${keys.has("Enter") ? "\\r\\n" : ""}${keys.has("Tab") ? "\\t" : ""}]+`;
  return { keys, inText: new RegExp(inText) };
};

/**
 * Reads what a scanner types (keyboard wedge). A scan ends at the site's suffix, Enter or Tab, and never at a pause, which would cut a
 * label in two. A text with a pause of 2 s, with other keys, or with lost keys is refused up to its end. Text is read while the field, a
 * button or nothing has the focus. Other fields keep the text that is typed into them. The returned function stops the reading.
 * `wedge-keys.ts` decides all of this without a page.
 * @throws TypeError if the site's scanners add neither Enter nor Tab
 */
export const readWedge = ({
  input,
  document,
  settings,
  onScan,
  onAgain,
  onRefused,
  onUnended,
}: WedgeOptions): (() => void) => {
  const ends = endsOf(settings.trailing);
  let state = firstState;
  let isAway = false;
  let lastRaw = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const focus = () => input.focus({ preventScroll: true });

  const reportScan = (raw: string, at: number, isQuick: boolean) => {
    const afterMs = at - lastAt;
    const isRepeat = raw === lastRaw && afterMs < repeatWithinMs;
    lastRaw = raw;
    lastAt = at;
    if (isRepeat) onAgain?.(raw, afterMs, at, isQuick);
    else onScan(raw, at, isQuick);
  };
  const tellUnendedLater = () => {
    clearTimeout(waiting);
    if (!state.isBegun) return;
    waiting = setTimeout(() => {
      // The page may have emptied its field.
      if (input.value === state.text) onUnended?.(state.text, state.reason);
    }, pauseMs);
  };
  const take = (event: WedgeEvent, from?: DomEvent) => {
    const before = state;
    const { prevent, focus: isFocused, value, ended = [], ...step } = stepWedge(state, event, ends);
    state = step.state;
    if (prevent) from?.preventDefault();
    if (value !== undefined && input.value !== value) input.value = value;
    if (state !== before) tellUnendedLater();
    for (const { reason, raw, at, isQuick } of ended)
      if (reason) onRefused?.({ reason, raw, at, isQuick });
      else reportScan(raw, at, isQuick);
    if (isFocused) focus();
  };

  const now = ({ timeStamp: at }: DomEvent) => ({ at, value: input.value });
  const onKeyDown = (event: DomEvent) => {
    const { target } = event;
    const place = target === input ? "field" : isEditable(target) ? "otherField" : "other";
    take({ ...now(event), is: "down", pressed: event, place }, event);
  };
  const onKeyUp = (event: DomEvent) => take({ ...now(event), is: "up", key: event.key ?? "" });
  const onInput = (event: DomEvent) =>
    take({ ...now(event), is: "input", isComposing: event.isComposing ?? false });
  const onFocusOut = (event: DomEvent) => {
    if (event.relatedTarget) return;
    isAway = document.hasFocus?.() === false;
    if (isAway) take({ ...now(event), is: "away" });
    setTimeout(focus);
  };
  const onFocusIn = (event: DomEvent) => {
    if (isAway) take({ ...now(event), is: "back" });
    isAway = false;
  };

  const listeners = [
    [document, "keydown", onKeyDown],
    [document, "keyup", onKeyUp],
    [input, "input", onInput],
    [input, "focusout", onFocusOut],
    [input, "focusin", onFocusIn],
  ] as const;
  for (const [target, type, run] of listeners) target.addEventListener(type, run, true);
  focus();
  return () => {
    clearTimeout(waiting);
    for (const [target, type, run] of listeners) target.removeEventListener(type, run, true);
  };
};
