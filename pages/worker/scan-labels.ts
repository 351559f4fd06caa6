import * as settings from "site:settings";
import words from "site:words/worker";
import { printableOf } from "#scanner/scan/element-string.ts";
import { fieldOf, kindsOf, type Scan } from "#scanner/scan/read-scan.ts";
import { fieldsOfTypedCode, labelKindOf } from "../shared/labels.ts";
import type { Label } from "./hand.ts";
import type { WrongLabel } from "./rows.ts";
import { signalOutcome } from "./signals.ts";
import { set, state } from "./state.ts";

const { notes, wrong: wrongWords } = words;

/** The beginning of a text that is no label here. The rest may be a secret; on a key card it is one. */
export const beginningOf = (text: string): string =>
  /key:/.test(text) ? "key:…" : printableOf(text.length > 8 ? `${text.slice(0, 8)}…` : text);

/** Shows and sounds that a label was not taken. */
export const showWrongLabel = (wrong: WrongLabel): void => {
  signalOutcome("wrong-label");
  set({
    banner: { is: "wrong", ...wrong },
    note: undefined,
    bannerCount: state().bannerCount + 1,
  });
};

/** Reads the first of these kinds that a scan has. */
export const readLabel = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** The label that a worker typed, in capital letters if it is a label only then. */
export const readTypedLabel = (
  { text }: Scan,
  kinds: readonly Label["kind"][],
): Label | undefined => {
  for (const value of [text, text.toUpperCase()]) {
    const kind = fieldsOfTypedCode(value).find((one) => kinds.includes(one));
    if (kind) return { kind, value };
  }
  return undefined;
};

/** Says what is wrong with a label that the page does not wait for. `possibleKinds`: what it may be, by its form. */
export const refuseScan = (scan: Scan, possibleKinds: readonly Label["kind"][]): void => {
  const label = readLabel(scan, possibleKinds) ?? readTypedLabel(scan, possibleKinds);
  const isTwice = scan.doubled && kindsOf(scan.doubled, settings.scan).length > 0;
  showWrongLabel({
    label: label?.value ?? beginningOf(scan.text),
    text: label ? wrongWords[labelKindOf[label.kind]] : wrongWords.unknown,
    note: isTwice ? notes.doubled : notes.notSent,
  });
};
