import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { eventLabels, lineOf, lineShape, type Recorded, withPrevious } from "./events.ts";
import type { Deadline, Reading } from "./operation.ts";
import { Amount, Cursor, Instant, type Output, SiteWord, Zongpai } from "./value.ts";

export const HistoryRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    cursor: z.optional(Cursor(site)),
  });

export const HistoryLine = (site: Site) =>
  z.strictObject({
    recorded_at: Instant(),
    who: z.string(),
    did: SiteWord(eventLabels, site.history.did),
    ...lineShape(Amount(site), Instant()),
  });

export const HistoryResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    events: z.array(HistoryLine(site)),
    cursor: z.optional(z.string()),
  });
export type HistoryResponse = Output<typeof HistoryResponse>;

export type HistoryStore = {
  /**
   * One query of the index, which may lag. Newest first: those of the page, then as many older ones, for what there was before.
   * @throws UnknownCursorError
   */
  readonly page: (
    zongpai: string,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<{
    readonly operations: readonly Recorded[];
    readonly shown: number;
    readonly cursor?: string | undefined;
  }>;
};

/** Recorded writes of goods, newest first. @throws UnknownCursorError */
export const goodsHistory = async (
  { zongpai, cursor }: Output<typeof HistoryRequest>,
  { site, deadline, histories }: Reading & { readonly histories: HistoryStore },
): Promise<HistoryResponse> => {
  const page = await histories.page(zongpai, cursor, site.overview.pageSize, deadline);
  const lines = withPrevious(page.operations.toReversed()).toReversed().slice(0, page.shown);
  return { zongpai, events: lines.map(lineOf), cursor: page.cursor };
};
