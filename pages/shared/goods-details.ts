import type { RouteAnswer } from "#lib/page/requests.ts";

type GoodsStatus = RouteAnswer<"get-goods-status">;
/** All about goods, as far as the site's answers say it. */
export type GoodsDetails = Partial<GoodsStatus> &
  Pick<GoodsStatus, "items_quantity" | "boxes" | "categories"> & {
    /** `items_quantity` is the sum of the boxes that are listed, and there are more. */
    readonly isPart?: boolean | undefined;
  };

/** The same from an overview and the attachments. */
export const detailsFromOverview = (
  places: RouteAnswer<"location-overview">,
  categories: GoodsDetails["categories"],
): GoodsDetails => {
  const isOwn = ({ category }: { readonly category?: string }) => category === undefined;
  const shelf = places.locations.find(({ items }) => items.some(isOwn));
  const item = (shelf ?? places.off_shelf).items.find(isOwn);
  const boxes = (places.boxes ?? []).filter(isOwn);
  return {
    location: shelf?.location ?? item?.location,
    off_shelf: item && !shelf,
    registered_at: item?.registered_at,
    items_quantity: boxes.reduce((sum, { quantity }) => sum + quantity, 0),
    boxes,
    more: places.more,
    isPart: places.more,
    categories,
  };
};
