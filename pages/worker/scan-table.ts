import type { RouteRequests } from "#lib/page/requests.ts";
import type { ScannedField } from "#scanner/scan/read-scan.ts";
import type { TargetPlace } from "../shared/commands.ts";
import { mayCall } from "../shared/rights.ts";
import {
  type AttachmentInHand,
  type Hand,
  isAttachment,
  type Label,
  type ShelfCheck,
} from "./hand.ts";
import type { StackedScreen } from "./state.ts";
import {
  checkShelf,
  countAttachment,
  countItem,
  lookUpScanned,
  moveToBox,
  moveToShelf,
  noteGoods,
  recordAttachment,
  recordPlace,
  takeInHand,
} from "./steps.ts";

/** The state that the next scan applies to: the top screen or, without one, the hand. */
type AwaitedScan =
  | Extract<StackedScreen, { readonly is: "look" | "move" | "moveAll" }>
  | Readonly<
      | { is: "shelf" | "box" | "goods" }
      | { is: "ontoShelf"; at: TargetPlace }
      | { is: "intoBox"; box_no: string }
      | { is: "attachmentPlace"; attachment: AttachmentInHand }
      | { is: "shelfToCheck"; under: Hand }
      | { is: "goodsToCheck"; check: ShelfCheck }
    >;

/** The effect of a label, and the routes that allow it: the worker needs one of them. Without routes, every worker may do it. */
type ScanCell<About> = readonly [
  run: (label: Label, about: About) => void,
  ...routes: (keyof RouteRequests)[],
];
type ScanCells<About> = Readonly<Partial<Record<ScannedField, ScanCell<About>>>>;
type ScanTable = {
  readonly [Is in AwaitedScan["is"]]: ScanCells<Extract<AwaitedScan, { readonly is: Is }>>;
};

const takeShelf = ({ value }: Label) => takeInHand({ mode: "shelve", at: { location: value } });
const takeBox = ({ value }: Label) => takeInHand({ mode: "box", box_no: value });
const takeGoods = ({ value }: Label) => takeInHand({ mode: "attach", zongpai: value });

/**
 * The effect of each scan. The outer names are states of the page, the inner names are kinds of label. Order matters: the page asks for the
 * first kind, and an ambiguous label counts as the first that matches. A label without a cell, or without the right for its cell, is a
 * wrong label. `routeScan` says which scans do not reach this table.
 */
const scanTable: ScanTable = {
  // Shelve: first a shelf, then the items to put on it.
  shelf: { location: [takeShelf] },
  ontoShelf: {
    zongpai: [({ value }, { at }) => recordPlace(at, { zongpai: value })],
    box_no: [({ value }, { at }) => recordPlace(at, { box_no: value }), "post-box-location"],
    location: [takeShelf],
  },
  // Box: first a box, then the goods to put into it.
  box: { box_no: [takeBox] },
  intoBox: {
    zongpai: [({ value }, { box_no }) => countItem({ box_no, zongpai: value })],
    box_no: [takeBox],
  },
  // Attach: first goods, even while a category is chosen, then the box or shelf for the attachment.
  goods: { zongpai: [takeGoods] },
  attachmentPlace: {
    box_no: [
      ({ value }, { attachment }) => countAttachment(value, attachment),
      "post-attachment-box",
    ],
    location: [
      ({ value }, { attachment }) => recordAttachment({ location: value }, attachment),
      "post-attachment-location",
    ],
  },
  // Check of a shelf: first the shelf, then all goods on it.
  shelfToCheck: { location: [({ value }, { under }) => checkShelf(value, under)] },
  goodsToCheck: { zongpai: [({ value }, { check }) => noteGoods(value, check)] },
  // Look up, in any mode.
  look: {
    zongpai: [lookUpScanned, "location-overview", "get-goods-status"],
    box_no: [lookUpScanned, "get-box-info"],
    location: [lookUpScanned, "location-overview"],
  },
  // Move from a box: the other box.
  move: { box_no: [moveToBox] },
  // Move of a whole shelf: the other shelf.
  moveAll: { location: [moveToShelf] },
};

const waitingFor = (hand: Hand, screen?: StackedScreen): AwaitedScan => {
  if (screen?.is === "look" || screen?.is === "move" || screen?.is === "moveAll") return screen;
  if (hand.mode === "check")
    return hand.location === undefined
      ? { is: "shelfToCheck", under: hand.under }
      : { is: "goodsToCheck", check: hand };
  if (hand.mode === "shelve") return hand.at ? { is: "ontoShelf", at: hand.at } : { is: "shelf" };
  if (hand.mode === "box")
    return hand.box_no ? { is: "intoBox", box_no: hand.box_no } : { is: "box" };
  return isAttachment(hand) ? { is: "attachmentPlace", attachment: hand } : { is: "goods" };
};

const cellsFor = (waiting: AwaitedScan) => scanTable[waiting.is] as ScanCells<never>;

/** Whether this person has one of the rights that a cell needs. */
const isAllowed = ([, ...routes]: ScanCell<never>) => routes.length === 0 || routes.some(mayCall);

/** The kinds of label that the page accepts next. The page asks for the first. */
export const expectedKinds = (hand: Hand, screen?: StackedScreen): readonly ScannedField[] =>
  Object.entries(cellsFor(waitingFor(hand, screen))).flatMap(([kind, cell]) =>
    isAllowed(cell) ? (kind as ScannedField) : [],
  );

/** Runs the cell of a label whose kind is in `expectedKinds`. */
export const takeLabel = (label: Label, hand: Hand, screen?: StackedScreen): void => {
  const waiting = waitingFor(hand, screen);
  const [run] = cellsFor(waiting)[label.kind] ?? [];
  run?.(label, waiting as never);
};
