import type { Answer } from "#lib/page/requests.ts";
import type { QueueState } from "#scanner/client/news.ts";
import { type ScannedField, scannedFields } from "#scanner/scan/read.ts";
import type { Recorded } from "../shared/check.ts";
import type { Goods } from "../shared/goods.ts";
import { may } from "../shared/may.ts";
import type { Person } from "../shared/people.ts";
import type { Refused } from "../shared/refusal.ts";
import { storeOf } from "../shared/store.ts";
import {
  type Command,
  type Contents,
  type Item,
  type Meaning,
  type Place,
  placing,
  type Rows,
  type TakeBack,
} from "./rows.ts";

export const modes = ["shelve", "box", "attach", "look"] as const;
export type Mode = (typeof modes)[number];
export type Label = Readonly<{ kind: ScannedField; value: string }>;

/** Goods that were scanned on a shelf that is checked; `place`: where they are recorded, once that was asked. */
export type Seen = Readonly<{
  zongpai: string;
  at: number;
  place?: { readonly location?: string; readonly off_shelf?: boolean };
}>;
/** A shelf that is checked, since an instant in epoch milliseconds; `under`: what is in hand again after it. */
export type Checked = Readonly<{
  mode: "check";
  under: Hand;
  location: string;
  since: number;
  recorded?: readonly Recorded[];
  seen: readonly Seen[];
}>;

export type Hand =
  | Checked
  | Readonly<
      | { mode: "check"; under: Hand; location?: undefined }
      | { mode: "shelve"; at?: Place }
      | { mode: "box"; box_no?: string }
      | { mode: "attach"; zongpai?: string; category?: string }
    >;

/** What is in hand when a mode begins; a check leaves goods to be shelved. */
export const begin = (mode: Hand["mode"]): Hand => ({ mode: mode === "check" ? "shelve" : mode });

/** What lies over that, and leads back to it. */
export type Screen = Readonly<
  | { is: "look"; label?: Label }
  /** A row was touched: of a box, with what that holds, or of a shelf. */
  | { is: "row"; of: Item | (Omit<Item, "box_no"> & { box_no?: undefined }); held: number }
  /** How many. Without digits it is the number before any act. */
  | {
      is: "pad";
      of: Item;
      /** What the touched row said. */
      held?: number;
      digits: string;
      /** Pieces counted by scanning. */
      ups: number;
      /** Some digits were typed, or were counted before the page knew what the box holds. */
      typed?: boolean;
    }
  | { is: "move"; of: Item; held: number; quantity: number }
  /** The result of the check of a shelf, and the same as a code. */
  | { is: "result"; at: number }
  | { is: "show"; at: number }
  | { is: "refused" }
  | { is: "me" }
  | { is: "device" }
  | { is: "key" }
>;

/** The label of what is in hand. */
export const labelIn = (hand: Hand): Label | undefined => {
  const held: Partial<Record<ScannedField, string>> =
    hand.mode === "shelve" ? { location: undefined, ...hand.at } : hand;
  const kind = scannedFields.find((field) => held[field] !== undefined);
  return kind && { kind, value: held[kind] ?? "" };
};

/** Milliseconds without a scan or a touch after which another shift may have begun. */
export const pause = 4 * 3_600_000;

/** Nothing is half scanned: the page may start again, or be left. */
export const isEmpty = (hand: Hand): boolean =>
  !labelIn(hand) && (hand.mode !== "shelve" || !hand.at);

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
export type Step = Readonly<{ hand: Hand; command?: Command; ask?: Item }>;

/** Shelves what comes next there, or an attachment that is in hand. */
export const putAt = (hand: Hand, place: Place): Step => {
  if (hand.mode !== "attach" || !hand.zongpai) return { hand: { mode: "shelve", at: place } };
  const { mode, zongpai } = hand;
  return { hand: { mode, zongpai }, command: placing(place, hand) };
};

/** One scan further, with a label that `expects` names. */
export const step = (hand: Hand, { kind, value }: Label): Step => {
  if (hand.mode === "check") {
    const at = Date.now();
    if (hand.location === undefined)
      return { hand: { ...hand, location: value, since: at, seen: [] } };
    const isKnown = hand.seen.some(({ zongpai }) => zongpai === value);
    return { hand: isKnown ? hand : { ...hand, seen: [...hand.seen, { zongpai: value, at }] } };
  }
  if (kind === "location") return putAt(hand, { location: value });
  if (hand.mode === "shelve")
    return { hand, command: hand.at && placing(hand.at, { [kind]: value }) };
  if (hand.mode === "box")
    return kind === "box_no" || !hand.box_no
      ? { hand: { mode: "box", box_no: value } }
      : { hand, ask: { box_no: hand.box_no, zongpai: value } };
  return kind === "box_no" && hand.zongpai
    ? { hand, ask: { box_no: value, zongpai: hand.zongpai, category: hand.category } }
    : { hand: { mode: "attach", zongpai: value } };
};

/** A save that replaces a refused one; `held`: how many the box holds now. */
export type Correction = Readonly<{ command: Command; meaning: Meaning; held?: number }>;

/** What a read says of a refused scan. */
export type Advice = Readonly<{
  corrections?: readonly Correction[];
  /** How many the box holds, and how many it held when the worker looked. */
  stale?: { readonly now: number; readonly before: number };
  /** It is recorded all the same. */
  there?: boolean;
  /** Whose newer scan stands in the place of this one. */
  who?: string;
}>;

/** What the service has said of a label. */
export type Found = Contents &
  Readonly<{
    label: Label;
    asking?: boolean;
    silent?: boolean;
    refused?: Refused;
    goods?: Goods;
    shelf?: Answer<"location-overview">;
  }>;

export type Choice = Readonly<{ category: string; label: string }> &
  Partial<Answer<"get-attachment-status">["categories"][number]>;

export type Light = Readonly<{ on: boolean; turn: (on: boolean) => Promise<void> }>;

export type State = Rows &
  Readonly<{
    hand: Hand;
    /** What is in hand in the other modes, by mode. */
    hands: Readonly<Partial<Record<Mode, Hand>>>;
    /** The minute of the last scan or touch, epoch milliseconds. */
    usedAt?: number | undefined;
    /** The last one is shown; without any, what is in hand. */
    screens: readonly Screen[];
    input: "scanner" | "typing" | "camera";
    loud?: boolean;
    light?: Light;
    queue: QueueState;
    note?: string;
    /** By the ids of entries. */
    advice: Readonly<Record<string, Advice>>;
    /** The scans that take another one back, by the ids of their entries. */
    takesBack: Readonly<Record<string, TakeBack>>;
    /** By codes. */
    found: Readonly<Record<string, Found>>;
    /** The attachments of the goods in hand; without headroom where nobody could be asked. */
    choices?: readonly Choice[];
    who?: Person;
    deaf?: boolean;
    /** The goods that the device could not keep. */
    full?: string;
    /** Why scans are kept less safely: somebody emptied the storage, or the browser has none. */
    loose?: "emptied" | "unkept";
    update?: boolean;
  }>;

export const { state, set, onDraw } = storeOf<State>({
  hand: { mode: "shelve" },
  hands: {},
  screens: [],
  input: "scanner",
  queue: "running",
  rows: [],
  marks: [],
  resultCount: 0,
  advice: {},
  takesBack: {},
  found: {},
});

/** What lies over what is in hand. */
export const top = (): Screen | undefined => state().screens.at(-1);

/** What the band says after the next touch: a label that was not taken has been seen. */
export const lastingBand = (): State["band"] => {
  const { band } = state();
  return band?.is === "wrong" ? undefined : band;
};

/** Whether something lies over the band: a list or a number has its place, until a label is refused. */
export const isBandCovered = (): boolean => {
  const { input, full, band } = state();
  const over = top();
  const isUrgent = full !== undefined || band?.is === "wrong";
  return input === "typing" || (!!over && over.is !== "look" && !isUrgent);
};

/** Whether the worker sees this entry in the band. */
export const isInBand = (id: string): boolean => {
  const { band, full } = state();
  return !isBandCovered() && full === undefined && band?.is === "row" && band.id === id;
};

/** Somebody has to sign in first. */
export const isHeld = (): boolean => state().screens.some(({ is }) => is === "key");

/** How much waits for the service. */
export const waiting = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
