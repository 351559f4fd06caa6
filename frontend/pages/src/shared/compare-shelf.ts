import type { RouteAnswer } from "#lib/page/requests.ts";
import { sortByCode } from "./code-order.ts";

/** Goods, or one of their attachments, that are recorded on a shelf. */
export type RecordedGoods = Pick<
  RouteAnswer<"location-overview">["off_shelf"]["items"][number],
  "zongpai" | "category"
>;

/** Compares the scans on a shelf with the records. Goods and all their attachments share one label. */
export const compareShelf = <One extends RecordedGoods>(
  recorded: readonly One[],
  scanned: readonly string[],
) => ({
  right: sortByCode(
    scanned.filter((code) => recorded.some(({ zongpai }) => zongpai === code)),
    String,
  ),
  missing: sortByCode(
    recorded.filter(({ zongpai }) => !scanned.includes(zongpai)),
    ({ zongpai }) => zongpai,
  ),
  elsewhere: sortByCode(
    scanned.filter((code) => recorded.every(({ zongpai }) => zongpai !== code)),
    String,
  ),
});
