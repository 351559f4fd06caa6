import type { RouteRequests } from "#lib/page/requests.ts";
import type { ScannedField } from "#scanner/scan/read-scan.ts";
import type { TargetPlace } from "../../shared/commands.ts";
import { mayCall } from "../../shared/rights.ts";
import type { StackedScreen } from "../state.ts";
import {
  type AttachmentInHand,
  type Hand,
  isAttachment,
  type Label,
  type ShelfCheck,
} from "./hand.ts";
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

/** What the next scan acts on: an open look-up or move screen if there is one, otherwise what the worker has in hand. */
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

/**
 * What a label does, followed by routes. A worker who may call at least one of these routes may use the cell. A cell that lists no routes has no
 * check of its own: every worker who can open its mode or its screen may use it.
 */
type ScanCell<Context> = readonly [
  run: (label: Label, context: Context) => void,
  ...routes: (keyof RouteRequests)[],
];
type ScanCells<Context> = Readonly<Partial<Record<ScannedField, ScanCell<Context>>>>;
type ScanTable = {
  readonly [Is in AwaitedScan["is"]]: ScanCells<Extract<AwaitedScan, { readonly is: Is }>>;
};

const chooseShelf = ({ value }: Label) => takeInHand({ mode: "shelve", at: { location: value } });
const chooseBox = ({ value }: Label) => takeInHand({ mode: "box", box_no: value });
const chooseGoods = ({ value }: Label) => takeInHand({ mode: "attach", zongpai: value });

/**
 * The effect of each scan. The outer names are states of the page, the inner names are kinds of label. The order of the inner names matters:
 * the page asks for the first kind, and a label that fits several kinds counts as the first of them. A label that has no cell, or whose cell
 * the worker may not use, is a wrong label. Some scans never come here: `routeScan` in scans.ts handles them first.
 */
const scanTable: ScanTable = {
  // Shelve: first a shelf, then the items to put on it.
  shelf: { location: [chooseShelf] },
  ontoShelf: {
    zongpai: [({ value }, { at }) => recordPlace(at, { zongpai: value })],
    box_no: [({ value }, { at }) => recordPlace(at, { box_no: value }), "post-box-location"],
    location: [chooseShelf],
  },
  // Box: first a box, then the goods to put into it.
  box: { box_no: [chooseBox] },
  intoBox: {
    zongpai: [({ value }, { box_no }) => countItem({ box_no, zongpai: value })],
    box_no: [chooseBox],
  },
  // Attach: scan the goods first. The worker then chooses an attachment on the screen, and scans its box or shelf.
  goods: { zongpai: [chooseGoods] },
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
  // Check a shelf: first the shelf, then all goods on it.
  shelfToCheck: { location: [({ value }, { under }) => checkShelf(value, under)] },
  goodsToCheck: { zongpai: [({ value }, { check }) => noteGoods(value, check)] },
  // Look up, in any mode.
  look: {
    zongpai: [lookUpScanned, "location-overview", "get-goods-status"],
    box_no: [lookUpScanned, "get-box-info"],
    location: [lookUpScanned, "location-overview"],
  },
  // Move goods to another box: scan that box.
  move: { box_no: [moveToBox] },
  // Move everything on a shelf: scan the shelf to move it to.
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

// The cast is safe: `takeLabel` gives a cell the same `waiting` whose `is` selected the cell. TypeScript cannot see that.
const cellsFor = (waiting: AwaitedScan) => scanTable[waiting.is] as ScanCells<never>;

/** Whether the worker may use a cell. */
const isAllowed = ([, ...routes]: ScanCell<never>) => routes.length === 0 || routes.some(mayCall);

/** The kinds of label that the page accepts next. The page asks for the first. */
export const expectedKinds = (hand: Hand, screen?: StackedScreen): readonly ScannedField[] =>
  Object.entries(cellsFor(waitingFor(hand, screen))).flatMap(([kind, cell]) =>
    isAllowed(cell) ? (kind as ScannedField) : [],
  );

/** Runs the cell of a label. It does not check rights: the caller has checked that the kind of the label is in `expectedKinds`. */
export const takeLabel = (label: Label, hand: Hand, screen?: StackedScreen): void => {
  const waiting = waitingFor(hand, screen);
  const [run] = cellsFor(waiting)[label.kind] ?? [];
  run?.(label, waiting as never);
};
