import settings from "site:settings";
import words from "site:words/worker";
import { shown } from "#lib/scan/element-string.ts";
import { fieldOf, kindsOf, type Scan } from "#lib/scan/read.ts";
import type { Label } from "./flow.ts";
import { kindWord } from "./lines.tsx";
import { signal } from "./signals.ts";
import { set, state, type Wrong } from "./store.ts";

const { notes, wrong: wrongWords } = words;

/** Tells that a label was not taken; what is in hand stays. */
export const refuse = (wrong: Wrong): void => {
  signal("wrong-label");
  set({ wrong, note: undefined, tellings: state().tellings + 1 });
};

/** What a label is, if it is one of these. */
export const labelOf = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** What is wrong with a label that nobody asked for. */
export const refuseLabel = (scan: Scan): void => {
  const is = labelOf(scan, kindsOf(scan, settings.scan));
  const twice = scan.doubled && kindsOf(scan.doubled, settings.scan).length > 0;
  refuse({
    label: is?.value ?? shown(scan.text),
    text: is ? kindWord[is.kind] : wrongWords.unknown,
    note: twice ? notes.doubled : notes.notSent,
  });
};
