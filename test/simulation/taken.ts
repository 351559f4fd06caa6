import type { WriteId } from "#lib/page/requests.ts";

/** A scan that the storage has taken, and what the worker was told of it. */
export type Taken = {
  readonly device: number;
  /** What was scanned before it by the same page, or was shown there as waiting: it goes first. */
  readonly before: readonly string[];
  /** What of that had no end yet. */
  readonly open: readonly string[];
  readonly route: WriteId;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** Somebody emptied the storage, and no page was open that knew of it and keeps it again. */
  emptied?: true;
  aside?: true;
  /** A storage that failed, or was emptied, did not keep that it was sent or taken back: a page takes it for new. */
  unmarked?: true;
  /** Whether the page that first sent it had a clock that could date it. */
  heard?: boolean;
  readonly told: ("done" | "refused" | "unsure" | "withdrawn")[];
};
