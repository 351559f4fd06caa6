import * as settings from "site:settings";
import words from "site:words/worker";
import { commandIn } from "#scanner/scan/command-label.ts";
import { fieldOf, type Scan } from "#scanner/scan/read-scan.ts";
import {
  foldWidth,
  hiddenKey,
  invertCase,
  printableOf,
  unseenIn,
} from "#scanner/scan/scan-text.ts";
import { fieldsOfTypedCode, labelKindOf } from "../../shared/labels.ts";
import { signalOutcome } from "../device/signals.ts";
import type { WrongLabel } from "../outcome/rows.ts";
import { set, state } from "../state.ts";
import type { Label } from "./hand.ts";

const { notes, wrong: wrongWords } = words;

/** The start of a text that is no label here. The rest may be a secret, as on a key card. */
export const beginningOf = (text: string): string =>
  /key:/i.test(foldWidth(text))
    ? hiddenKey
    : printableOf(text.length > 8 ? `${text.slice(0, 8)}…` : text);

/** Shows that a label was not taken, and plays the sound for it. */
export const showWrongLabel = (wrong: WrongLabel): void => {
  signalOutcome("wrong-label");
  set({
    banner: { is: "wrong", ...wrong },
    note: undefined,
    bannerCount: state().bannerCount + 1,
  });
};

/** Reads a scan as the first kind that matches. */
export const readLabel = (scan: Scan, kinds: readonly Label["kind"][]): Label | undefined => {
  for (const kind of kinds) {
    const reading = fieldOf(scan, kind, settings.scan);
    if ("value" in reading) return { kind, value: reading.value };
  }
  return undefined;
};

/** The other label in a scan that also has the label of this kind, as one code for a box and its goods has. */
export const labelBeside = (
  scan: Scan,
  kind: Label["kind"],
  kinds: readonly Label["kind"][],
): Label | undefined => {
  // A bare code that fits several kinds is one label.
  if (scan.kind !== "gs1" || !readLabel(scan, [kind])) return undefined;
  return readLabel(
    scan,
    kinds.filter((one) => one !== kind),
  );
};

/** Refuses a label that names another box, shelf or goods than the one in hand, and says both. */
export const refuseOther = (scan: Scan, inHand: Label): boolean => {
  const label = readLabel(scan, [inHand.kind])?.value ?? inHand.value;
  if (label === inHand.value) return false;
  const text = wrongWords.otherInHand;
  showWrongLabel({ label, shelf: inHand.value, text, note: notes.notSent });
  return true;
};

/** Reads a label that a worker typed. If it only matches in capitals, it is read in capitals. */
export const readTypedLabel = (
  { text }: Scan,
  kinds: readonly Label["kind"][],
): Label | undefined => {
  const plain = foldWidth(text).trim();
  for (const value of [text.trim(), plain, plain.toUpperCase()]) {
    const kind = fieldsOfTypedCode(value).find((one) => kinds.includes(one));
    if (kind) return { kind, value };
  }
  return undefined;
};

/** What is probably wrong with a label that the page does not know. */
const causeNote = ({ cause, text }: Scan): string | undefined => {
  const isSwappedCommand = commandIn(invertCase(text), settings.scan);
  if (cause === "capsLock" || isSwappedCommand) return notes.capsLock;
  if (cause === "unseen") return notes.unseen.replace("{what}", unseenIn(text).join(" "));
  return cause && notes.inputMethod;
};

/** Explains why a label is not accepted now. `possibleKinds`: the kinds whose format matches. */
export const refuseScan = (scan: Scan, possibleKinds: readonly Label["kind"][]): void => {
  const label = readLabel(scan, possibleKinds) ?? readTypedLabel(scan, possibleKinds);
  showWrongLabel({
    label: label?.value ?? beginningOf(scan.text),
    text: label ? wrongWords[labelKindOf[label.kind]] : wrongWords.unknown,
    note: scan.doubled ? notes.doubled : (!label && causeNote(scan)) || notes.notSent,
  });
};
