import { type ScannedField, scannedFields } from "#scanner/scan/read-scan.ts";
import type { TargetPlace } from "../../shared/commands.ts";
import type { RecordedGoods } from "../../shared/compare-shelf.ts";

export type Label = Readonly<{ kind: ScannedField; value: string }>;

/** Goods that were scanned on the checked shelf. `place`: where they are recorded, once the service has answered. */
export type CheckedGoods = Readonly<{
  zongpai: string;
  at: number;
  place?: { readonly location?: string; readonly off_shelf?: boolean };
}>;

/** A check of a shelf, with its start in epoch milliseconds. `under`: the hand to restore after it. */
export type ShelfCheck = Readonly<{
  mode: "check";
  under: Hand;
  location: string;
  since: number;
  recorded?: readonly RecordedGoods[];
  seen: readonly CheckedGoods[];
}>;

/** The context of the next scan: a place, a box, goods with a category, or a shelf to check. */
export type Hand =
  | ShelfCheck
  | Readonly<
      | { mode: "check"; under: Hand; location?: undefined }
      | { mode: "shelve"; at?: TargetPlace }
      | { mode: "box"; box_no?: string }
      | { mode: "attach"; zongpai?: string; category?: string }
    >;

/** Goods, and the category of the attachment to place next. */
export type AttachmentInHand = Readonly<{ mode: "attach"; zongpai: string; category: string }>;

export const isAttachment = (hand: Hand): hand is AttachmentInHand =>
  hand.mode === "attach" && !!hand.zongpai && !!hand.category;

/** The empty hand of a mode. A check has none, so Shelve follows it. */
export const emptyHand = (mode: Hand["mode"]): Hand => ({
  mode: mode === "check" ? "shelve" : mode,
});

/** The label of the thing in hand. */
export const labelIn = (hand: Hand): Label | undefined => {
  const held: Partial<Record<ScannedField, string>> =
    hand.mode === "shelve" ? { location: undefined, ...hand.at } : hand;
  const kind = scannedFields.find((field) => held[field] !== undefined);
  return kind && { kind, value: held[kind] ?? "" };
};

/** Whether nothing is half scanned, so that the page may restart or the worker may leave. */
export const isHandEmpty = (hand: Hand): boolean =>
  !labelIn(hand) && (hand.mode !== "shelve" || !hand.at);
