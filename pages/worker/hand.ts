import type { ScannedField } from "#scanner/scan/read.ts";
import type { Recorded } from "../shared/check.ts";
import { may } from "../shared/may.ts";
import { type Command, type Place, placing, placingBox } from "./commands.ts";
import type { Item } from "./rows.ts";

export const modes = ["shelve", "box", "attach", "look"] as const;
export type Mode = (typeof modes)[number];
export type Label = { readonly kind: ScannedField; readonly value: string };

/** Goods that were scanned on a shelf that is checked: when, and where they are recorded, once that was asked. */
export type Seen = {
  readonly zongpai: string;
  readonly at: number;
  readonly place?: { readonly location?: string; readonly off_shelf?: boolean };
};
/** A shelf that is checked, since an instant in epoch milliseconds; `under`: what is in hand again after it. */
export type Checked = {
  readonly mode: "check";
  readonly under: Hand;
  readonly location: string;
  readonly since: number;
  readonly recorded?: readonly Recorded[];
  readonly seen: readonly Seen[];
};

/** What the worker works with. */
export type Hand =
  | { readonly mode: "check"; readonly under: Hand; readonly location?: undefined }
  | Checked
  | { readonly mode: "shelve"; readonly at?: Place }
  | { readonly mode: "box"; readonly box_no?: string }
  | { readonly mode: "attach"; readonly zongpai?: undefined }
  | { readonly mode: "attach"; readonly zongpai: string; readonly category?: string };

/** Empty hands. */
export const begin: Readonly<Record<Hand["mode"], Hand>> = {
  check: { mode: "shelve" },
  shelve: { mode: "shelve" },
  box: { mode: "box" },
  attach: { mode: "attach" },
};

/** What lies over that, and leads back to it. */
export type Screen =
  | { readonly is: "look"; readonly label?: Label }
  /** A row was touched: of a box, with what that holds, or of a shelf. */
  | {
      readonly is: "row";
      readonly of: Item | (Omit<Item, "box_no"> & { box_no?: undefined });
      readonly held: number;
    }
  /** How many: `held` where a row has said it, `ups` counts what was counted by scanning. No digits are the number without any act. */
  | {
      readonly is: "pad";
      readonly of: Item;
      readonly held?: number;
      readonly digits: string;
      readonly ups: number;
    }
  | { readonly is: "move"; readonly of: Item; readonly held: number; readonly quantity: number }
  | { readonly is: "refused" }
  | { readonly is: "me" }
  | { readonly is: "device" }
  /** Of the shelf that is checked; the same as a code. */
  | { readonly is: "result"; readonly at: number }
  | { readonly is: "show"; readonly at: number }
  | { readonly is: "key" };

/** Nothing is half scanned: the page may start again, or be left. */
export const isEmpty = (hand: Hand): boolean => labelsIn(hand).length === 0 && !isOff(hand);
const isOff = (hand: Hand) => hand.mode === "shelve" && !!hand.at && "off_shelf" in hand.at;

/** The labels of what is in hand. */
export const labelsIn = (hand: Hand): Label[] => {
  if (hand.mode === "check")
    return hand.location ? [{ kind: "location", value: hand.location }] : [];
  const { at, box_no, zongpai } = { at: undefined, box_no: undefined, zongpai: undefined, ...hand };
  if (at && "location" in at) return [{ kind: "location", value: at.location }];
  if (box_no) return [{ kind: "box_no", value: box_no }];
  return zongpai ? [{ kind: "zongpai", value: zongpai }] : [];
};

const those = (kinds: Readonly<Partial<Record<ScannedField, boolean>>>) =>
  (Object.keys(kinds) as ScannedField[]).filter((kind) => kinds[kind]);
/** What this key may look up; and where it may put an attachment that is in hand. */
const asksOf = () => {
  const location = may("location-overview");
  return those({
    zongpai: location || may("get-goods-status"),
    box_no: may("get-box-info"),
    location,
  });
};
const putsOf = () =>
  those({ box_no: may("post-attachment-box"), location: may("post-attachment-location") });

export const isOffered = (mode: Mode): boolean =>
  mode === "shelve"
    ? may("post-trace-location")
    : mode === "box"
      ? may("post-box")
      : (mode === "attach" ? putsOf() : asksOf()).length > 0;

/** What may be scanned next; the first is what is asked for. */
export const expects = (hand: Hand, over?: Screen): readonly ScannedField[] => {
  if (over?.is === "look") return asksOf();
  if (over?.is === "move") return ["box_no"];
  if (hand.mode === "check") return hand.location ? ["zongpai"] : ["location"];
  if (hand.mode === "shelve")
    return hand.at
      ? those({ zongpai: true, box_no: may("post-box-location"), location: true })
      : ["location"];
  if (hand.mode === "box") return hand.box_no ? ["zongpai", "box_no"] : ["box_no"];
  return hand.zongpai && hand.category ? putsOf() : ["zongpai"];
};

/** What is in hand after a step, what it records, and of what the number is asked. */
export type Step = { readonly hand: Hand; readonly command?: Command; readonly ask?: Item };

const putAt = (hand: Hand, place: Place): Step => {
  if (hand.mode !== "attach" || !hand.zongpai) return { hand: { mode: "shelve", at: place } };
  const { mode, zongpai, category } = hand;
  return { hand: { mode, zongpai }, command: placing(place, zongpai, category) };
};

/** The button: shelve goods off any shelf, or put an attachment there. */
export const offShelf = (hand: Hand): Step => putAt(hand, { off_shelf: true });

const stepOfCheck = (hand: Extract<Hand, { mode: "check" }>, value: string): Hand => {
  const at = Date.now();
  if (hand.location === undefined) return { ...hand, location: value, since: at, seen: [] };
  return hand.seen.some(({ zongpai }) => zongpai === value)
    ? hand
    : { ...hand, seen: [...hand.seen, { zongpai: value, at }] };
};

/** One scan further, with a label that `expects` names. */
export const step = (hand: Hand, { kind, value }: Label): Step => {
  if (hand.mode === "check") return { hand: stepOfCheck(hand, value) };
  if (kind === "location") return putAt(hand, { location: value });
  if (hand.mode === "shelve") {
    const { at } = hand;
    const put = kind === "box_no" ? placingBox : placing;
    return { hand, command: at && put(at, value, undefined) };
  }
  if (hand.mode === "box")
    return kind === "box_no" || !hand.box_no
      ? { hand: { mode: "box", box_no: value } }
      : { hand, ask: { box_no: hand.box_no, zongpai: value } };
  return kind === "box_no" && hand.zongpai
    ? { hand, ask: { box_no: value, zongpai: hand.zongpai, category: hand.category } }
    : { hand: { mode: "attach", zongpai: value } };
};
