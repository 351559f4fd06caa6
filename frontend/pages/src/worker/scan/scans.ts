import * as settings from "site:settings";
import words from "site:words/worker";
import { commandIn } from "#scanner/scan/command-label.ts";
import { kindsOf, readScan, scannedFields } from "#scanner/scan/read-scan.ts";
import { emptyHandsAfterPause } from "../device/shift-pause.ts";
import { signInWithKey } from "../device/sign-in.ts";
import { signalInHand } from "../device/signals.ts";
import { stayAwake } from "../device/wake-lock.ts";
import { lookUpScreens, setAndClearBanner } from "../screens/navigation.ts";
import { isSignInRequired, lastingBanner, set, state, topScreen } from "../state.ts";
import { runCommand } from "./command-label.ts";
import { labelIn } from "./hand.ts";
import { finishPad, takeAtPad } from "./pad-steps.ts";
import { readLabel, readTypedLabel, refuseScan } from "./scan-labels.ts";
import { expectedKinds, takeLabel } from "./scan-table.ts";

let stateAfterScan = state();

/** Takes a scan from a scanner, the camera, or a worker who types (`byHand`). `at`: its time on the clock of `performance.now()`. */
export const takeScan = (raw: string, at = performance.now(), byHand = false): void => {
  stayAwake();
  emptyHandsAfterPause();
  const command = commandIn(raw, settings.scan);
  if (command) runCommand(command, at);
  else {
    closeLists();
    routeScan(raw, byHand);
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
const routeScan = (raw: string, byHand: boolean) => {
  const scan = readScan(raw, settings.scan);
  const isCard = scan.key !== undefined && provedBy === "key";
  if (isSignInRequired() || isCard) {
    // The number belongs to the person who counted it.
    if (finishPad(scan.text)) void signInWithKey(raw);
    return;
  }
  const screen = topScreen();
  if (screen?.is === "pad" && takeAtPad(screen, scan)) return;
  const { hand } = state();
  const takingScreen = screenThatTakesScans();
  const kinds = expectedKinds(hand, takingScreen);
  const handLabel = takingScreen ? undefined : labelIn(hand);
  const isInHand = handLabel && readLabel(scan, [handLabel.kind])?.value === handLabel.value;
  const expected = readLabel(scan, kinds) ?? (byHand ? readTypedLabel(scan, kinds) : undefined);
  const label = isInHand ? handLabel : expected;
  if (!label) return refuseScan(scan, byHand ? scannedFields : kindsOf(scan, settings.scan));
  if (!finishPad(label.value)) return;
  if (!isInHand) return takeLabel(label, hand, takingScreen);
  signalInHand();
  setAndClearBanner({ screens: [], banner: lastingBanner() });
};

/** A worker cannot scan the next piece within these milliseconds. */
const nextPieceMs = 500;

/**
 * Handles the same label read twice within a moment. It is a second scan only if it is a command, if a button was touched in between, or if
 * pieces are being counted.
 */
export const takeRepeatedScan = (raw: string, ms: number, at: number): void => {
  const { hand, screens } = state();
  const isTouched = hand !== stateAfterScan.hand || screens !== stateAfterScan.screens;
  const isPiece = topScreen()?.is === "pad" && ms > nextPieceMs;
  if (isTouched || isPiece || commandIn(raw, settings.scan)) takeScan(raw, at);
  else if (state().banner?.is !== "wrong") set({ note: words.notes.again });
};
