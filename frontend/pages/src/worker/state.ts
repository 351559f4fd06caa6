import type { RouteAnswer } from "#lib/page/requests.ts";
import type { Entry } from "#scanner/client/entry.ts";
import type { QueueState } from "#scanner/client/queue-status.ts";
import type { BoxItem, PlacedItem } from "../shared/commands.ts";
import type { SaveCorrection } from "../shared/corrections.ts";
import type { GoodsDetails } from "../shared/goods-details.ts";
import type { Person } from "../shared/people.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { createStore } from "../shared/store.ts";
import type { BoxContents } from "./outcome/box-contents.ts";
import { isShownIn, type ScanRows, type TakeBack } from "./outcome/rows.ts";
import type { Hand, Label } from "./scan/hand.ts";
import type { WorkMode } from "./scan/modes.ts";
import type { NumberFrom } from "./scan/pad-entry.ts";

/** A screen on top of the hand. "Back" closes it. */
export type StackedScreen = Readonly<
  | { is: "look"; label?: Label }
  /** A touched row: of a box, with the quantity in it, or of a shelf. */
  | { is: "row"; of: BoxItem | (Omit<BoxItem, "box_no"> & { box_no?: undefined }); held: number }
  /** The number pad. Without digits it shows the current quantity. */
  | {
      is: "pad";
      of: BoxItem;
      /** The quantity in the touched row. */
      held?: number;
      digits: string;
      /** Pieces counted by scanning. */
      ups: number;
      /** Digits were typed, or pieces were counted before the box's quantity was known. */
      typed?: boolean;
      /** Where the digits come from, unless from the pad's own keys. */
      from?: NumberFrom | undefined;
    }
  | { is: "move"; of: BoxItem; held: number; quantity: number }
  /** The result of a shelf check, and the same result as a code. */
  | { is: "result"; at: number }
  /** A move of everything on a shelf, as it was shown, to another shelf. */
  | { is: "moveAll"; from: string; items: readonly PlacedItem[] }
  /** A touched scan from a list, by its entry id. */
  | { is: "scan"; id: string }
  | { is: "show"; at: number }
  | { is: "refused" }
  | { is: "me" }
  | { is: "device" }
  | { is: "key" }
>;

/** The worker's options for a refused scan, as far as reads show them. */
export type RefusalAdvice = Readonly<{
  corrections?: readonly SaveCorrection[];
  /** The quantity in the box now, and when the worker looked. */
  stale?: { readonly now: number; readonly before: number };
  /** The box already holds exactly this quantity. */
  there?: boolean;
  /** The name of the person whose newer scan is recorded. */
  newerBy?: string;
}>;

/** The service's answer about a label. */
export type LookupAnswer = BoxContents &
  Readonly<{
    label: Label;
    asking?: boolean;
    unanswered?: boolean;
    refused?: RefusalText;
    goods?: GoodsDetails;
    shelf?: RouteAnswer<"location-overview">;
    /** Of a box off the shelf. */
    status?: RouteAnswer<"get-box-status"> | undefined;
  }>;

export type CategoryChoice = Readonly<{ category: string; label: string }> &
  Partial<RouteAnswer<"get-attachment-status">["categories"][number]>;

export type CameraLight = Readonly<{ on: boolean; switchTo: (on: boolean) => Promise<void> }>;

export type WorkerState = ScanRows &
  Readonly<{
    hand: Hand;
    /** The hands of the other modes. */
    hands: Readonly<Partial<Record<WorkMode, Hand>>>;
    /** The minute of the last scan or touch, epoch milliseconds. */
    usedAt?: number | undefined;
    /** The page shows the last screen or, if there is none, the hand. */
    screens: readonly StackedScreen[];
    input: "scanner" | "typing" | "camera";
    loud?: boolean;
    light?: CameraLight;
    /** The device provides no camera. */
    cameraless?: boolean;
    queue: QueueState;
    note?: string;
    /** Advice by entry id. */
    advice: Readonly<Record<string, RefusalAdvice>>;
    /** The scans that take another one back, by their entry ids. */
    takesBack: Readonly<Record<string, TakeBack>>;
    /** Look-ups by code. */
    lookups: Readonly<Record<string, LookupAnswer>>;
    /** The attachments of the goods in hand, without headroom if the service did not answer. */
    choices?: readonly CategoryChoice[];
    person?: Person;
    /** The scanner's field has no focus, so a scan would be lost. */
    unfocused?: boolean;
    /** The goods and boxes of all scans that the device could not store, until they are scanned again or the worker touches Seen. */
    notKept: readonly string[];
    /** The device could not store the last scan. */
    isFull?: boolean;
    /** Why scans are stored less safely: the browser's storage was emptied, or there is none. */
    storageRisk?: "emptied" | "unkept";
    /** A new version of the page waits. */
    newVersion?: boolean;
  }>;

export const { state, set, onDraw, drawNow } = createStore<WorkerState>({
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
  lookups: {},
  notKept: [],
});

/** The top screen. */
export const topScreen = (): StackedScreen | undefined => state().screens.at(-1);

/** Whether the banner says that a label was not taken, or that it waits for its end. */
export const isAboutLabel = (): boolean => /^(wrong|unended)$/.test(state().banner?.is ?? "");

/** The banner after the next touch: a wrong label disappears, because the worker has seen it. */
export const lastingBanner = (): WorkerState["banner"] =>
  isAboutLabel() ? undefined : state().banner;

/** Whether a screen covers the banner. A list or a number pad does, until a label is refused. */
export const isBannerCovered = (): boolean => {
  const { input, banner } = state();
  const screen = topScreen();
  const isUrgent = banner?.is === "lost" || isAboutLabel();
  return input === "typing" || (!!screen && screen.is !== "look" && !isUrgent);
};

/** Whether the banner visibly shows this entry or its job. */
export const isInBanner = (entry: Entry): boolean =>
  !isBannerCovered() && isShownIn(state(), entry);

/** Whether a person has to sign in first. */
export const isSignInRequired = (): boolean => state().screens.some(({ is }) => is === "key");

/** The number of scans that wait for the service. */
export const waitingCount = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
