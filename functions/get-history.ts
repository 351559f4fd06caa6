import { goodsHistory } from "#lib/domain/goods-history.ts";
import { getHistory } from "#lib/endpoints/get-history.ts";
import type { OnTable, Service } from "#lib/service.ts";
import { historyStore } from "#lib/store/history.ts";

export const make = (here: Service<OnTable>) =>
  here.read(getHistory, goodsHistory, ({ table }: OnTable) => ({ histories: historyStore(table) }));
