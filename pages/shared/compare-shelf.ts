import type { RouteAnswer } from "#lib/page/requests.ts";

/** Goods, or an attachment of them, that are recorded on a shelf. */
export type RecordedGoods = Pick<
  RouteAnswer<"location-overview">["off_shelf"]["items"][number],
  "zongpai" | "category"
>;

/** What was scanned on a shelf, against what is recorded there: one label stands for goods and their attachments. */
export const compareShelf = <One extends RecordedGoods>(
  recorded: readonly One[],
  scanned: readonly string[],
) => ({
  right: scanned.filter((code) => recorded.some(({ zongpai }) => zongpai === code)),
  missing: recorded.filter(({ zongpai }) => !scanned.includes(zongpai)),
  elsewhere: scanned.filter((code) => recorded.every(({ zongpai }) => zongpai !== code)),
});
