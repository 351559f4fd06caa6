import type { RouteAnswer, WriteId } from "#lib/page/requests.ts";
import type { Entry, EntryState, Outcome } from "#scanner/client/entry.ts";
import type { EntryStatus } from "#scanner/client/queue-status.ts";

const outcomeOf = {
  waiting: "kept",
  sent: "kept",
  held: "kept",
  aside: "refused",
  refused: "refused",
  unsure: "refused",
  done: "recorded",
  superseded: "superseded",
  withdrawn: "recorded",
} as const satisfies Record<EntryState, string>;

type RowOutcome = (typeof outcomeOf)[EntryState];
export type OutcomeName = RowOutcome | "wrong-label";

/** A scan that the queue has accepted, and its outcome. */
export type ScanRow = Readonly<{
  entry: Entry<WriteId>;
  outcome: RowOutcome;
  state: EntryState;
  /** The place of the goods in a newer scan. */
  newer?: Partial<RouteAnswer<"clear-place">>;
  /** Says with which code the service cannot judge a scan that waits. */
  unjudged?: string | undefined;
  /** The scan was taken back before it was sent. */
  gone?: boolean;
  /** The quantity that the worker meant to add; `quantity` is the sum. */
  added?: number;
  /** When a refusal or a newer scan arrived that the banner did not show, in epoch milliseconds. */
  late?: number;
  /** The worker has touched Seen. */
  seen?: boolean;
  understood?: boolean;
}>;

/** The scan that another one takes back, by entry id. `hadNone`: its goods had no previous place. */
export type TakeBack = Readonly<{ of: string; hadNone?: boolean | undefined }>;

/** The banner's text for a label that was not taken. */
export type WrongLabel = Readonly<{
  label: string;
  word?: string;
  text: string;
  shelf?: string;
  note?: string;
}>;

/**
 * The content of the banner: the outcome of a scan, a label that was not taken or waits for its end, the number of waiting scans, or the number of scans that
 * were recorded late.
 */
type Banner =
  | Readonly<
      | { is: "row"; id: string }
      | { is: "waiting"; others?: boolean }
      | { is: "recorded"; count: number }
      /** The device could not store a scan. */
      | { is: "lost" }
      /** A text that waits for its end. */
      | { is: "unended"; label: string }
    >
  | ({ readonly is: "wrong" } & WrongLabel);

/** The part of a row that the queue does not store. For a newer scan, it is the whole row. */
export type RowMark = Pick<ScanRow, "outcome" | "added" | "late" | "seen"> &
  Readonly<{ id: string; row?: ScanRow }>;

export type ScanRows = Readonly<{
  rows: readonly ScanRow[];
  /** Marks of entries from earlier sessions. */
  marks: readonly RowMark[];
  banner?: Banner;
  /** Counts banners, so that two equal ones in a row look different. */
  bannerCount: number;
}>;

const maxSettledRows = 60;

/** Whether the service refused a move because the goods were no longer on the shelf that the worker saw. */
const hadMoved = ({ refusal }: Entry<WriteId>) =>
  refusal?.values?.includes("staleExpectedLocation") === true;

export const isRefused = ({ outcome, understood }: ScanRow): boolean =>
  outcome === "refused" && !understood;

/**
 * Whether the header counts a row, until the worker acknowledges it. A newer scan counts if this page's scan was not recorded, or if the
 * banner did not show the newer one.
 */
export const isUnsettled = (row: ScanRow): boolean => {
  const isCounted = row.late !== undefined || row.entry.refusal !== undefined;
  return isRefused(row) || (row.outcome === "superseded" && isCounted && !row.understood);
};

type OfJob = Pick<Entry, "job">;

export const isSameJob = (one: OfJob, other: OfJob): boolean =>
  one.job !== undefined && one.job.id === other.job?.id;

/** Whether the banner shows this entry, or another one of its job. */
export const isShownIn = ({ banner, rows }: ScanRows, entry: Entry): boolean => {
  const shown = banner?.is === "row" && rows.find((one) => one.entry.id === banner.id)?.entry;
  return !!shown && (shown.id === entry.id || isSameJob(shown, entry));
};

/** Whether the strip below the header shows a row. */
export const isUnseen = (row: ScanRow): boolean =>
  isUnsettled(row) && row.late !== undefined && !row.seen;

/** Whether the banner may show a new row. It must not replace a newer scan. */
const canTakeBanner = (banner: Banner | undefined, row: ScanRow, rows: readonly ScanRow[]) => {
  if (!banner || banner.is === "waiting" || banner.is === "recorded") return true;
  const shown = rows.find(({ entry }) => banner.is === "row" && entry.id === banner.id);
  return shown !== undefined && shown.entry.order <= row.entry.order;
};

/** Applies a status of a queue entry, from this session or an earlier one. `isShown`: the banner shows this entry. */
export const applyStatus = (
  all: ScanRows,
  { entry, state }: EntryStatus<WriteId>,
  outcome?: Outcome,
  isShown = false,
): ScanRows => {
  const { rows: before, marks, banner, bannerCount } = all;
  const { id } = entry;
  const old = before.find((one) => one.entry.id === id);
  // After a restart, the queue reports the entry first and its state later.
  const outcomeNow = entry.aside && outcomeOf[state] === "kept" ? "refused" : outcomeOf[state];
  const is = outcomeNow === "refused" && hadMoved(entry) ? "superseded" : outcomeNow;
  const isNews = old?.outcome !== is;
  const isProblem = is === "refused" || is === "superseded";
  const news = { late: isProblem && !isShown ? Date.now() : undefined, seen: false };
  // A refusal from an earlier session without a mark counts as late, because the worker may not have seen it.
  const mark = old ? undefined : marks.find((one) => one.id === id);
  const { added, late, seen } = mark ?? {};
  const row: ScanRow = {
    ...(old ?? { added }),
    entry,
    outcome: is,
    state,
    gone: state === "withdrawn",
    ...(isNews && (mark?.outcome === is ? { late, seen } : news)),
    ...(outcome?.state === "superseded" && { newer: outcome.answer }),
  };
  const listed = old ? before.map((one) => (one === old ? row : one)) : [row, ...before];
  const rows = listed.filter(
    (one, at) => at < maxSettledRows || one.outcome === "kept" || isUnsettled(one),
  );
  const isInBanner = isShownIn(all, entry);
  const takesBanner = old
    ? isInBanner && isNews && is !== "recorded"
    : canTakeBanner(banner, row, listed);
  if (takesBanner && row.late === undefined)
    return { rows, marks, banner: { is: "row", id }, bannerCount: bannerCount + 1 };
  const isOver = banner?.is === "waiting" && !rows.some((one) => one.outcome === "kept");
  // The strip shows the row, so the banner does not.
  const isStrip = isInBanner && row.late !== undefined;
  return { rows, marks, banner: isOver || isStrip ? undefined : banner, bannerCount };
};

/** The marks that the page needs after a restart. */
export const marksOf = (rows: readonly ScanRow[]): RowMark[] =>
  rows
    .filter((row) => isUnsettled(row) || (row.outcome === "kept" && row.added !== undefined))
    .map((row) => {
      const { entry, outcome, added, late, seen } = row;
      const mark = { id: entry.id, outcome, added, late, seen };
      return outcome === "superseded" ? { ...mark, row } : mark;
    });

/** Restores the rows of earlier sessions, and the banner that summarises them. */
export const restoreRows = (
  entries: readonly EntryStatus<WriteId>[],
  marks: readonly RowMark[],
): ScanRows => {
  const nothing: ScanRows = { rows: [], marks, bannerCount: 0 };
  const { rows, banner } = entries.reduce((all, status) => applyStatus(all, status), nothing);
  const newer = marks.flatMap(({ row }) => row ?? []);
  const isQueued = ({ entry: { id } }: ScanRow) => rows.some(({ entry }) => entry.id === id);
  const all = [...rows, ...newer.filter((row) => !isQueued(row))].sort(
    (one, other) => other.entry.order - one.entry.order,
  );
  const [waits, ...others] = all.filter(({ outcome }) => outcome === "kept");
  if (!waits) return { rows: all, marks, banner, bannerCount: 0 };
  const isJob = waits.entry.job && others.every(({ entry }) => isSameJob(entry, waits.entry));
  const sum: Banner = isJob ? { is: "row", id: waits.entry.id } : { is: "waiting" };
  return { rows: all, marks, banner: sum, bannerCount: 0 };
};
