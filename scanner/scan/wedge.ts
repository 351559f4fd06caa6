import type { ScanSettings } from "./read-scan.ts";

/** The parts of a page that are used; the project is compiled for Node. */
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
  /** The field that takes what the scanner types: an `<input inputmode="none">`, or a `<textarea>` where the scanner types as an IME. */
  readonly input: ListenerTarget & {
    value: string;
    readonly focus: (options?: { preventScroll: boolean }) => void;
  };
  readonly document: ListenerTarget;
  readonly settings: Pick<ScanSettings, "trailing">;
  readonly onScan: (raw: string) => void;
  /** The same label again within 1.5 s: a second reading, and seldom a second scan; so many milliseconds after the one before. */
  readonly onAgain?: (raw: string, after: number) => void;
};

/** Milliseconds. */
const repeatWithinMs = 1_500;

const isEditable = (target: unknown) => {
  const { tagName, isContentEditable } = (target ?? {}) as FocusTarget;
  return isContentEditable === true || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName ?? "");
};

/**
 * Reads what a scanner types (keyboard wedge). A scan ends where the site's suffix comes, Enter or Tab, and never at a pause: a
 * stall inside a label would cut it in two. What is typed while a button has the focus, or nothing has, is taken, too; another field
 * keeps what is typed there. The result stops it.
 * @throws TypeError when the site's scanners add neither Enter nor Tab
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
  const ends = new RegExp(
    `[${suffixes.has("Enter") ? "\\r\\n" : ""}${suffixes.has("Tab") ? "\\t" : ""}]+`,
  );
  let last = "";
  let lastAt = Number.NEGATIVE_INFINITY;
  const focus = () => input.focus({ preventScroll: true });

  const take = (raw: string, at: number) => {
    if (raw === "") return;
    const after = at - lastAt;
    const again = raw === last && after < repeatWithinMs;
    last = raw;
    lastAt = at;
    if (again) onAgain?.(raw, after);
    else onScan(raw);
  };
  const onKey = (event: DomEvent) => {
    const { target, key = "", ctrlKey, metaKey, shiftKey } = event;
    // Shift and Tab leads away, for who has no other way.
    if (
      ctrlKey ||
      metaKey ||
      (shiftKey && key === "Tab") ||
      (target !== input && isEditable(target))
    )
      return;
    // Enter, Tab and Space work buttons, as long as no label is being typed.
    if (input.value === "" && target !== input && (suffixes.has(key) || key === " ")) return;
    if (suffixes.has(key)) {
      event.preventDefault();
      const raw = input.value;
      input.value = "";
      take(raw, event.timeStamp);
    }
    // Before the character is typed, so that it lands in the input.
    if (target !== input && (key.length === 1 || suffixes.has(key) || key === "Unidentified"))
      focus();
  };
  const onInput = ({ timeStamp }: DomEvent) => {
    const parts = input.value.split(ends);
    if (parts.length === 1) return;
    input.value = parts.pop() ?? "";
    for (const raw of parts) take(raw, timeStamp);
  };
  const onLeave = ({ relatedTarget }: DomEvent) => {
    if (!relatedTarget) setTimeout(focus);
  };

  const listening = [
    [document, "keydown", onKey, true],
    [input, "input", onInput, false],
    [input, "focusout", onLeave, false],
  ] as const;
  for (const [where, type, run, capture] of listening) where.addEventListener(type, run, capture);
  focus();
  return () => {
    for (const [where, type, run, capture] of listening)
      where.removeEventListener(type, run, capture);
  };
};
