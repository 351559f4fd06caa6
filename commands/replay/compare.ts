import { BoxInfoResponse } from "#lib/domain/box-info.ts";
import { OverviewResponse } from "#lib/domain/overview.ts";
import site from "#site";
import type { Attachment } from "./attachments.ts";
import type { Answer } from "./client.ts";
import { entriesInFiles, entryFacts } from "./compare-attachments.ts";
import type { Box } from "./data.ts";
import { answered, differences, type Facts, offShelf } from "./facts.ts";
import type { Goods } from "./goods.ts";
import { acceptable } from "./quantity.ts";

const boxInFiles = ({ quantity, shipMethod, shipDate, goods }: Box, attachments: readonly Attachment[] | undefined): Facts => {
  const packed = goods.filter(({ received }) => acceptable(received));
  return new Map<string, string | number>([
    ["erp_state", "live"],
    ["quantity", quantity],
    ["ship_method", shipMethod],
    ["ship_date", shipDate],
    ["items_quantity", packed.reduce((sum, { received }) => sum + received, 0)],
    ["number of items", packed.length],
    ...packed.map(({ zongpai, received }) => [`item ${zongpai}`, received] as const),
    ...(attachments ? entryFacts(entriesInFiles(attachments)) : []),
  ]);
};

const boxInfo = BoxInfoResponse(site);

/**
 * What an answer of box info says otherwise than the files: the ERP's part, every item with its quantity, the total, and the
 * entries of the box's attachments; without `attachments` the entries are not looked at.
 */
export const boxDifferences = (box: Box, attachments: readonly Attachment[] | undefined, answer: Answer): string[] => {
  const info = answered(boxInfo, answer);
  if (typeof info === "string") return [`${box.box_no}: ${info}`];
  const actual = new Map<string, string | number | boolean | null>([
    ["erp_state", info.erp_state],
    ...(info.quantity === undefined ? [] : [["quantity", info.quantity] as const]),
    ...Object.entries(info.columns ?? {}),
    ["items_quantity", info.items_quantity],
    ["number of items", info.items.length],
    ...info.items.map(({ zongpai, quantity }) => [`item ${zongpai}`, quantity] as const),
    ...(attachments ? entryFacts(info.entries) : []),
  ]);
  return differences(box.box_no, actual, boxInFiles(box, attachments));
};

const overview = OverviewResponse(site);

/** What an overview of goods says otherwise than the files of where they are. The boxes in it may lag, and are compared by box. */
export const placeDifferences = ({ zongpai, location = offShelf }: Goods, answer: Answer): string[] => {
  const view = answered(overview, answer);
  if (typeof view === "string") return [`${zongpai}: ${view}`];
  const groups = [...view.locations, { ...view.off_shelf, location: offShelf }];
  const places = groups.flatMap((group) =>
    group.items.filter((item) => item.zongpai === zongpai && item.category === undefined).map(() => group.location),
  );
  const actual: Facts = new Map(places.length === 0 ? [] : [["location", places.join(" and ")]]);
  return differences(zongpai, actual, new Map([["location", location]]));
};
