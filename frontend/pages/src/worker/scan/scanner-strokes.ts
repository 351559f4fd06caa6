import type { ScanSettings } from "#scanner/scan/read-scan.ts";
import { debounce } from "./debounce.ts";
import { type KeyStroke, keysOf, strokeOf } from "./scanner-keys.ts";

/** A label without an end for these milliseconds comes from a scanner that sends no end. */
const silenceMs = 2_000;

/** The key of a character of a text. */
const keyOf = (character: string) => {
  if (character === "\t") return "Tab";
  return /[\r\n]/.test(character) ? "Enter" : character;
};

/**
 * Hears what a scanner sends, before the page makes a label of it: each key, and each character of a text. Calls `onReading` at the end of
 * a label, or after a silence. `signal` ends it.
 */
export const hearReadings = (
  field: HTMLTextAreaElement,
  settings: ScanSettings,
  onReading: (strokes: readonly KeyStroke[]) => void,
  signal: AbortSignal,
): void => {
  let strokes: KeyStroke[] = [];
  // The field's text up to now, and the character that the last key will put there.
  let [before, awaited] = ["", ""];
  const conclude = () => {
    const keys = keysOf(strokes, settings);
    const heard = strokes;
    strokes = [];
    // Without a character, a person has pressed keys of their own.
    if (signal.aborted || !keys.some(({ is }) => is === "character")) return;
    if (keys.at(-1)?.is !== "end") field.value = "";
    before = "";
    onReading(heard);
  };
  const concludeLater = debounce(conclude, silenceMs);
  const add = (stroke: KeyStroke) => {
    strokes.push(stroke);
    if (keysOf(strokes, settings).at(-1)?.is === "end") conclude();
    else concludeLater();
  };
  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    const worksButton = key === " " && target instanceof HTMLButtonElement && strokes.length === 0;
    const stroke = worksButton ? undefined : strokeOf(event);
    // Whatever the page has put into the field by now is no new text.
    before = field.value;
    if (stroke) add(stroke);
    const last = keysOf(strokes, settings).at(-1);
    awaited = last && last.at === stroke?.at ? last.text : "";
  };
  const onInput = (event: Event) => {
    const { value } = field;
    const at = event.timeStamp;
    const isDeletion = event instanceof InputEvent && event.inputType.startsWith("delete");
    const added = value.startsWith(before) ? value.slice(before.length) : value;
    const more = isDeletion ? "" : added;
    before = value.replace(/^.*[\r\n\t]/s, "");
    const isOfKey = more === awaited;
    awaited = "";
    if (isOfKey) return;
    for (const [character] of more.matchAll(/\r\n|./gsu))
      add({ key: keyOf(character), at, isText: true });
  };
  document.addEventListener("keydown", onKey, { capture: true, signal });
  document.addEventListener("input", onInput, { capture: true, signal });
};
