import type { RouteAnswer } from "#lib/page/requests.ts";
import type { Entry } from "#scanner/client/entry.ts";
import type { QueueState } from "#scanner/client/queue-status.ts";
import type { BoxItem, PlacedItem } from "../shared/commands.ts";
import type { SaveCorrection } from "../shared/corrections.ts";
import type { GoodsDetails } from "../shared/goods-details.ts";
import type { Person } from "../shared/people.ts";
import type { RefusalText } from "../shared/refusal.ts";
import { createStore } from "../shared/store.ts";
import type { BoxContents } from "./box-contents.ts";
import type { Hand, Label } from "./hand.ts";
import type { WorkMode } from "./modes.ts";
import { isShownIn, type ScanRows, type TakeBack } from "./rows.ts";

/** A screen over what is in hand, to which "back" leads again. */
export type StackedScreen = Readonly<
  | { is: "look"; label?: Label }
  /** A row was touched: of a box, with what that holds, or of a shelf. */
  | { is: "row"; of: BoxItem | (Omit<BoxItem, "box_no"> & { box_no?: undefined }); held: number }
  /** How many. Without digits it is the number before any act. */
  | {
      is: "pad";
      of: BoxItem;
      /** The quantity in the row that was touched. */
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
  /** All that a shelf holds, as it was shown, goes to another one. */
  | { is: "moveAll"; from: string; items: readonly PlacedItem[] }
  /** A scan that was touched in a list, by the id of its entry. */
  | { is: "scan"; id: string }
  | { is: "show"; at: number }
  | { is: "refused" }
  | { is: "me" }
  | { is: "device" }
  | { is: "key" }
>;

/** What the worker may do about a refused scan, as far as a read shows it. */
export type RefusalAdvice = Readonly<{
  corrections?: readonly SaveCorrection[];
  /** How many the box holds, and how many it held when the worker looked. */
  stale?: { readonly now: number; readonly before: number };
  /** The box holds exactly this already. */
  there?: boolean;
  /** The name of the person whose newer scan is recorded. */
  newerBy?: string;
}>;

/** What the service answered about a label. */
export type LookupAnswer = BoxContents &
  Readonly<{
    label: Label;
    asking?: boolean;
    unanswered?: boolean;
    refused?: RefusalText;
    goods?: GoodsDetails;
    shelf?: RouteAnswer<"location-overview">;
  }>;

export type CategoryChoice = Readonly<{ category: string; label: string }> &
  Partial<RouteAnswer<"get-attachment-status">["categories"][number]>;

export type CameraLight = Readonly<{ on: boolean; switchTo: (on: boolean) => Promise<void> }>;

export type WorkerState = ScanRows &
  Readonly<{
    hand: Hand;
    /** What is in hand in the other modes, by mode. */
    hands: Readonly<Partial<Record<WorkMode, Hand>>>;
    /** The minute of the last scan or touch, epoch milliseconds. */
    usedAt?: number | undefined;
    /** The page shows the last one; without any, what is in hand. */
    screens: readonly StackedScreen[];
    input: "scanner" | "typing" | "camera";
    loud?: boolean;
    light?: CameraLight;
    /** The device has given no camera. */
    cameraless?: boolean;
    queue: QueueState;
    note?: string;
    /** By the ids of entries. */
    advice: Readonly<Record<string, RefusalAdvice>>;
    /** The scans that take another one back, by the ids of their entries. */
    takesBack: Readonly<Record<string, TakeBack>>;
    /** By codes. */
    lookups: Readonly<Record<string, LookupAnswer>>;
    /** The attachments of the goods in hand; without headroom if there was no answer. */
    choices?: readonly CategoryChoice[];
    person?: Person;
    /** The scanner's field has no focus, so that a scan would be lost. */
    unfocused?: boolean;
    /** The goods that the device could not keep. */
    notKept?: string;
    /** Why scans are kept less safely: the storage was emptied, or the browser has none. */
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
});

/** The screen over what is in hand. */
export const topScreen = (): StackedScreen | undefined => state().screens.at(-1);

/** What the banner says after the next touch: a label that was not taken has been seen. */
export const lastingBanner = (): WorkerState["banner"] => {
  const { banner } = state();
  return banner?.is === "wrong" ? undefined : banner;
};

/** Whether a screen covers the banner: a list or a number does, until a label is refused. */
export const isBannerCovered = (): boolean => {
  const { input, notKept, banner } = state();
  const screen = topScreen();
  const isUrgent = notKept !== undefined || banner?.is === "wrong";
  return input === "typing" || (!!screen && screen.is !== "look" && !isUrgent);
};

/** Whether the worker sees this entry, or its job, in the banner. */
export const isInBanner = (entry: Entry): boolean =>
  !isBannerCovered() && state().notKept === undefined && isShownIn(state(), entry);

/** Whether a person has to sign in first. */
export const isSignInRequired = (): boolean => state().screens.some(({ is }) => is === "key");

/** How many scans wait for the service. */
export const waitingCount = (): number =>
  state().rows.filter(({ outcome }) => outcome === "kept").length;
