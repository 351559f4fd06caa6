import * as settings from "site:settings";
import words from "site:words/worker";
import { readScan, type Scan, scannedFields } from "#scanner/scan/read.ts";
import { advise, askShown, lookUp } from "./ask.ts";
import { stocktake } from "./later.ts";
import { numberOf, type Pad, typedNumber } from "./number.ts";
import {
  type Command,
  type Item,
  isUnsettled,
  type Meaning,
  moving,
  saving,
  sumOf,
} from "./rows.ts";
import { send } from "./send.ts";
import { takeKey } from "./sign-in.ts";
import { inHand, labelOf, refuse, refuseLabel, stayAwake, typedOf } from "./signals.ts";
import {
  begin,
  expects,
  type Hand,
  isEmpty,
  isHeld,
  type Label,
  labelIn,
  lastingBand,
  type Mode,
  pause,
  putAt,
  type Screen,
  type State,
  type Step,
  set,
  state,
  step,
  top,
} from "./store.ts";

const { notes, wrong } = words;
const { least, most } = settings.quantity;

export const put = (pad: Pad): void =>
  set({ screens: [...state().screens.slice(0, -1), pad], note: undefined, band: lastingBand() });

/** Nothing of what was said before holds any more; a camera that looks goes on. */
const show = (more: Partial<State>) => {
  const input = state().input === "camera" ? "camera" : "scanner";
  const usedAt = Date.now() - (Date.now() % 60_000);
  set({ band: undefined, note: undefined, input, usedAt, ...more });
};

export const push = (screen: Screen): void => show({ screens: [...state().screens, screen] });

/** One screen back, as the key and the device's own "back" do. */
export const back = (): void => {
  const { input, screens } = state();
  if (input !== "scanner") set({ input: "scanner" });
  else if (top()?.is !== "key") set({ screens: screens.slice(0, -1), band: lastingBand() });
};

/** Takes or puts down what is in hand, with these screens over it. */
export const turnTo = (hand: Hand, ...screens: Screen[]): void =>
  show({ input: "scanner", hand, screens });

/** What is in hand, also after a check. */
const own = () => {
  const { hand } = state();
  return hand.mode === "check" ? hand.under : hand;
};

/** A mode: to look up over what is in hand, or to what is in hand in that mode. */
export const goTo = (mode: Mode): void => {
  const before = own();
  if (mode === "look") turnTo(state().hand, { is: "look" });
  else if (mode === before.mode) turnTo(before);
  else {
    const all = { ...state().hands, [before.mode]: before };
    const { [mode]: hand = begin(mode), ...hands } = all;
    turnTo(hand);
    set({ hands });
    // Another scanner may have changed it meanwhile.
    askShown();
  }
};

/** After a long pause another person may scan: all hands are emptied. What is half done stays: a number, a move, a check. */
export const emptyAfterPause = (): void => {
  const { hand, usedAt, screens } = state();
  if (usedAt === undefined || Date.now() - usedAt < pause) return;
  const isAsked = screens.some(({ is }) => is === "pad" || is === "move");
  if (hand.mode === "check") set({ hand: { ...hand, under: begin(hand.under.mode) } });
  else if (!isAsked)
    show({ hand: begin(hand.mode), screens: screens.filter(({ is }) => is === "key") });
  set({ hands: {}, usedAt: undefined });
};

/** Who is signed in; a number that is asked for stays. */
export const openMe = (): void => (top()?.is === "me" ? back() : push({ is: "me" }));

export const openRefused = (): void => {
  const { hand, rows, screens } = state();
  turnTo(hand, ...screens.filter(({ is }) => is !== "refused"), { is: "refused" });
  void advise(rows.filter(isUnsettled));
};

/** Begins to check a shelf, which is scanned next; what is in hand comes back when it is closed. */
export const checkShelf = (location?: string): void => {
  turnTo({ mode: "check", under: own() });
  void stocktake.use();
  if (location !== undefined) goOn(step(state().hand, { kind: "location", value: location }));
};

export const endCheck = (): void => {
  push({ is: "result", at: Date.now() });
  void stocktake.use(({ ask }) => ask());
};

export const closeCheck = (): void => turnTo(own());

/** What is under a number or a row: what was looked up. */
const looks = () => state().screens.filter(({ is }) => is === "look");

export const lookUpLabel = (label: Label): void => {
  show({ screens: [{ is: "look", label }] });
  void lookUp(label);
};

/** Asks how many, unless only one number is possible. */
export const ask = (of: Item, held?: number): void => {
  const { choices, found, hand } = state();
  const isAsked = labelIn(hand)?.value === of.box_no && found[of.box_no]?.box;
  const left = of.category
    ? choices?.find(({ category }) => category === of.category)?.headroom
    : undefined;
  const pad: Pad = { is: "pad", of, held, digits: "", ups: 0 };
  if (held === undefined && (left === least || most === least)) {
    const { meanings, isPossible } = numberOf(pad);
    const meaning = meanings.find(isPossible);
    if (meaning) return void savePad(pad, meaning);
  }
  push(pad);
  if (!of.category) void lookUp({ kind: "zongpai", value: of.zongpai });
  if (held === undefined && !isAsked) void lookUp({ kind: "box_no", value: of.box_no });
};

/** Sends what a row or a number asks for, and goes back to what is under it. */
export const act = (command: Command): void => {
  show({ screens: looks() });
  void send(command);
};

export const savePad = (pad: Pad, { quantity, added }: Meaning): void => {
  const { of } = pad;
  const { held } = numberOf(pad);
  const { hand } = state();
  // The category is in hand until its attachment is in a box.
  const done = hand.mode === "attach" && of.category && of.zongpai === hand.zongpai;
  show({ screens: looks(), ...(done && { hand: { mode: "attach", zongpai: of.zongpai } }) });
  // Scanned pieces were added to what the box held.
  const isCounted = held !== undefined && pad.ups > 0 && !pad.typed;
  const more = isCounted ? sumOf(quantity, -held) : added;
  if (quantity === held) inHand();
  else void send(saving(of, quantity, held), { added: more });
};

/** Saves the number on the pad, if there is a pad. Returns `false`, and refuses the label, if there is no number or it has two meanings. */
const saveNumber = (label: string): boolean => {
  const pad = top();
  if (pad?.is !== "pad") return true;
  const { meanings, isPossible } = numberOf(pad);
  const [meaning, other] = meanings;
  if (!meaning || other || !isPossible(meaning)) {
    refuse({ label, text: "{label}", note: other ? notes.addOrSet : notes.finishNumber });
    return false;
  }
  savePad(pad, meaning);
  return true;
};

const goOn = ({ hand, command, ask: asked }: Step, label?: Label) => {
  const { hand: before } = state();
  show({ hand, screens: [] });
  if (hand.mode === "check") {
    if (isEmpty(before)) inHand();
    return void stocktake.use(({ ask: anew, scanned }) =>
      label?.kind === "zongpai" ? scanned(label.value) : anew(),
    );
  }
  if (command) void send(command);
  else inHand();
  if (hand !== before && !command) {
    set({ choices: undefined });
    askShown();
  }
  if (asked) ask(asked);
};

export const takeOffShelf = (): void => goOn(putAt(state().hand, { off_shelf: true }));

/** A scan while a number is asked for; `true` if it belongs to that number. */
const takeAtPad = (pad: Pad, scan: Scan): boolean => {
  const is = (kind: Label["kind"], value: string) => labelOf(scan, [kind])?.value === value;
  const typed = typedNumber(pad, scan);
  if (is("zongpai", pad.of.zongpai)) {
    const { held, shown } = numberOf(pad);
    const [more, ups] = [shown + 1, pad.ups + 1];
    if (more > most) refuse({ label: String(more), text: wrong.tooMany });
    else {
      put({ ...pad, digits: String(more), ups, typed: pad.typed || held === undefined });
      inHand(ups);
    }
  } else if (typed || is("box_no", pad.of.box_no)) {
    put(typed ?? pad);
    inHand();
  } else return false;
  return true;
};

let after = state();

/** One scan of a scanner, the camera, or somebody who types (`byHand`). */
export const take = (raw: string, byHand = false): void => {
  stayAwake();
  emptyAfterPause();
  takeScan(raw, byHand);
  after = state();
};

const takeScan = (raw: string, byHand: boolean) => {
  // A scan leaves the list of refusals and who is signed in, and is one of what is under that.
  while (/^(refused|me)$/.test(top()?.is ?? "")) set({ screens: state().screens.slice(0, -1) });
  const { hand } = state();
  const shown = top();
  const scan = readScan(raw, settings.scan);
  const isCard = scan.key !== undefined && provedBy === "key";
  if (isHeld() || isCard) {
    // The number belongs to who has counted it.
    if (saveNumber(scan.text)) void takeKey(raw);
    return;
  }
  if (shown?.is === "pad" && takeAtPad(shown, scan)) return;
  const over = shown?.is === "move" ? shown : looks().at(-1);
  const kinds = expects(hand, over);
  const own = over ? undefined : labelIn(hand);
  const held = own && labelOf(scan, [own.kind])?.value === own.value ? own : undefined;
  const label = held ?? labelOf(scan, kinds) ?? (byHand ? typedOf(scan, kinds) : undefined);
  if (!label) return refuseLabel(scan, byHand ? scannedFields : undefined);
  if (!saveNumber(label.value)) return;
  if (over?.is === "move") {
    const { of, quantity, held: from } = over;
    if (label.value === of.box_no) refuse({ label: label.value, text: wrong.sameBox });
    else act(moving(of, label.value, quantity, from));
  } else if (over) {
    inHand();
    lookUpLabel(label);
  } else if (held) {
    // A second reading of what is in hand keeps it.
    inHand();
    show({ screens: [], band: lastingBand() });
  } else goOn(step(state().hand, label), label);
};

/** Milliseconds within which nobody scans the next piece. */
const nextPiece = 500;

/** The same label within a moment is a second scan only if a button was touched in between, or pieces are counted. */
export const again = (raw: string, ms: number): void => {
  const { hand, screens } = state();
  const touched = hand !== after.hand || screens !== after.screens;
  if (touched || (top()?.is === "pad" && ms > nextPiece)) take(raw);
  else if (state().band?.is !== "wrong") set({ note: notes.again });
};
