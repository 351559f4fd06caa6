import * as settings from "site:settings";
import words from "site:words/worker";
import { commandIn } from "#scanner/scan/command-label.ts";
import { kindsOf, readScan, scannedFields } from "#scanner/scan/read-scan.ts";
import type { RefusedText } from "#scanner/scan/wedge.ts";
import { mayBeByHand, type RefusalReason } from "#scanner/scan/wedge-keys.ts";
import { emptyHandsAfterPause } from "../device/shift-pause.ts";
import { signInWithKey } from "../device/sign-in.ts";
import { signalInHand, signalOutcome } from "../device/signals.ts";
import { stayAwake } from "../device/wake-lock.ts";
import { lookUpScreens, setAndClearBanner } from "../screens/navigation.ts";
import { isAboutLabel, isSignInRequired, lastingBanner, set, state, topScreen } from "../state.ts";
import { keyboardState } from "./caps-lock.ts";
import { runCommand } from "./command-label.ts";
import { isHandEmpty, labelIn } from "./hand.ts";
import type { ReadBy } from "./pad-entry.ts";
import { padWithTyped } from "./pad-number.ts";
import { finishPad, takeAtPad } from "./pad-steps.ts";
import {
  beginningOf,
  labelBeside,
  readLabel,
  readTypedLabel,
  refuseOther,
  refuseScan,
  showWrongLabel,
} from "./scan-labels.ts";
import { expectedKinds, takeLabel } from "./scan-table.ts";

let stateAfterScan = state();

/** Takes a scan. `at`: its time on the clock of `performance.now()`. */
export const takeScan = (raw: string, at: number, by: ReadBy): void => {
  stayAwake();
  emptyHandsAfterPause();
  const command = commandIn(raw, settings.scan);
  if (command) runCommand(command, at);
  else {
    closeLists();
    routeScan(raw, by);
  }
  stateAfterScan = state();
};

/** A scan closes the list of refusals and the person's screen. */
const closeLists = () => {
  while (/^(refused|me)$/.test(topScreen()?.is ?? ""))
    set({ screens: state().screens.slice(0, -1) });
};

/**
 * The screen that takes the next label instead of the hand. An open look-up does, even under a number pad or a row: a box is then looked
 * up, and not put on the shelf in hand.
 */
const screenThatTakesScans = () => {
  const top = topScreen();
  return top?.is === "move" || top?.is === "moveAll" ? top : lookUpScreens().at(-1);
};

/**
 * Checks in this order: a key card signs a person in, a number on the pad takes its own scans, an unexpected label is refused, and any
 * other label saves the number. A label that is already in hand stays in hand. For each other label, `scanTable` has the effect.
 */
const routeScan = (raw: string, by: ReadBy) => {
  const byHand = by === "typed";
  const scan = readScan(raw, settings.scan, byHand ? undefined : keyboardState());
  const isCard = scan.key !== undefined && provedBy === "key";
  if (isSignInRequired() || isCard) {
    // The number belongs to the person who counted it.
    if (finishPad(scan.text)) void signInWithKey(raw);
    return;
  }
  const screen = topScreen();
  if (screen?.is === "pad") {
    const { box_no, zongpai } = screen.of;
    const goods = labelBeside(scan, "box_no", ["zongpai"]);
    if (goods && refuseOther(scan, { kind: "box_no", value: box_no })) return;
    // A label of the box with other goods is their next scan.
    const isNext = goods !== undefined && goods.value !== zongpai;
    if (!isNext && takeAtPad(screen, scan, raw, by)) return;
  }
  const { hand } = state();
  const takingScreen = screenThatTakesScans();
  const kinds = expectedKinds(hand, takingScreen);
  const handLabel = takingScreen ? undefined : labelIn(hand);
  const beside = handLabel && labelBeside(scan, handLabel.kind, kinds);
  if (handLabel && beside && refuseOther(scan, handLabel)) return;
  const isInHand =
    handLabel && !beside && readLabel(scan, [handLabel.kind])?.value === handLabel.value;
  const expected =
    beside ?? readLabel(scan, kinds) ?? (byHand ? readTypedLabel(scan, kinds) : undefined);
  const label = isInHand ? handLabel : expected;
  if (!label) return refuseScan(scan, byHand ? scannedFields : kindsOf(scan, settings.scan));
  if (!finishPad(label.value)) return;
  if (isInHand) {
    signalInHand();
    return setAndClearBanner({ screens: [], banner: lastingBanner() });
  }
  takeLabel(label, hand, takingScreen);
  if (takingScreen || !isHandEmpty(hand)) return;
  // One label may have the box and the goods for it.
  const next = state().hand;
  const item = labelBeside(scan, label.kind, expectedKinds(next));
  if (item) takeLabel(item, next);
};

/** A worker cannot scan the next piece within these milliseconds. */
const nextPieceMs = 500;

/**
 * Handles the same label read twice within a moment. It is a second scan only if it is a command, if a button was touched in between, or if
 * pieces are being counted.
 */
export const takeRepeatedScan = (raw: string, ms: number, at: number, by: ReadBy): void => {
  const { hand, screens } = state();
  const isTouched = hand !== stateAfterScan.hand || screens !== stateAfterScan.screens;
  const isPiece = topScreen()?.is === "pad" && ms > nextPieceMs;
  if (isTouched || isPiece || commandIn(raw, settings.scan)) takeScan(raw, at, by);
  else if (!isAboutLabel()) set({ note: words.notes.again });
};

/** Tells why a text is no label. Digits for an open number are a number, if a hand typed them: slowly, or with a correction. */
export const takeRefusedText = ({ raw, reason, at, isQuick }: RefusedText): void => {
  const screen = topScreen();
  const isByHand = !isQuick && mayBeByHand(reason);
  if (screen?.is === "pad" && isByHand && padWithTyped(screen, raw, "keys"))
    takeScan(raw, at, "keys");
  else refuseText(raw, words.wrong[reason]);
};

/** Tells that a text waits for its end, or that it will be refused then. */
export const tellUnended = (raw: string, reason: RefusalReason | undefined): void => {
  if (reason) {
    refuseText(raw, words.wrong.unended);
    return;
  }
  signalOutcome("ask");
  set({
    banner: { is: "unended", label: beginningOf(raw) },
    note: undefined,
    bannerCount: state().bannerCount + 1,
  });
};

const refuseText = (raw: string, text: string) =>
  showWrongLabel({ label: beginningOf(raw), word: words.outcomes.notTaken, text });
