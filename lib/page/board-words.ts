import type { Line } from "./line.ts";

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
export type BoardWords = {
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
    Record<"goods" | "box" | "what" | "for" | "since" | "by" | "quantity" | "category" | "evidence" | "place" | "boxed" | "left", string>
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
