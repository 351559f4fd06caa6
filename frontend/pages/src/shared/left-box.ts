import type { RouteAnswer } from "#lib/page/requests.ts";

type BoxInfo = RouteAnswer<"get-box-info">;
type BoxStatus = RouteAnswer<"get-box-status">;

/**
 * Whether a box has left. Without the service's answer, such as of a box that an earlier version put off the shelf, its goods say so: the box
 * is off the shelf, and none of its goods has a place.
 */
export const hasLeft = (
  { cleared, off_shelf }: Partial<Pick<BoxInfo, "cleared" | "off_shelf">>,
  { items = [], cursor }: Partial<Pick<BoxStatus, "items" | "cursor">> = {},
): boolean =>
  cleared === true ||
  (off_shelf === true &&
    cursor === undefined &&
    items.length > 0 &&
    items.every(({ registered_at }) => registered_at === undefined));
