import * as settings from "site:settings";
import words from "site:words/worker";
import { readScan, scannedFields } from "#scanner/scan/read.ts";
import { amount } from "../shared/text.tsx";
import { askBox, askChoices, askCounted, lookUp } from "./ask.ts";
import { counts, expects, type Flow, type Label, offShelf, type Step, save, step } from "./flow.ts";
import { labelOf, refuse, refuseLabel, typedOf } from "./refuse.ts";
import { send } from "./send.ts";
import { takeKey } from "./sign-in.ts";
import { set, state } from "./store.ts";

const { notes } = words;
const { least, most } = settings.quantity;

/** The quantity on the number pad; `undefined` while it is no quantity of this site. */
export const quantityOf = (digits: string): number | undefined => {
  const quantity = digits === "" ? 1 : Number(digits);
  return quantity >= least && quantity <= most ? quantity : undefined;
};

/** Sends the commands, and asks what the next screen shows. */
const goOn = ({ flow, commands }: Step, label?: Label) => {
  const before = state().flow;
  set({ flow, wrong: undefined, note: undefined, typing: false });
  const toAsk = flow.mode === "attach" && flow.goods && !flow.category ? flow.goods : undefined;
  if (toAsk && toAsk !== before.goods) set({ choices: undefined });
  // After a save of an attachment its headroom is another one.
  for (const command of commands)
    void send(command, {}, () => toAsk && toAsk === state().flow.goods && void askChoices(toAsk));
  if (toAsk && commands.length === 0) void askChoices(toAsk);
  if (flow.mode === "box" && flow.box && flow.box !== before.box) void askBox(flow.box);
  if (flow.mode === "box" && flow.goods && flow.goods !== before.goods) void askCounted(flow.goods);
  if (flow.mode === "look" && label) void lookUp(label);
};

/** What was in hand after the last scan. */
let flowAfter: Flow | undefined;

/** One scan of a scanner, the camera, or somebody who types (`byHand`). */
export const take = (raw: string, byHand = false) => {
  const { flow, signIn, showsProblems } = state();
  if (signIn) return void takeKey(raw);
  const scan = readScan(raw, settings.scan);
  const kinds = showsProblems ? [] : expects(flow);
  const label = labelOf(scan, kinds) ?? (byHand ? typedOf(scan, kinds) : undefined);
  if (!label) return refuseLabel(scan, byHand ? scannedFields : undefined);
  if (counts(flow) && label.value === flow.goods) return;
  const quantity = quantityOf(flow.digits);
  if (quantity === undefined)
    return refuse({ label: label.value, text: "{label}", note: notes.finishNumber });
  goOn(step(flow, label, quantity), label);
  flowAfter = state().flow;
};

/** The same label again within a moment: a second scan only if a button was touched in between. */
export const again = (raw: string): void => {
  const { flow, wrong } = state();
  if (flow !== flowAfter) take(raw);
  else if (!wrong) set({ note: notes.again });
};

export const takeOffShelf = (): void => goOn(offShelf(state().flow));

export const takeQuantity = (): void => {
  const { flow } = state();
  const quantity = quantityOf(flow.digits);
  if (quantity !== undefined) goOn(save(flow, quantity));
};

export const goTo = (flow: Flow): void => {
  set({ showsProblems: false, found: undefined, camera: false });
  goOn({ flow, commands: [] });
};

export const shownQuantity = (digits: string): string =>
  amount(quantityOf(digits) ?? Number(digits));
