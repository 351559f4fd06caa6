import words from "site:words/worker";
import {
  type BoxItem,
  moveCommand,
  type PlacedItem,
  placeCommand,
  type TargetPlace,
  type WriteCommand,
} from "../shared/commands.ts";
import {
  type AttachmentInHand,
  type Hand,
  isAttachment,
  type Label,
  type ShelfCheck,
} from "./hand.ts";
import { jobs } from "./jobs-on-demand.ts";
import {
  handUnderCheck,
  lookUpScreens,
  openLookUp,
  openScreen,
  setAndClearBanner,
  showHand,
} from "./navigation.ts";
import { shelfCheck } from "./on-demand.ts";
import { askQuantity } from "./pad-steps.ts";
import { refreshShown } from "./reads.ts";
import { showWrongLabel } from "./scan-labels.ts";
import { sendCommand } from "./send.ts";
import { signalInHand } from "./signals.ts";
import { type StackedScreen, state } from "./state.ts";

/** Takes a shelf, a box or goods in hand: the next scan goes with it. */
export const takeInHand = (hand: Hand): void => {
  setAndClearBanner({ hand, screens: [], choices: undefined });
  signalInHand();
  refreshShown();
};

/** Records where goods, an attachment or a box are; `hand`: what is in hand after that. */
export const recordPlace = (place: TargetPlace, item: PlacedItem, hand = state().hand): void => {
  setAndClearBanner({ hand, screens: [] });
  void sendCommand(placeCommand(place, item));
};

/** Records where an attachment is. Its goods stay in hand, for the next category. */
export const recordAttachment = (place: TargetPlace, attachment: AttachmentInHand): void => {
  const { mode, zongpai } = attachment;
  recordPlace(place, attachment, { mode, zongpai });
};

/** Asks how many of an item its box holds; `hand`: what is in hand meanwhile. */
export const countItem = (item: BoxItem, hand = state().hand): void => {
  setAndClearBanner({ hand, screens: [] });
  signalInHand();
  askQuantity(item);
};

/** Asks how many of an attachment a box holds. Its category is in hand until the number is saved. */
export const countAttachment = (box_no: string, attachment: AttachmentInHand): void => {
  const { zongpai, category } = attachment;
  countItem({ box_no, zongpai, category }, attachment);
};

/** Takes "off shelf" in hand like a shelf, or records an attachment in hand there. */
export const takeOffShelf = (): void => {
  const { hand } = state();
  const place: TargetPlace = { off_shelf: true };
  if (isAttachment(hand)) recordAttachment(place, hand);
  else takeInHand({ mode: "shelve", at: place });
};

/** Takes a shelf in hand to check it; `under`: what is in hand again after that. */
export const checkShelf = (location: string, under: Hand): void => {
  setAndClearBanner({
    hand: { mode: "check", under, location, since: Date.now(), seen: [] },
    screens: [],
  });
  signalInHand();
  void shelfCheck.use(({ askRecorded }) => askRecorded());
};

/** Notes goods that were scanned on a shelf that is checked, once. */
export const noteGoods = (zongpai: string, check: ShelfCheck): void => {
  const isKnown = check.seen.some((one) => one.zongpai === zongpai);
  const seen = [...check.seen, { zongpai, at: Date.now() }];
  setAndClearBanner({ hand: isKnown ? check : { ...check, seen }, screens: [] });
  void shelfCheck.use(({ checkGoods }) => checkGoods(zongpai));
};

/** Begins a check, of this shelf or of the one that is scanned next; what is in hand comes back when the check is closed. */
export const beginCheck = (location?: string): void => {
  const under = handUnderCheck();
  showHand({ mode: "check", under });
  void shelfCheck.use();
  if (location !== undefined) checkShelf(location, under);
};

export const showCheckResult = (): void => {
  openScreen({ is: "result", at: Date.now() });
  void shelfCheck.use(({ askRecorded }) => askRecorded());
};

export const closeCheck = (): void => showHand(handUnderCheck());

/** Sends what a row or a number asks for, and goes back to what is under it. */
export const sendFromScreen = (command: WriteCommand): void => {
  setAndClearBanner({ screens: lookUpScreens() });
  void sendCommand(command);
};

export const lookUpScanned = (label: Label): void => {
  signalInHand();
  openLookUp(label);
};

/** Moves all of a shelf to the one that was scanned, unless it comes from there. */
export const moveToShelf = (
  { value }: Label,
  { from, items }: Extract<StackedScreen, { readonly is: "moveAll" }>,
): void =>
  value === from
    ? showWrongLabel({ label: value, text: words.wrong.sameShelf })
    : void jobs.use(({ moveAll }) => moveAll(from, items, { location: value }));

/** Moves an item into the box that was scanned, unless it comes from there. */
export const moveToBox = (
  { value }: Label,
  { of, quantity, held }: Extract<StackedScreen, { readonly is: "move" }>,
): void =>
  value === of.box_no
    ? showWrongLabel({ label: value, text: words.wrong.sameBox })
    : sendFromScreen(moveCommand(of, value, quantity, held));
