import type { WriteId } from "#lib/page/requests.ts";

/** A stored scan, and the outcomes that the worker was shown. */
export type Taken = {
  readonly device: number;
  /** The earlier scans of the same page, or shown there as waiting. They are sent first. */
  readonly before: readonly string[];
  /** The scans without an outcome yet. */
  readonly open: readonly string[];
  readonly route: WriteId;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** A user emptied the storage, and no open page had the entry and stored it again. */
  emptied?: true;
  aside?: true;
  /** A storage that failed, or was emptied, did not keep that it was sent or taken back: a page takes it for new. */
  unmarked?: true;
  /** Whether the page that first sent it had a clock that could date it. */
  heard?: boolean;
  readonly told: ("done" | "refused" | "unsure" | "withdrawn")[];
};
