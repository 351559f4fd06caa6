import type { RouteAnswer } from "#lib/page/requests.ts";
import type { QueueState } from "#scanner/client/queue-status.ts";
import { type ScannedField, scannedFields } from "#scanner/scan/read-scan.ts";
import type { RecordedGoods } from "../shared/compare-shelf.ts";
import type { GoodsDetails } from "../shared/goods-details.ts";
import type { Person } from "../shared/people.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import { createStore } from "../shared/store.ts";
import {
  type BoxContents,
  type BoxItem,
  type NumberMeaning,
  placeCommand,
  type ScanRows,
  type TakeBack,
  type TargetPlace,
  type WriteCommand,
} from "./rows.ts";

export const workModes = ["shelve", "box", "attach", "look"] as const;
export type WorkMode = (typeof workModes)[number];
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

export type Hand =
  | ShelfCheck
  | Readonly<
      | { mode: "check"; under: Hand; location?: undefined }
      | { mode: "shelve"; at?: TargetPlace }
      | { mode: "box"; box_no?: string }
      | { mode: "attach"; zongpai?: string; category?: string }
    >;

/** What is in hand when a mode begins; a check leaves goods to be shelved. */
export const emptyHand = (mode: Hand["mode"]): Hand => ({
  mode: mode === "check" ? "shelve" : mode,
});

/** What lies over that, and leads back to it. */
export type StackedScreen = Readonly<
  | { is: "look"; label?: Label }
  /** A row was touched: of a box, with what that holds, or of a shelf. */
  | { is: "row"; of: BoxItem | (Omit<BoxItem, "box_no"> & { box_no?: undefined }); held: number }
  /** How many. Without digits it is the number before any act. */
  | {
      is: "pad";
      of: BoxItem;
      /** What the touched row said. */
      held?: number;
      digits: string;
      /** Pieces counted by scanning. */
      ups: number;
      /** Some digits were typed, or were counted before the page knew what the box holds. */
      typed?: boolean;
    }
  | { is: "move"; of: BoxItem; held: number; quantity: number }
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
export const shiftPauseMs = 4 * 3_600_000;

/** Nothing is half scanned: the page may start again, or be left. */
export const isHandEmpty = (hand: Hand): boolean =>
  !labelIn(hand) && (hand.mode !== "shelve" || !hand.at);

const kindsIf = (kinds: Readonly<Partial<Record<ScannedField, boolean>>>) =>
  (Object.keys(kinds) as ScannedField[]).filter((kind) => kinds[kind]);
/** What this key may look up; and where it may put an attachment that is in hand. */
const lookUpKinds = () => {
  const location = mayCall("location-overview");
  return kindsIf({
    zongpai: location || mayCall("get-goods-status"),
    box_no: mayCall("get-box-info"),
    location,
  });
};
const attachmentTargets = () =>
  kindsIf({
    box_no: mayCall("post-attachment-box"),
    location: mayCall("post-attachment-location"),
  });

export const isOffered = (mode: WorkMode): boolean =>
  mode === "shelve"
    ? mayCall("post-trace-location")
    : mode === "box"
      ? mayCall("post-box")
      : (mode === "attach" ? attachmentTargets() : lookUpKinds()).length > 0;

/** What may be scanned next; the first is what is asked for. */
export const expectedKinds = (hand: Hand, over?: StackedScreen): readonly ScannedField[] => {
  if (over?.is === "look") return lookUpKinds();
  if (over?.is === "move") return ["box_no"];
  if (hand.mode === "check") return hand.location ? ["zongpai"] : ["location"];
  if (hand.mode === "shelve")
    return hand.at
      ? kindsIf({ zongpai: true, box_no: mayCall("post-box-location"), location: true })
      : ["location"];
  if (hand.mode === "box") return hand.box_no ? ["zongpai", "box_no"] : ["box_no"];
  return hand.zongpai && hand.category ? attachmentTargets() : ["zongpai"];
};

/** What is in hand after a step, what it records, and of what the number is asked. */
export type StepResult = Readonly<{ hand: Hand; command?: WriteCommand; ask?: BoxItem }>;

/** Shelves what comes next there, or an attachment that is in hand. */
export const stepToPlace = (hand: Hand, place: TargetPlace): StepResult => {
  if (hand.mode !== "attach" || !hand.zongpai) return { hand: { mode: "shelve", at: place } };
  const { mode, zongpai } = hand;
  return { hand: { mode, zongpai }, command: placeCommand(place, hand) };
};

/** One scan further, with a label that `expects` names. */
export const stepWith = (hand: Hand, { kind, value }: Label): StepResult => {
  if (hand.mode === "check") {
    const at = Date.now();
    if (hand.location === undefined)
      return { hand: { ...hand, location: value, since: at, seen: [] } };
    const isKnown = hand.seen.some(({ zongpai }) => zongpai === value);
    return { hand: isKnown ? hand : { ...hand, seen: [...hand.seen, { zongpai: value, at }] } };
  }
  if (kind === "location") return stepToPlace(hand, { location: value });
  if (hand.mode === "shelve")
    return { hand, command: hand.at && placeCommand(hand.at, { [kind]: value }) };
  if (hand.mode === "box")
    return kind === "box_no" || !hand.box_no
      ? { hand: { mode: "box", box_no: value } }
      : { hand, ask: { box_no: hand.box_no, zongpai: value } };
  return kind === "box_no" && hand.zongpai
    ? { hand, ask: { box_no: value, zongpai: hand.zongpai, category: hand.category } }
    : { hand: { mode: "attach", zongpai: value } };
};

/** A save that replaces a refused one; `held`: how many the box holds now. */
export type SaveCorrection = Readonly<{
  command: WriteCommand;
  meaning: NumberMeaning;
  held?: number;
}>;

/** What a read says of a refused scan. */
export type RefusalAdvice = Readonly<{
  corrections?: readonly SaveCorrection[];
  /** How many the box holds, and how many it held when the worker looked. */
  stale?: { readonly now: number; readonly before: number };
  /** It is recorded all the same. */
  there?: boolean;
  /** Whose newer scan stands in the place of this one. */
  who?: string;
}>;

/** What the service has said of a label. */
export type LookupAnswer = BoxContents &
  Readonly<{
    label: Label;
    asking?: boolean;
    silent?: boolean;
    refused?: RefusalText;
    goods?: GoodsDetails;
    shelf?: RouteAnswer<"location-overview">;
  }>;

export type CategoryChoice = Readonly<{ category: string; label: string }> &
  Partial<RouteAnswer<"get-attachment-status">["categories"][number]>;

export type CameraLight = Readonly<{ on: boolean; turn: (on: boolean) => Promise<void> }>;

export type WorkerState = ScanRows &
  Readonly<{
    hand: Hand;
    /** What is in hand in the other modes, by mode. */
    hands: Readonly<Partial<Record<WorkMode, Hand>>>;
    /** The minute of the last scan or touch, epoch milliseconds. */
    usedAt?: number | undefined;
    /** The last one is shown; without any, what is in hand. */
    screens: readonly StackedScreen[];
    input: "scanner" | "typing" | "camera";
    loud?: boolean;
    light?: CameraLight;
    queue: QueueState;
    note?: string;
    /** By the ids of entries. */
    advice: Readonly<Record<string, RefusalAdvice>>;
    /** The scans that take another one back, by the ids of their entries. */
    takesBack: Readonly<Record<string, TakeBack>>;
    /** By codes. */
    found: Readonly<Record<string, LookupAnswer>>;
    /** The attachments of the goods in hand; without headroom where nobody could be asked. */
    choices?: readonly CategoryChoice[];
    person?: Person;
    unfocused?: boolean;
    /** The goods that the device could not keep. */
    notKept?: string;
    /** Why scans are kept less safely: somebody emptied the storage, or the browser has none. */
    loose?: "emptied" | "unkept";
    update?: boolean;
  }>;

export const { state, set, onDraw } = createStore<WorkerState>({
  hand: { mode: "shelve" },
  hands: {},
  screens: [],
  input: "scanner",
  queue: "running",
  rows: [],
  marks: [],
  bannerCount: 0,
  advice: {},
  takesBack: {},
  found: {},
});

/** What lies over what is in hand. */
export const topScreen = (): StackedScreen | undefined => state().screens.at(-1);

/** What the band says after the next touch: a label that was not taken has been seen. */
export const lastingBanner = (): WorkerState["banner"] => {
  const { banner: band } = state();
  return band?.is === "wrong" ? undefined : band;
};

/** Whether something lies over the band: a list or a number has its place, until a label is refused. */
export const isBannerCovered = (): boolean => {
  const { input, notKept: full, banner: band } = state();
  const over = topScreen();
  const isUrgent = full !== undefined || band?.is === "wrong";
  return input === "typing" || (!!over && over.is !== "look" && !isUrgent);
};

/** Whether the worker sees this entry in the band. */
export const isInBanner = (id: string): boolean => {
  const { banner: band, notKept: full } = state();
  return !isBannerCovered() && full === undefined && band?.is === "row" && band.id === id;
};

/** Somebody has to sign in first. */
export const isSignInRequired = (): boolean => state().screens.some(({ is }) => is === "key");

/** How much waits for the service. */
export const waitingCount = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
