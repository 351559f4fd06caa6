import * as settings from "site:settings";
import words from "site:words/worker";
import { readWedge } from "#scanner/scan/wedge.ts";
import { afterPause, beginningOf, refuse } from "./signals.ts";
import { set, state, top } from "./store.ts";
import { again, take } from "./take.ts";

/** Milliseconds: a focus that comes back so soon was never away. */
const blink = 150;

/** Milliseconds after which a label without an end is one of a scanner that sends none. */
const unended = 2_000;

/** What the scanner sends is shown, and is no scan. */
const isShown = () => top()?.is === "device";

let field: HTMLTextAreaElement | undefined;

/** Whether the scanner's field hears; typing by hand has a field of its own. */
const look = () => set({ deaf: !document.hasFocus() || document.activeElement !== field });

/** Reads the scanner in this field, and reports when the field has no focus. */
export const hearIn = (input: HTMLTextAreaElement | null): void => {
  if (!input || field) return;
  field = input;
  readWedge({
    input,
    document,
    settings: settings.scan,
    onScan: (raw) => isShown() || take(raw),
    onAgain: (raw, after) => isShown() || again(raw, after),
  });
  const soon = afterPause(look, blink);
  for (const type of ["focusin", "focusout", "visibilitychange"])
    document.addEventListener(type, soon);
  for (const type of ["focus", "blur"]) addEventListener(type, soon);
  const noEnd = () => {
    if (input.value !== "" && !isShown())
      refuse({ label: beginningOf(input.value), text: words.wrong.unended });
  };
  input.addEventListener("input", afterPause(noEnd, unended));
  // Buttons take no focus, and a touch inside a label moves no caret.
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    const isHeard = target === field && document.activeElement === field;
    const isField = target === field || target instanceof HTMLInputElement;
    if (isHeard || !isField) event.preventDefault();
  });
};

let typed = false;

/** After each drawing: gives the focus back to the scanner when what was typed is taken. */
export const hearAgain = (): void => {
  const typing = state().input === "typing";
  if (typed && !typing) field?.focus({ preventScroll: true });
  typed = typing;
};
