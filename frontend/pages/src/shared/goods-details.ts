import type { RouteAnswer } from "#lib/page/requests.ts";

type GoodsStatus = RouteAnswer<"get-goods-status">;

/** The details of goods that the site's answers contain. */
export type GoodsDetails = Partial<GoodsStatus> &
  Pick<GoodsStatus, "items_quantity" | "boxes" | "categories"> & {
    /** `items_quantity` is the sum of the listed boxes only: there are more boxes. */
    readonly isPart?: boolean | undefined;
  };

/** Builds the details from an overview and the attachments, for a site without `get-goods-status`. */
export const detailsFromOverview = (
  overview: RouteAnswer<"location-overview">,
  categories: GoodsDetails["categories"],
): GoodsDetails => {
  const isNoAttachment = ({ category }: { readonly category?: string }) => category === undefined;
  const shelf = overview.locations.find(({ items }) => items.some(isNoAttachment));
  const item = (shelf ?? overview.off_shelf).items.find(isNoAttachment);
  const boxes = (overview.boxes ?? []).filter(isNoAttachment);
  return {
    location: shelf?.location ?? item?.location,
    off_shelf: item && !shelf,
    registered_at: item?.registered_at,
    items_quantity: boxes.reduce((sum, { quantity }) => sum + quantity, 0),
    boxes,
    more: overview.more,
    isPart: overview.more,
    categories,
  };
};
