/**
 * A line of a page: a whole sentence with places, such as `{goods} on {shelf}`. Never glued from parts, for other languages have another
 * order of words.
 */
type Line<_Places extends string = never> = string;

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
  readonly headroom: {
    readonly left: Line<"count">;
    readonly full: string;
    readonly noLimit: string;
    readonly boxed: Line<"count">;
    readonly boxedOf: Line<"count" | "total">;
    readonly leftOf: Line<"count" | "total">;
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

/** What happened to goods, or to an attachment of them. */
type HistoryLines = {
  readonly on: Line<"shelf">;
  readonly onFrom: Line<"shelf" | "before">;
  readonly onFromOff: Line<"shelf">;
  readonly off: string;
  readonly offFrom: Line<"before">;
  /** Off the shelf, with a note. */
  readonly note: Line<"note">;
  readonly boxed: Line<"count" | "box">;
  readonly corrected: Line<"count" | "box" | "before">;
  readonly unboxed: Line<"count" | "box">;
  readonly transferred: Line<"count" | "box" | "to">;
  readonly left: string;
  /** `what` is one of the lines above. */
  readonly late: Line<"what" | "time">;
  readonly attachment: Line<"category" | "what">;
  readonly configured: Line<"list">;
  readonly configuredNone: string;
  readonly counted: Line<"category" | "count">;
  readonly unlimited: Line<"category">;
};

/** What was refused. */
type RefusedLines = Readonly<{
  on: Line<"goods" | "shelf">;
  off: Line<"goods">;
  inBox: Line<"goods" | "count" | "box">;
  outOf: Line<"goods" | "box">;
  between: Line<"goods" | "count" | "box" | "to">;
  alone: Line<"goods">;
  attachment: Line<"category" | "what">;
}>;

/** What the supervisor's board says. */
type BoardWords = {
  readonly title: string;
  readonly search: string;
  readonly placeholder: string;
  readonly states: {
    readonly online: Line<"time">;
    readonly unanswered: Line<"time">;
    readonly offline: Line<"time">;
    readonly asking: string;
    readonly held: string;
  };
  readonly copyAge: Line<"age">;
  readonly ages: Readonly<Record<"minutes" | "hours" | "days", Line<"count">>>;
  readonly asking: string;
  readonly silent: string;
  readonly more: string;
  readonly areas: {
    readonly title: string;
    readonly atLeast: Line<"count">;
    readonly more: Line<"count">;
    readonly uncounted: string;
    readonly all: string;
    readonly empty: string;
  };
  readonly offShelf: Readonly<Record<"title" | "none" | "long" | "today", string>>;
  readonly refused: { readonly title: string; readonly none: string; readonly lines: RefusedLines };
  readonly kinds: Readonly<Record<"goods" | "box" | "shelf" | "attachments" | "unknown" | "several", string>> & {
    readonly shelfIn: Line<"area">;
  };
  readonly columns: Readonly<
    Record<
      "goods" | "box" | "what" | "for" | "since" | "by" | "quantity" | "category" | "evidence" | "place" | "boxed" | "left" | "attachments",
      string
    >
  >;
  readonly goods: Readonly<
    Record<
      | "place"
      | "ordered"
      | "boxed"
      | "boxes"
      | "attachments"
      | "change"
      | "nowhere"
      | "offShelf"
      | "noLimit"
      | "noPlace"
      | "unknown"
      | "moreBoxes",
      string
    >
  > & {
    readonly since: Line<"time">;
    readonly copyFrom: Line<"time">;
    readonly left: Line<"count">;
    readonly of: Line<"count" | "total">;
    readonly erp: Line<"state">;
  };
  readonly history: { readonly title: string; readonly earlier: string; readonly none: string; readonly lines: HistoryLines };
  readonly box: Readonly<Record<"erp" | "here" | "missing" | "complete" | "contents" | "empty" | "notCounted" | "tooMany", string>> & {
    readonly goods: Line<"count">;
    readonly attachments: Line<"count">;
    readonly lacks: Line<"count">;
    readonly lacking: Line<"held" | "lacks">;
  };
  readonly shelf: { readonly title: string; readonly empty: string };
  readonly unknown: string;
  readonly several: string;
  readonly config: Readonly<
    Record<
      | "title"
      | "would"
      | "nothing"
      | "blocked"
      | "removed"
      | "changed"
      | "added"
      | "cancel"
      | "blockedHint"
      | "saveOne"
      | "saving"
      | "forbidden"
      | "none",
      string
    >
  > & {
    readonly quantityOf: Line<"category">;
    readonly save: Line<"count">;
    readonly change: Line<"category" | "from" | "to">;
    readonly entry: Line<"category" | "count">;
    readonly unlimited: Line<"category">;
    readonly noLimit: string;
    readonly inBox: Line<"category" | "count" | "box">;
    readonly inMore: Line<"category">;
    readonly on: Line<"category" | "shelf">;
    readonly off: Line<"category">;
    readonly evidenced: Line<"category" | "evidence">;
  };
  readonly key: Readonly<Record<"title" | "hint" | "ok" | "unknown", string>>;
};

/** Every word that the pages of a site say, in its language: a missing one does not compile. */
export type PageWords = {
  /** The language as HTML names it, such as `en` or `zh-Hant`: for screen readers, times and numbers. */
  readonly lang: string;
  readonly worker: WorkerWords;
  readonly board: BoardWords;
};
