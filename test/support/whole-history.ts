import { expect } from "vitest";
import { goodsHistory, type HistoryResponse } from "#lib/domain/goods-history.ts";
import type { Site } from "#lib/site/schema.ts";
import { historyStore } from "#lib/store/history.ts";
import { site } from "./site.ts";
import { table } from "./table.ts";

const paged = (pageSize: number): Site => ({ ...site, overview: { pageSize } });

const page = (goods: string, size: number, cursor?: string): Promise<HistoryResponse> =>
  goodsHistory(
    { zongpai: goods, cursor },
    {
      site: paged(size),
      at: Date.now(),
      deadline: { left: () => 5_000 },
      histories: historyStore(table),
    },
  );

/** The whole history of goods, read by pages of so many events. */
export const wholeHistory = async (goods: string, size: number) => {
  const events: HistoryResponse["events"] = [];
  let cursor: string | undefined;
  do {
    const next = await page(goods, size, cursor);
    if (next.cursor !== undefined) expect(next.events).toHaveLength(size);
    events.push(...next.events);
    cursor = next.cursor;
  } while (cursor !== undefined);
  return events;
};
