import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import {
  addPreviousStates,
  eventLabels,
  historyFieldsShape,
  historyLineOf,
  type RecordedEvent,
} from "./events.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import {
  AnswerInstant,
  AnswerQuantity,
  PageCursor,
  type SchemaOutput,
  SiteWord,
  Zongpai,
} from "./value.ts";

export const HistoryRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    cursor: z.optional(PageCursor(site)),
  });

export const HistoryLine = (site: Site) =>
  z.strictObject({
    recorded_at: AnswerInstant(),
    who: z.string(),
    did: SiteWord(eventLabels, site.history.did),
    ...historyFieldsShape(AnswerQuantity(site), AnswerInstant()),
  });

export const HistoryResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    events: z.array(HistoryLine(site)),
    cursor: z.optional(z.string()),
  });
export type HistoryResponse = SchemaOutput<typeof HistoryResponse>;

export type HistoryStore = {
  /**
   * One query of the index, which may lag. Newest first: the operations of the page, then as many older ones, for the states before.
   * @throws UnknownCursorError
   */
  readonly readPage: (
    zongpai: string,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<{
    readonly operations: readonly RecordedEvent[];
    readonly shown: number;
    readonly cursor?: string | undefined;
  }>;
};

/** Recorded writes of goods, newest first. @throws UnknownCursorError */
export const readGoodsHistory = async (
  { zongpai, cursor }: SchemaOutput<typeof HistoryRequest>,
  { site, deadline, histories }: ReadContext & { readonly histories: HistoryStore },
): Promise<HistoryResponse> => {
  const page = await histories.readPage(zongpai, cursor, site.overview.pageSize, deadline);
  const oldestFirst = addPreviousStates(page.operations.toReversed());
  const shown = oldestFirst.toReversed().slice(0, page.shown);
  return { zongpai, events: shown.map(historyLineOf), cursor: page.cursor };
};
