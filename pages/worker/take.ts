import * as settings from "site:settings";
import words from "site:words/worker";
import { kindsOf, readScan, type Scan, scannedFields } from "#scanner/scan/read.ts";
import { advise } from "./advise.ts";
import { askBox, askChoices, askCounted, lookUp } from "./ask.ts";
import { stayAwake } from "./awake.ts";
import { type Command, moving, saving } from "./commands.ts";
import {
  begin,
  expects,
  type Hand,
  type Label,
  labelsIn,
  type Mode,
  offShelf,
  type Screen,
  type Step,
  step,
} from "./hand.ts";
import { heldOf, type Pad, put, quantityOf, shownOf } from "./number.ts";
import { labelOf, refuse, refuseLabel, typedOf } from "./refuse.ts";
import { type Item, isRefused } from "./rows.ts";
import { send } from "./send.ts";
import { takeKey } from "./sign-in.ts";
import { inHand } from "./signals.ts";
import { stocktake } from "./stocktake.ts";
import { set, state, top } from "./store.ts";

const { notes, wrong } = words;
const { least, most } = settings.quantity;

/** Nothing of what was said before holds any more. */
const fresh = () => {
  const input = state().input === "camera" ? "camera" : "scanner";
  return { band: undefined, note: undefined, input } as const;
};
const shut = { input: "scanner" } as const;

export const push = (screen: Screen): void =>
  set({ ...fresh(), screens: [...state().screens, screen] });

/** One screen back, as the key and the device's own "back" do. */
export const back = (): void => {
  const { input, screens, band } = state();
  const wrongGone = band?.is === "wrong" ? undefined : band;
  if (input !== "scanner") set({ input: "scanner" });
  else if (top()?.is !== "key") set({ screens: screens.slice(0, -1), band: wrongGone });
};

/** A mode: to look up over what is in hand, to that again, or to begin with empty hands. */
export const goTo = (mode: Mode): void => {
  const { hand: inHandNow } = state();
  const hand = inHandNow.mode === "check" ? inHandNow.under : inHandNow;
  if (mode === "look") set({ ...fresh(), ...shut, screens: [{ is: "look" }], found: undefined });
  else set({ ...fresh(), ...shut, screens: [], hand: mode === hand.mode ? hand : begin[mode] });
};

/** Puts down what is in hand, or a part of it. */
export const putDown = (hand: Hand): void => set({ ...fresh(), ...shut, screens: [], hand });

/** Who is signed in; a number or a key that is asked for stays. */
export const openMe = (): void => {
  const over = top();
  if (over?.is === "me") back();
  else if (over?.is !== "key") push({ is: "me" });
};

export const openRefused = (): void => {
  const { rows, screens } = state();
  const shown = screens.filter(({ is }) => is !== "refused");
  set({ ...fresh(), ...shut, screens: [...shown, { is: "refused" }] });
  void advise(rows.filter(isRefused));
};

/** Begins to check a shelf, which is scanned next; what is in hand comes back when it is closed. */
export const checkShelf = (location?: string): void => {
  const { hand } = state();
  const under = hand.mode === "check" ? hand.under : hand;
  putDown({ mode: "check", under });
  void stocktake.use();
  if (location !== undefined) goOn(step(state().hand, { kind: "location", value: location }));
};

/** Compares what was scanned with what is recorded now. */
export const endCheck = (): void => {
  push({ is: "result", at: Date.now() });
  void stocktake.use(({ ask: anew }) => anew());
};

export const closeCheck = (): void => {
  const { hand } = state();
  if (hand.mode === "check") putDown(hand.under);
};

/** What is under a number or a row: a scan leaves them. */
const under = (): readonly Screen[] => {
  const { screens } = state();
  const at = screens.findLastIndex(({ is }) => is === "look" || is === "move");
  return screens.slice(0, at + 1);
};

export const lookUpLabel = (label: Label): void => {
  set({ ...fresh(), screens: [{ is: "look", label }] });
  void lookUp(label);
};

/** Asks how many, unless only one number is possible. */
export const ask = (of: Item, held?: number): void => {
  const { choices, contents } = state();
  const left = of.category
    ? choices?.find(({ category }) => category === of.category)?.headroom
    : undefined;
  const pad: Pad = { is: "pad", of, held, digits: "", ups: 0 };
  if (held === undefined && (left === least || most === least)) return void savePad(pad, []);
  push(pad);
  if (!of.category) void askCounted(of.zongpai);
  if (held === undefined && contents?.box.box_no !== of.box_no) void askBox(of.box_no);
};

/** Sends what a row or a number asks for, and goes back to what is under it. */
export const act = (command: Command): void => {
  const screens = state().screens.filter(({ is }) => is === "look");
  set({ ...fresh(), screens });
  void send(command);
};

const savePad = (pad: Pad, screens: readonly Screen[]) => {
  const { of } = pad;
  const quantity = quantityOf(pad);
  const held = heldOf(pad);
  if (quantity === undefined) return;
  const { hand } = state();
  // The category is in hand until its attachment is in a box.
  const done = hand.mode === "attach" && of.category && of.zongpai === hand.zongpai;
  set({ ...fresh(), screens, ...(done && { hand: { mode: "attach", zongpai: of.zongpai } }) });
  if (quantity === held) inHand();
  else void send(saving(of, quantity, held));
};

/** The key of the number pad. */
export const takeQuantity = (): void => {
  const pad = top();
  if (pad?.is === "pad")
    savePad(
      pad,
      state()
        .screens.slice(0, -1)
        .filter(({ is }) => is === "look"),
    );
};

const goOn = ({ hand, command, ask: asked }: Step, zongpai?: string) => {
  const before = state().hand;
  set({ ...fresh(), hand, screens: [] });
  if (hand.mode === "check") {
    if (before.mode === "check" && before.location === undefined) inHand();
    return void stocktake.use((part) => (zongpai ? part.scanned(zongpai) : part.ask()));
  }
  if (command) void send(command);
  else inHand();
  if (hand.mode === "box" && hand.box_no && hand !== before) void askBox(hand.box_no);
  if (hand.mode === "attach" && hand.zongpai && !hand.category && !command) {
    set({ choices: undefined });
    void askChoices(hand.zongpai);
  }
  if (asked) ask(asked);
};

export const takeOffShelf = (): void => goOn(offShelf(state().hand));

/** Digits that are no label of the site, while a number is asked for. */
const typedNumber = (scan: Scan) =>
  /^\d+([.,]\d+)?$/.test(scan.text) && !scan.symbology && kindsOf(scan, settings.scan).length === 0
    ? String(Number(scan.text.replace(",", ".")))
    : undefined;

/** A scan while a number is asked for; `true` if it belongs to that number. */
const takeAtPad = (pad: Pad, scan: Scan): boolean => {
  const typed = typedNumber(scan);
  const isTyped = typed !== undefined && quantityOf({ ...pad, digits: typed }) !== undefined;
  const of = (kind: Label["kind"], value: string) => labelOf(scan, [kind])?.value === value;
  const again = of("zongpai", pad.of.zongpai);
  if (!isTyped && !again && !of("box_no", pad.of.box_no)) return false;
  const more = String(shownOf(pad) + 1);
  const next = again ? { digits: more, ups: pad.ups + 1 } : isTyped ? { digits: typed } : {};
  if (again && Number(more) > most) refuse({ label: more, text: wrong.tooMany });
  else {
    put({ ...pad, ...next });
    inHand(again ? pad.ups + 1 : 0);
  }
  return true;
};

/** What was there after the last scan. */
let after: unknown[] = [];
const there = () => [state().hand, ...state().screens];

/** One scan of a scanner, the camera, or somebody who types (`byHand`). */
export const take = (raw: string, byHand = false): void => {
  stayAwake();
  takeScan(raw, byHand);
  after = there();
};

const takeScan = (raw: string, byHand: boolean) => {
  const { hand, band } = state();
  // A scan leaves the list of refusals and who is signed in, and is one of what is under that.
  while (/^(refused|me)$/.test(top()?.is ?? "")) set({ screens: state().screens.slice(0, -1) });
  const shown = top();
  const scan = readScan(raw, settings.scan);
  if (
    provedBy !== "nothing" &&
    (shown?.is === "key" || (scan.key !== undefined && provedBy === "key"))
  ) {
    // The number belongs to who has counted it.
    if (shown?.is !== "pad") return void takeKey(raw);
    if (quantityOf(shown) === undefined)
      return refuse({ label: "", text: notes.finishNumber, note: notes.notSent });
    savePad(shown, under());
    return void takeKey(raw);
  }
  if (shown?.is === "pad" && takeAtPad(shown, scan)) return;
  const screens = under();
  const over = screens.at(-1);
  const kinds = expects(hand, over);
  const held = over
    ? undefined
    : labelsIn(hand).find(({ kind, value }) => labelOf(scan, [kind])?.value === value);
  const label = held ?? labelOf(scan, kinds) ?? (byHand ? typedOf(scan, kinds) : undefined);
  if (!label) return refuseLabel(scan, byHand ? scannedFields : undefined);
  if (shown?.is === "pad") {
    if (quantityOf(shown) === undefined)
      return refuse({ label: label.value, text: "{label}", note: notes.finishNumber });
    savePad(shown, screens);
  }
  if (over?.is === "look") {
    inHand();
    return lookUpLabel(label);
  }
  if (over?.is === "move") {
    const { of, quantity, held: from } = over;
    if (label.value === of.box_no) return refuse({ label: label.value, text: wrong.sameBox });
    return act(moving(of, label.value, quantity, from));
  }
  if (!held)
    return goOn(step(state().hand, label), label.kind === "zongpai" ? label.value : undefined);
  // A second reading of what is in hand keeps it.
  inHand();
  set({
    ...fresh(),
    screens: [],
    band: band?.is === "wrong" ? undefined : band,
  });
};

/** Milliseconds within which nobody scans the next piece. */
const nextPiece = 500;

/** The same label again within a moment: a second scan only if a button was touched in between, or pieces are counted. */
export const again = (raw: string, ms: number): void => {
  const now = there();
  const touched = now.length !== after.length || now.some((one, at) => one !== after[at]);
  if (touched || (top()?.is === "pad" && ms > nextPiece)) take(raw);
  else if (state().band?.is !== "wrong") set({ note: notes.again });
};
