import type { ScanSettings } from "./read-scan.ts";

/** The parts of the DOM that the wedge uses, because the project is compiled for Node. */
type FocusTarget = { readonly tagName?: string; readonly isContentEditable?: boolean };
type DomEvent = {
  readonly target: unknown;
  readonly relatedTarget?: unknown;
  readonly key?: string;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly shiftKey?: boolean;
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

export type WedgeOptions = {
  /** The field that receives the scanner's text: an `<input inputmode="none">`, or a `<textarea>` if the scanner types as an IME. */
  readonly input: ListenerTarget & {
    value: string;
    readonly focus: (options?: { preventScroll: boolean }) => void;
  };
  readonly document: ListenerTarget;
  readonly settings: Pick<ScanSettings, "trailing">;
  /** `at`: the time of the last key, on the clock of `performance.now()`. A busy page handles it later. */
  readonly onScan: (raw: string, at: number) => void;
  /**
   * The same label was read again within 1.5 s, `afterMs` milliseconds after the first time. The worker rarely scanned it twice on purpose.
   */
  readonly onAgain?: (raw: string, afterMs: number, at: number) => void;
};

const repeatWithinMs = 1_500;

const isEditable = (target: unknown) => {
  const { tagName, isContentEditable } = (target ?? {}) as FocusTarget;
  return isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName ?? "");
};

/**
 * Reads what a scanner types (keyboard wedge). A scan ends at the site's suffix, Enter or Tab, and never at a pause, which would cut a
 * label in two. Text is read while the field, a button or nothing has the focus. Other fields keep the text that is typed into them. The
 * returned function stops the reading.
 * @throws TypeError if the site's scanners add neither Enter nor Tab
 */
export const readWedge = ({
  input,
  document,
  settings: { trailing },
  onScan,
  onAgain,
}: WedgeOptions): (() => void) => {
  const suffixes: ReadonlySet<string> = new Set(
    trailing.map((name) => (name === "TAB" ? "Tab" : "Enter")),
  );
  if (suffixes.size === 0)
    throw new TypeError("Scanners must send Enter or Tab after a scan (scan.trailing).");
  const suffixPattern = new RegExp(
    `[${suffixes.has("Enter") ? "\\r\\n" : ""}${suffixes.has("Tab") ? "\\t" : ""}]+`,
  );
  let lastRaw = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  const focus = () => input.focus({ preventScroll: true });

  const reportScan = (raw: string, timeStamp: number) => {
    if (raw === "") return;
    const afterMs = timeStamp - lastAt;
    const isRepeat = raw === lastRaw && afterMs < repeatWithinMs;
    lastRaw = raw;
    lastAt = timeStamp;
    if (isRepeat) onAgain?.(raw, afterMs, timeStamp);
    else onScan(raw, timeStamp);
  };
  const onKey = (event: DomEvent) => {
    const { target, key = "", ctrlKey, metaKey, shiftKey } = event;
    const isElsewhere = target !== input;
    const isSuffix = suffixes.has(key);
    // Shift+Tab moves the focus, for people who use only a keyboard.
    const isShortcut = ctrlKey || metaKey || (shiftKey && key === "Tab");
    if (isShortcut || (isElsewhere && isEditable(target))) return;
    // Enter, Tab and Space keep their function for buttons, unless a label is being typed.
    const worksButton = isElsewhere && input.value === "" && (isSuffix || key === " ");
    if (worksButton) return;
    if (isSuffix) {
      event.preventDefault();
      const raw = input.value;
      input.value = "";
      reportScan(raw, event.timeStamp);
    }
    // Focus the input before the character is typed, so that the character goes there.
    const isTyped = key.length === 1 || isSuffix || key === "Unidentified";
    if (isElsewhere && isTyped) focus();
  };
  const onInput = ({ timeStamp }: DomEvent) => {
    const parts = input.value.split(suffixPattern);
    if (parts.length === 1) return;
    input.value = parts.pop() ?? "";
    for (const raw of parts) reportScan(raw, timeStamp);
  };
  const onFocusOut = ({ relatedTarget }: DomEvent) => {
    if (!relatedTarget) setTimeout(focus);
  };

  const listeners = [
    [document, "keydown", onKey, true],
    [input, "input", onInput, false],
    [input, "focusout", onFocusOut, false],
  ] as const;
  for (const [target, type, run, capture] of listeners) target.addEventListener(type, run, capture);
  focus();
  return () => {
    for (const [target, type, run, capture] of listeners)
      target.removeEventListener(type, run, capture);
  };
};
