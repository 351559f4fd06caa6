import { type ScannedField, scannedFields } from "#scanner/scan/read-scan.ts";
import type { TargetPlace } from "../shared/commands.ts";
import type { RecordedGoods } from "../shared/compare-shelf.ts";

export type Label = Readonly<{ kind: ScannedField; value: string }>;

/** Goods that were scanned on a shelf that is checked; `place`: where they are recorded, once that was asked. */
export type CheckedGoods = Readonly<{
  zongpai: string;
  at: number;
  place?: { readonly location?: string; readonly off_shelf?: boolean };
}>;

/** A shelf that is checked, since an instant in epoch milliseconds; `under`: what is in hand again after it. */
export type ShelfCheck = Readonly<{
  mode: "check";
  under: Hand;
  location: string;
  since: number;
  recorded?: readonly RecordedGoods[];
  seen: readonly CheckedGoods[];
}>;

/** What the next scan goes with: a place, a box, goods with a category, or a shelf that is checked. */
export type Hand =
  | ShelfCheck
  | Readonly<
      | { mode: "check"; under: Hand; location?: undefined }
      | { mode: "shelve"; at?: TargetPlace }
      | { mode: "box"; box_no?: string }
      | { mode: "attach"; zongpai?: string; category?: string }
    >;

/** Goods and the category of the attachment that is placed next. */
export type AttachmentInHand = Readonly<{ mode: "attach"; zongpai: string; category: string }>;

export const isAttachment = (hand: Hand): hand is AttachmentInHand =>
  hand.mode === "attach" && !!hand.zongpai && !!hand.category;

/** What is in hand when a mode begins; a check leaves goods to be shelved. */
export const emptyHand = (mode: Hand["mode"]): Hand => ({
  mode: mode === "check" ? "shelve" : mode,
});

/** The label of what is in hand. */
export const labelIn = (hand: Hand): Label | undefined => {
  const held: Partial<Record<ScannedField, string>> =
    hand.mode === "shelve" ? { location: undefined, ...hand.at } : hand;
  const kind = scannedFields.find((field) => held[field] !== undefined);
  return kind && { kind, value: held[kind] ?? "" };
};

/** Whether nothing is half scanned: then the page may start again, and a worker may leave it. */
export const isHandEmpty = (hand: Hand): boolean =>
  !labelIn(hand) && (hand.mode !== "shelve" || !hand.at);
