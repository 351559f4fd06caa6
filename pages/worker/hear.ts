import * as settings from "site:settings";
import { readWedge } from "#scanner/scan/wedge.ts";
import { set, state } from "./store.ts";
import { again, take } from "./take.ts";

/** Milliseconds: a focus that comes back so soon was never away. */
const blink = 150;

let field: HTMLInputElement | undefined;

/** Whether the scanner's field hears; typing by hand has a field of its own. */
const look = () => set({ deaf: !document.hasFocus() || document.activeElement !== field });

/** Reads the scanner in this field, and reports when the field has no focus. */
export const hearIn = (input: HTMLInputElement | null): void => {
  if (!input || field) return;
  field = input;
  readWedge({ input, document, settings: settings.scan, onScan: take, onAgain: again });
  let timer: number;
  const soon = () => {
    clearTimeout(timer);
    timer = window.setTimeout(look, blink);
  };
  for (const type of ["focusin", "focusout", "visibilitychange"])
    document.addEventListener(type, soon);
  for (const type of ["focus", "blur"]) addEventListener(type, soon);
  // Buttons take no focus, and a touch inside a label moves no caret.
  document.addEventListener("mousedown", (event) => {
    const { target } = event;
    const isHeard = target === field && document.activeElement === field;
    if (isHeard || !(target instanceof HTMLInputElement)) event.preventDefault();
  });
};

let typed = false;

/** After each drawing: gives the focus back to the scanner when what was typed is taken. */
export const hearAgain = (): void => {
  const typing = state().input === "typing";
  if (typed && !typing) field?.focus({ preventScroll: true });
  typed = typing;
};
