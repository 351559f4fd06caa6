import * as settings from "site:settings";
import words from "site:words/worker";
import { shown } from "#scanner/scan/element-string.ts";
import { fieldOf, kindsOf, type Scan } from "#scanner/scan/read.ts";
import { kindsOfTyped, thingOf } from "../shared/labels.ts";
import type { Label } from "./hand.ts";
import type { Wrong } from "./rows.ts";
import { signal } from "./signals.ts";
import { set, state } from "./store.ts";

const { notes, wrong: wrongWords } = words;

/** The beginning of what is no label here: it may be a secret, and that of a key card is one. */
export const few = (text: string): string =>
  /key:/.test(text) ? "key:…" : shown(text.length > 8 ? `${text.slice(0, 8)}…` : text);

/** Shows that a label was not taken. */
export const refuse = (wrong: Wrong): void => {
  signal("wrong-label");
  set({
    band: { is: "wrong", ...wrong },
    note: undefined,
    resultCount: state().resultCount + 1,
  });
};

export const labelOf = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** What somebody typed, in capital letters if it is a label only so. */
export const typedOf = ({ text }: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const value of [text, text.toUpperCase()]) {
    const kind = kindsOfTyped(value).find((one) => kinds.includes(one));
    if (kind) return { kind, value };
  }
  return undefined;
};

/** What is wrong with a label that nobody asked for; `kinds`: what it may be. */
export const refuseLabel = (scan: Scan, kinds = kindsOf(scan, settings.scan)): void => {
  const is = labelOf(scan, kinds) ?? typedOf(scan, kinds);
  const twice = scan.doubled && kindsOf(scan.doubled, settings.scan).length > 0;
  refuse({
    label: is?.value ?? few(scan.text),
    text: is ? wrongWords[thingOf[is.kind]] : wrongWords.unknown,
    note: twice ? notes.doubled : notes.notSent,
  });
};
