import words from "site:words/worker";
import {
  type BoxItem,
  moveCommand,
  type PlacedItem,
  placeCommand,
  type TargetPlace,
  type WriteCommand,
} from "../../shared/commands.ts";
import { signalInHand } from "../device/signals.ts";
import { jobs } from "../outcome/jobs-on-demand.ts";
import { sendCommand } from "../outcome/send.ts";
import {
  handUnderCheck,
  lookUpScreens,
  openLookUp,
  openScreen,
  setAndClearBanner,
  showHand,
} from "../screens/navigation.ts";
import { shelfCheck } from "../screens/on-demand.ts";
import { refreshShown } from "../screens/reads.ts";
import { type StackedScreen, state } from "../state.ts";
import {
  type AttachmentInHand,
  type Hand,
  isAttachment,
  type Label,
  type ShelfCheck,
} from "./hand.ts";
import { askQuantity } from "./pad-steps.ts";
import { showWrongLabel } from "./scan-labels.ts";

/** Takes a shelf, a box or goods in hand. The next scan applies to it. */
export const takeInHand = (hand: Hand): void => {
  setAndClearBanner({ hand, screens: [], choices: undefined });
  signalInHand();
  refreshShown();
};

/** Records the place of goods, an attachment or a box. `hand`: the hand afterwards. */
export const recordPlace = (place: TargetPlace, item: PlacedItem, hand = state().hand): void => {
  setAndClearBanner({ hand, screens: [] });
  void sendCommand(placeCommand(place, item));
};

/** Records the place of an attachment. Its goods stay in hand for the next category. */
export const recordAttachment = (place: TargetPlace, attachment: AttachmentInHand): void => {
  const { mode, zongpai } = attachment;
  recordPlace(place, attachment, { mode, zongpai });
};

/** Asks for the quantity of an item in its box. `hand`: the hand in the meantime. */
export const countItem = (item: BoxItem, hand = state().hand): void => {
  setAndClearBanner({ hand, screens: [] });
  signalInHand();
  askQuantity(item);
};

/** Asks for the quantity of an attachment in a box. Its category stays in hand until the number is saved. */
export const countAttachment = (box_no: string, attachment: AttachmentInHand): void => {
  const { zongpai, category } = attachment;
  countItem({ box_no, zongpai, category }, attachment);
};

/** Takes "off shelf" in hand like a shelf. An attachment in hand is recorded there at once. */
export const takeOffShelf = (): void => {
  const { hand } = state();
  const place: TargetPlace = { off_shelf: true };
  if (isAttachment(hand)) recordAttachment(place, hand);
  else takeInHand({ mode: "shelve", at: place });
};

/** Takes a shelf in hand to check it. `under`: the hand to restore after the check. */
export const checkShelf = (location: string, under: Hand): void => {
  setAndClearBanner({
    hand: { mode: "check", under, location, since: Date.now(), seen: [] },
    screens: [],
  });
  signalInHand();
  void shelfCheck.use(({ askRecorded }) => askRecorded());
};

/** Adds scanned goods to the check of a shelf, once. */
export const noteGoods = (zongpai: string, check: ShelfCheck): void => {
  const isKnown = check.seen.some((one) => one.zongpai === zongpai);
  const seen = [...check.seen, { zongpai, at: Date.now() }];
  setAndClearBanner({ hand: isKnown ? check : { ...check, seen }, screens: [] });
  void shelfCheck.use(({ checkGoods }) => checkGoods(zongpai));
};

/** Begins a check of this shelf, or of the next scanned one. Closing the check restores the hand. */
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

/** Sends the command of a row or a number, and goes back to the screen below. */
export const sendFromScreen = (command: WriteCommand): void => {
  setAndClearBanner({ screens: lookUpScreens() });
  void sendCommand(command);
};

export const lookUpScanned = (label: Label): void => {
  signalInHand();
  openLookUp(label);
};

/** Moves everything from a shelf to the scanned one, unless both are the same. */
export const moveToShelf = (
  { value }: Label,
  { from, items }: Extract<StackedScreen, { readonly is: "moveAll" }>,
): void =>
  value === from
    ? showWrongLabel({ label: value, text: words.wrong.sameShelf })
    : void jobs.use(({ moveAll }) => moveAll(from, items, { location: value }));

/** Moves an item into the scanned box, unless it is the same box. */
export const moveToBox = (
  { value }: Label,
  { of, quantity, held }: Extract<StackedScreen, { readonly is: "move" }>,
): void =>
  value === of.box_no
    ? showWrongLabel({ label: value, text: words.wrong.sameBox })
    : sendFromScreen(moveCommand(of, value, quantity, held));
