import type { BoardWords } from "./board-words.ts";
import type { Line } from "./line.ts";

type Outcome = "recorded" | "kept" | "superseded" | "refused" | "wrongLabel" | "notKept" | "takenBack";

/** What becomes of a scan, told in the band, in the list below it and among the refused. */
type ScanLines = {
  readonly shelved: Line<"goods" | "shelf">;
  readonly offShelf: Line<"goods">;
  readonly boxed: Line<"goods" | "count" | "box">;
  readonly corrected: Line<"goods" | "count" | "box">;
  readonly unboxed: Line<"goods" | "box">;
  readonly attachmentShelved: Line<"category" | "goods" | "shelf">;
  readonly attachmentOffShelf: Line<"category" | "goods">;
  readonly attachmentBoxed: Line<"category" | "goods" | "count" | "box">;
  readonly attachmentCorrected: Line<"category" | "goods" | "count" | "box">;
  readonly attachmentUnboxed: Line<"category" | "goods" | "box">;
  readonly takenBack: Line<"goods">;
  /** A newer scan of the same goods is recorded. */
  readonly newerOn: Line<"goods" | "shelf">;
  readonly newerOff: Line<"goods">;
  readonly since: Line<"time">;
};

/** What the worker's page says. */
type WorkerWords = {
  readonly title: string;
  /** One or two words. `kept` must not read as done; the header says it, too. */
  readonly outcomes: Readonly<Record<Outcome, string>>;
  readonly states: Readonly<Record<"online" | "offline" | "unanswered" | "held", string>>;
  readonly kinds: Readonly<Record<"goods" | "box" | "shelf" | "place" | "attachment", string>>;
  readonly lines: ScanLines;
  /** Who scans, where the key has no name. */
  readonly somebody: string;
  readonly waiting: string;
  readonly refused: string;
  readonly modes: Readonly<Record<"shelve" | "box" | "attach" | "look", string>>;
  /** What a screen reader says of the sign, the field, the lists and the bars. */
  readonly labels: Readonly<Record<"next" | "scanner" | "before" | "inBox" | "number" | "modes" | "here", string>>;
  readonly next: Readonly<
    Record<
      | "shelf"
      | "shelfFirst"
      | "goods"
      | "box"
      | "boxFirst"
      | "goodsFirst"
      | "choose"
      | "boxOrShelf"
      | "howMany"
      | "anyLabel"
      | "key"
      | "touch"
      | "stop"
      | "otherTab"
      | "loading",
      string
    >
  >;
  /** What comes after that. */
  readonly hints: Readonly<Record<"shelve" | "box" | "attach" | "look" | "otherTab" | "key" | "camera", string>>;
  readonly safe: Line<"count">;
  readonly type: Readonly<Record<"goods" | "box" | "shelf" | "key" | "any", string>>;
  readonly aim: Readonly<Record<"goods" | "box" | "shelf" | "key" | "any", string>>;
  readonly acts: Readonly<
    Record<
      | "offShelf"
      | "takeBack"
      | "type"
      | "camera"
      | "back"
      | "change"
      | "close"
      | "cancel"
      | "erase"
      | "ok"
      | "seeRefused"
      | "lookUp"
      | "askAgain"
      | "sendNow"
      | "newVersion"
      | "understood"
      | "tryAgain",
      string
    >
  >;
  readonly nextMeans: Line<"count">;
  readonly save: Line<"count">;
  readonly saveCategory: Line<"count" | "category">;
  readonly setTo: Line<"count">;
  readonly notes: Readonly<
    Record<"again" | "notSent" | "unknownKey" | "finishNumber" | "doubled" | "noCamera" | "cannotTakeBack" | "plainHttp", string>
  >;
  readonly wrong: Readonly<Record<"goods" | "box" | "shelf" | "unknown", Line<"label">>>;
  readonly full: Line<"goods">;
  /** What waited has been sent. */
  readonly wasFull: Line<"goods">;
  readonly headroom: {
    readonly left: Line<"count">;
    readonly full: string;
    readonly noLimit: string;
    readonly boxed: Line<"count">;
    readonly boxedOf: Line<"count" | "total">;
    readonly none: string;
  };
  readonly found: Readonly<
    Record<
      | "inBoxes"
      | "attachments"
      | "left"
      | "inTheBox"
      | "onTheShelf"
      | "goods"
      | "nowhere"
      | "empty"
      | "noErp"
      | "cannotAsk"
      | "scannedHere",
      string
    >
  > & {
    readonly since: Line<"time">;
    readonly of: Line<"count" | "total">;
    readonly copyFrom: Line<"time">;
    readonly more: string;
  };
  readonly settle: {
    readonly title: Line<"count">;
    readonly none: string;
    readonly unsure: string;
    /** The box holds what was asked, goods and quantity: perhaps by this very scan. */
    readonly there: string;
    readonly failing: string;
    readonly follows: string;
    readonly expired: string;
  };
};

/** Every word that the pages of a site say, in its language: a missing one does not compile. */
export type PageWords = {
  /** The language as HTML names it, such as `en` or `zh-Hant`: for screen readers, times and numbers. */
  readonly lang: string;
  readonly worker: WorkerWords;
  readonly board: BoardWords;
};
