import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { toldQuantity } from "./attachment-cap.ts";
import { deeds, type HistoryEvent } from "./history.ts";
import type { Deadline, Reading } from "./operation.ts";
import { type Configuration, type Recorded, seenBy, told } from "./told.ts";
import { Amount, Cursor, Instant, SiteWord, Zongpai } from "./value.ts";

export const HistoryRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    cursor: z.optional(Cursor(site)),
  });
export type HistoryRequest = z.output<ReturnType<typeof HistoryRequest>>;

/** The site's word for what was done. */
const DeedWord = ({ history: { did } }: Site) => SiteWord(deeds, did);

/** A page of what happened to goods, newest first. */
export const HistoryResponse = (site: Site) => {
  const place = {
    location: z.optional(z.string()),
    off_shelf: z.optional(z.boolean()),
    cleared: z.optional(z.boolean()),
  };
  const entries = z.optional(
    z.array(z.strictObject({ category: z.string(), quantity: z.optional(Amount(site)) })),
  );
  const quantity = z.optional(Amount(site));
  return z.strictObject({
    zongpai: z.string(),
    events: z.array(
      z.strictObject({
        recorded_at: Instant(),
        who: z.string(),
        did: DeedWord(site),
        box_no: z.optional(z.string()),
        to_box_no: z.optional(z.string()),
        category: z.optional(z.string()),
        quantity,
        ...place,
        registered_at: z.optional(Instant()),
        entries,
        before: z.optional(z.strictObject({ quantity, ...place, entries })),
        stays: z.optional(z.strictObject(place)),
      }),
    ),
    cursor: z.optional(z.string()),
  });
};
export type HistoryResponse = z.output<ReturnType<typeof HistoryResponse>>;

type Line = HistoryResponse["events"][number];

/** `operations`: newest first; those of the page, then as many of the older ones as tell what there was before. */
type HistoryPage = {
  readonly operations: readonly Recorded[];
  readonly shown: number;
  readonly cursor?: string | undefined;
};

export type HistoryStore = {
  /** One query of the index, which may lag. @throws UnknownCursorError */
  readonly page: (
    zongpai: string,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<HistoryPage>;
};

const entriesOf = (entries: Configuration | undefined) =>
  entries?.map(({ category, quantity }) => ({ category, quantity: toldQuantity(quantity) }));

const changeOf = (event: HistoryEvent): Omit<Line, "recorded_at" | "who" | "before"> => {
  switch (event.kind) {
    case "saved":
      return {
        did: event.kind,
        box_no: event.box_no,
        category: event.category,
        quantity: event.quantity,
      };
    case "corrected":
      return {
        did: event.kind,
        box_no: event.box_no,
        category: event.category,
        quantity: event.to,
      };
    case "transferred": {
      const { box_no, to_box_no, category, quantity } = event;
      return { did: event.kind, box_no, to_box_no, category, quantity };
    }
    case "moved":
    case "cleared": {
      const { kind, category, scanned_at: registered_at, stays } = event;
      return { did: stays ? "late" : kind, category, ...seenBy(event), registered_at, stays };
    }
    case "configured":
      return { did: event.kind, entries: entriesOf(event.entries) };
    case "repaired":
      return { did: event.kind };
  }
};

/** An operation as a history tells it. */
export const lineOf = ({ at, who, event, before }: ReturnType<typeof told>[number]): Line => ({
  recorded_at: at,
  who,
  ...changeOf(event),
  before: before && { ...before, entries: entriesOf(before.entries) },
});

/**
 * What happened to goods, newest first: recorded writes only, a request that was sent again once. Of a registration and a configuration the
 * one before it is told, if it is on this page or among as many older operations.
 * @throws UnknownCursorError
 */
export const goodsHistory = async (
  { zongpai, cursor }: HistoryRequest,
  { site, deadline, histories }: Reading & { readonly histories: HistoryStore },
): Promise<HistoryResponse> => {
  const page = await histories.page(zongpai, cursor, site.overview.pageSize, deadline);
  const lines = told(page.operations.toReversed()).toReversed().slice(0, page.shown);
  return { zongpai, events: lines.map(lineOf), cursor: page.cursor };
};
