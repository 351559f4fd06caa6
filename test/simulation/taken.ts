import type { WriteId } from "#lib/page/requests.ts";

/** A stored scan, and the outcomes that the worker was shown. */
export type Taken = {
  readonly device: number;
  /** The scans that must be sent first: earlier ones of the same page, or shown there as waiting. */
  readonly before: readonly string[];
  /** The scans that have no outcome yet. */
  readonly open: readonly string[];
  readonly route: WriteId;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly at: number;
  /** A user emptied the storage, and no open page had the entry and stored it again. */
  emptied?: true;
  aside?: true;
  /** A failed or emptied storage does not have the mark that the scan was sent or taken back, so a page treats it as new. */
  unmarked?: true;
  /** Whether the page that first sent it had a clock that could date it. */
  heard?: boolean;
  readonly told: ("done" | "refused" | "unsure" | "withdrawn")[];
};
