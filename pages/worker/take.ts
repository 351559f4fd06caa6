import * as settings from "site:settings";
import words from "site:words/worker";
import { readScan, type Scan, scannedFields } from "#scanner/scan/read-scan.ts";
import { adviseOnRefusals, lookUpLabel, refreshShown } from "./ask.ts";
import { shelfCheck } from "./on-demand.ts";
import { type NumberPad, numberOnPad, padWithTyped } from "./pad-number.ts";
import {
  type BoxItem,
  isUnsettled,
  moveCommand,
  type NumberMeaning,
  saveCommand,
  sumQuantities,
  type WriteCommand,
} from "./rows.ts";
import { sendCommand } from "./send.ts";
import { signInWithKey } from "./sign-in.ts";
import {
  readLabel,
  readTypedLabel,
  refuseScan,
  showWrongLabel,
  signalInHand,
  stayAwake,
} from "./signals.ts";
import {
  emptyHand,
  expectedKinds,
  type Hand,
  isHandEmpty,
  isSignInRequired,
  type Label,
  labelIn,
  lastingBanner,
  type StackedScreen,
  type StepResult,
  set,
  shiftPauseMs,
  state,
  stepToPlace,
  stepWith,
  topScreen,
  type WorkerState,
  type WorkMode,
} from "./state.ts";

const { notes, wrong } = words;
const { least, most } = settings.quantity;

export const showPad = (pad: NumberPad): void =>
  set({
    screens: [...state().screens.slice(0, -1), pad],
    note: undefined,
    banner: lastingBanner(),
  });

/** Nothing of what was said before holds any more; a camera that looks goes on. */
const showCleared = (more: Partial<WorkerState>) => {
  const input = state().input === "camera" ? "camera" : "scanner";
  const usedAt = Date.now() - (Date.now() % 60_000);
  set({ banner: undefined, note: undefined, input, usedAt, ...more });
};

export const openScreen = (screen: StackedScreen): void =>
  showCleared({ screens: [...state().screens, screen] });

/** One screen back, as the key and the device's own "back" do. */
export const goBack = (): void => {
  const { input, screens } = state();
  if (input !== "scanner") set({ input: "scanner" });
  else if (topScreen()?.is !== "key")
    set({ screens: screens.slice(0, -1), banner: lastingBanner() });
};

/** Takes or puts down what is in hand, with these screens over it. */
export const showHand = (hand: Hand, ...screens: StackedScreen[]): void =>
  showCleared({ input: "scanner", hand, screens });

/** What is in hand, also after a check. */
const handUnderCheck = () => {
  const { hand } = state();
  return hand.mode === "check" ? hand.under : hand;
};

/** A mode: to look up over what is in hand, or to what is in hand in that mode. */
export const goToMode = (mode: WorkMode): void => {
  const before = handUnderCheck();
  if (mode === "look") showHand(state().hand, { is: "look" });
  else if (mode === before.mode) showHand(before);
  else {
    const all = { ...state().hands, [before.mode]: before };
    const { [mode]: hand = emptyHand(mode), ...hands } = all;
    showHand(hand);
    set({ hands });
    // Another scanner may have changed it meanwhile.
    refreshShown();
  }
};

/** After a long pause another person may scan: all hands are emptied. What is half done stays: a number, a move, a check. */
export const emptyHandsAfterPause = (): void => {
  const { hand, usedAt, screens } = state();
  if (usedAt === undefined || Date.now() - usedAt < shiftPauseMs) return;
  const isAsked = screens.some(({ is }) => is === "pad" || is === "move");
  if (hand.mode === "check") set({ hand: { ...hand, under: emptyHand(hand.under.mode) } });
  else if (!isAsked)
    showCleared({ hand: emptyHand(hand.mode), screens: screens.filter(({ is }) => is === "key") });
  set({ hands: {}, usedAt: undefined });
};

/** Who is signed in; a number that is asked for stays. */
export const openPerson = (): void =>
  topScreen()?.is === "me" ? goBack() : openScreen({ is: "me" });

export const openRefused = (): void => {
  const { hand, rows, screens } = state();
  showHand(hand, ...screens.filter(({ is }) => is !== "refused"), { is: "refused" });
  void adviseOnRefusals(rows.filter(isUnsettled));
};

/** Begins to check a shelf, which is scanned next; what is in hand comes back when it is closed. */
export const beginCheck = (location?: string): void => {
  showHand({ mode: "check", under: handUnderCheck() });
  void shelfCheck.use();
  if (location !== undefined)
    applyStep(stepWith(state().hand, { kind: "location", value: location }));
};

export const showCheckResult = (): void => {
  openScreen({ is: "result", at: Date.now() });
  void shelfCheck.use(({ askRecorded: ask }) => ask());
};

export const closeCheck = (): void => showHand(handUnderCheck());

/** What is under a number or a row: what was looked up. */
const lookUpScreens = () => state().screens.filter(({ is }) => is === "look");

export const openLookUp = (label: Label): void => {
  showCleared({ screens: [{ is: "look", label }] });
  void lookUpLabel(label);
};

/** Asks how many, unless only one number is possible. */
export const askQuantity = (of: BoxItem, held?: number): void => {
  const { choices, found, hand } = state();
  const isAsked = labelIn(hand)?.value === of.box_no && found[of.box_no]?.box;
  const left = of.category
    ? choices?.find(({ category }) => category === of.category)?.headroom
    : undefined;
  const pad: NumberPad = { is: "pad", of, held, digits: "", ups: 0 };
  if (held === undefined && (left === least || most === least)) {
    const { meanings, isPossible } = numberOnPad(pad);
    const meaning = meanings.find(isPossible);
    if (meaning) return void savePad(pad, meaning);
  }
  openScreen(pad);
  if (!of.category) void lookUpLabel({ kind: "zongpai", value: of.zongpai });
  if (held === undefined && !isAsked) void lookUpLabel({ kind: "box_no", value: of.box_no });
};

/** Sends what a row or a number asks for, and goes back to what is under it. */
export const sendFromScreen = (command: WriteCommand): void => {
  showCleared({ screens: lookUpScreens() });
  void sendCommand(command);
};

export const savePad = (pad: NumberPad, { quantity, added }: NumberMeaning): void => {
  const { of } = pad;
  const { held } = numberOnPad(pad);
  const { hand } = state();
  // The category is in hand until its attachment is in a box.
  const done = hand.mode === "attach" && of.category && of.zongpai === hand.zongpai;
  showCleared({
    screens: lookUpScreens(),
    ...(done && { hand: { mode: "attach", zongpai: of.zongpai } }),
  });
  // Scanned pieces were added to what the box held.
  const isCounted = held !== undefined && pad.ups > 0 && !pad.typed;
  const more = isCounted ? sumQuantities(quantity, -held) : added;
  if (quantity === held) signalInHand();
  else void sendCommand(saveCommand(of, quantity, held), { added: more });
};

/** Saves the number on the pad, if there is a pad. Returns `false`, and refuses the label, if there is no number or it has two meanings. */
const savePadNumber = (label: string): boolean => {
  const pad = topScreen();
  if (pad?.is !== "pad") return true;
  const { meanings, isPossible } = numberOnPad(pad);
  const [meaning, other] = meanings;
  if (!meaning || other || !isPossible(meaning)) {
    showWrongLabel({ label, text: "{label}", note: other ? notes.addOrSet : notes.finishNumber });
    return false;
  }
  savePad(pad, meaning);
  return true;
};

const applyStep = ({ hand, command, ask: asked }: StepResult, label?: Label) => {
  const { hand: before } = state();
  showCleared({ hand, screens: [] });
  if (hand.mode === "check") {
    if (isHandEmpty(before)) signalInHand();
    return void shelfCheck.use(({ askRecorded: anew, checkGoods: scanned }) =>
      label?.kind === "zongpai" ? scanned(label.value) : anew(),
    );
  }
  if (command) void sendCommand(command);
  else signalInHand();
  if (hand !== before && !command) {
    set({ choices: undefined });
    refreshShown();
  }
  if (asked) askQuantity(asked);
};

export const putOffShelf = (): void => applyStep(stepToPlace(state().hand, { off_shelf: true }));

/** A scan while a number is asked for; `true` if it belongs to that number. */
const takeAtPad = (pad: NumberPad, scan: Scan): boolean => {
  const is = (kind: Label["kind"], value: string) => readLabel(scan, [kind])?.value === value;
  const typed = padWithTyped(pad, scan);
  if (is("zongpai", pad.of.zongpai)) {
    const { held, shown } = numberOnPad(pad);
    const [more, ups] = [shown + 1, pad.ups + 1];
    if (more > most) showWrongLabel({ label: String(more), text: wrong.tooMany });
    else {
      showPad({ ...pad, digits: String(more), ups, typed: pad.typed || held === undefined });
      signalInHand(ups);
    }
  } else if (typed || is("box_no", pad.of.box_no)) {
    showPad(typed ?? pad);
    signalInHand();
  } else return false;
  return true;
};

let stateAfterScan = state();

/** One scan of a scanner, the camera, or somebody who types (`byHand`). */
export const takeScan = (raw: string, byHand = false): void => {
  stayAwake();
  emptyHandsAfterPause();
  routeScan(raw, byHand);
  stateAfterScan = state();
};

const routeScan = (raw: string, byHand: boolean) => {
  // A scan leaves the list of refusals and who is signed in, and is one of what is under that.
  while (/^(refused|me)$/.test(topScreen()?.is ?? ""))
    set({ screens: state().screens.slice(0, -1) });
  const { hand } = state();
  const shown = topScreen();
  const scan = readScan(raw, settings.scan);
  const isCard = scan.key !== undefined && provedBy === "key";
  if (isSignInRequired() || isCard) {
    // The number belongs to who has counted it.
    if (savePadNumber(scan.text)) void signInWithKey(raw);
    return;
  }
  if (shown?.is === "pad" && takeAtPad(shown, scan)) return;
  const over = shown?.is === "move" ? shown : lookUpScreens().at(-1);
  const kinds = expectedKinds(hand, over);
  const own = over ? undefined : labelIn(hand);
  const held = own && readLabel(scan, [own.kind])?.value === own.value ? own : undefined;
  const label =
    held ?? readLabel(scan, kinds) ?? (byHand ? readTypedLabel(scan, kinds) : undefined);
  if (!label) return refuseScan(scan, byHand ? scannedFields : undefined);
  if (!savePadNumber(label.value)) return;
  if (over?.is === "move") {
    const { of, quantity, held: from } = over;
    if (label.value === of.box_no) showWrongLabel({ label: label.value, text: wrong.sameBox });
    else sendFromScreen(moveCommand(of, label.value, quantity, from));
  } else if (over) {
    signalInHand();
    openLookUp(label);
  } else if (held) {
    // A second reading of what is in hand keeps it.
    signalInHand();
    showCleared({ screens: [], banner: lastingBanner() });
  } else applyStep(stepWith(hand, label), label);
};

/** Milliseconds within which nobody scans the next piece. */
const nextPieceMs = 500;

/** The same label within a moment is a second scan only if a button was touched in between, or pieces are counted. */
export const takeRepeatedScan = (raw: string, ms: number): void => {
  const { hand, screens } = state();
  const touched = hand !== stateAfterScan.hand || screens !== stateAfterScan.screens;
  if (touched || (topScreen()?.is === "pad" && ms > nextPieceMs)) takeScan(raw);
  else if (state().banner?.is !== "wrong") set({ note: notes.again });
};
