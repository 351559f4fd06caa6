import * as settings from "site:settings";
import words from "site:words/worker";
import type { Scan, ScannedField } from "#scanner/scan/read-scan.ts";
import {
  type BoxItem,
  type NumberMeaning,
  saveCommand,
  sumQuantities,
} from "../../shared/commands.ts";
import { signalInHand, signalOutcome } from "../device/signals.ts";
import { sendCommand } from "../outcome/send.ts";
import { lookUpScreens, openScreen, setAndClearBanner } from "../screens/navigation.ts";
import { lookUpLabel } from "../screens/reads.ts";
import { lastingBanner, set, state, topScreen } from "../state.ts";
import { labelIn } from "./hand.ts";
import type { ReadBy } from "./pad-entry.ts";
import { isQuestion, type NumberPad, numberOnPad, padWithTyped } from "./pad-number.ts";
import { readLabel, showWrongLabel } from "./scan-labels.ts";

const { notes, wrong, outcomes } = words;
const { least, most } = settings.quantity;

/** Replaces the number on the pad. */
export const showPad = (pad: NumberPad): void =>
  set({
    screens: [...state().screens.slice(0, -1), pad],
    note: undefined,
    banner: lastingBanner(),
  });

/** Asks for a quantity, unless only one is possible. */
export const askQuantity = (of: BoxItem, held?: number): void => {
  const { choices, lookups, hand } = state();
  const isAsked = labelIn(hand)?.value === of.box_no && lookups[of.box_no]?.box;
  const headroom = of.category
    ? choices?.find(({ category }) => category === of.category)?.headroom
    : undefined;
  const pad: NumberPad = { is: "pad", of, held, digits: "", ups: 0 };
  if (held === undefined && (headroom === least || most === least)) {
    const { meanings, isPossible } = numberOnPad(pad);
    const meaning = meanings.find(isPossible);
    if (meaning) return void savePad(pad, meaning);
  }
  openScreen(pad);
  if (!of.category) void lookUpLabel({ kind: "zongpai", value: of.zongpai });
  if (held === undefined && !isAsked) void lookUpLabel({ kind: "box_no", value: of.box_no });
};

export const savePad = (pad: NumberPad, { quantity, added }: NumberMeaning): void => {
  const { of } = pad;
  const { held } = numberOnPad(pad);
  const { hand } = state();
  // The category stays in hand until its attachment is in a box.
  const isCategoryDone = hand.mode === "attach" && of.category && of.zongpai === hand.zongpai;
  setAndClearBanner({
    screens: lookUpScreens(),
    ...(isCategoryDone && { hand: { mode: "attach", zongpai: of.zongpai } }),
  });
  // Counted pieces already include the quantity in the box.
  const isCounted = held !== undefined && pad.ups > 0 && !pad.typed;
  const more = isCounted ? sumQuantities(quantity, -held) : added;
  if (quantity === held) signalInHand();
  else void sendCommand(saveCommand(of, quantity, held), { added: more });
};

/**
 * Saves the number on the pad before the next label is taken. Returns `false` and refuses the label if there is no number, if it has two
 * meanings, or if it is a question.
 */
export const finishPad = (label: string): boolean => {
  const pad = topScreen();
  if (pad?.is !== "pad") return true;
  const { meanings, isPossible } = numberOnPad(pad);
  const [meaning, other] = meanings;
  const isAsked = isQuestion(pad);
  if (!meaning || other || isAsked || !isPossible(meaning)) {
    showWrongLabel({
      ...{ label, word: outcomes.notTaken, text: "{label}" },
      note: other && !isAsked ? notes.addOrSet : notes.finishNumber,
    });
    return false;
  }
  savePad(pad, meaning);
  return true;
};

/** Adds one piece to the number. */
const countPiece = (pad: NumberPad): void => {
  const { held, shown } = numberOnPad(pad);
  const more = shown + 1;
  const ups = pad.ups + 1;
  const typed = pad.typed || held === undefined;
  if (more > most)
    showWrongLabel({ label: String(more), word: outcomes.notTaken, text: wrong.tooMany });
  else {
    showPad({ ...pad, digits: String(more), ups, typed, from: undefined });
    signalInHand(ups);
  }
};

/** Shows digits on the pad. Digits that may be a label's become a question, and leave another question as it is. */
const showDigits = (pad: NumberPad, typed: NumberPad, text: string): void => {
  if (isQuestion(pad) && typed.from === "label") return void finishPad(text);
  showPad(typed);
  if (isQuestion(typed)) signalOutcome("ask");
  else signalInHand();
};

/**
 * Takes a scan that belongs to the number: the same goods again, digits, or the box. Returns `false` for any other scan. While the number is
 * a question, only other digits belong to it.
 */
export const takeAtPad = (pad: NumberPad, scan: Scan, raw: string, by: ReadBy): boolean => {
  const isLabel = (kind: ScannedField, value: string) => readLabel(scan, [kind])?.value === value;
  const typed = padWithTyped(pad, raw, by);
  if (typed) showDigits(pad, typed, scan.text);
  else if (isQuestion(pad)) return false;
  else if (isLabel("zongpai", pad.of.zongpai)) countPiece(pad);
  else if (isLabel("box_no", pad.of.box_no)) {
    showPad(pad);
    signalInHand();
  } else return false;
  return true;
};
