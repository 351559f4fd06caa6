import * as z from "zod";
import { BoxInfoResponse } from "#lib/domain/box-info.ts";
import { OverviewResponse } from "#lib/domain/overview.ts";
import { toScaled } from "#lib/domain/value.ts";
import site from "#site";
import type { Answer } from "./client.ts";
import type { Box, Goods } from "./data.ts";

/** What can be said of a box or of goods: the name of each fact, and what it is. */
type Facts = ReadonlyMap<string, string | number | boolean | null>;

const differences = (subject: string, actual: Facts, files: Facts): string[] =>
  [...new Set([...files.keys(), ...actual.keys()])]
    .filter((name) => actual.get(name) !== files.get(name))
    .map((name) => `${subject}: ${name} is ${actual.get(name) ?? "absent"}, the files say ${files.get(name) ?? "that there is none"}`);

const answered = <Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> | string => {
  if (status !== 200) return `status ${status} ${body}`;
  try {
    return schema.parse(JSON.parse(body));
  } catch (error) {
    return error instanceof z.ZodError ? z.prettifyError(error) : `an answer that is no JSON: ${body.slice(0, 200)}`;
  }
};

/** The service takes a quantity within the site's range and decimals; any other is refused and leaves nothing in the box. */
export const acceptable = ({ received }: Goods): boolean => {
  const { least, most, decimals } = site.formats.quantity;
  return received >= least && received <= most && toScaled(received, decimals) !== undefined;
};

const boxInFiles = ({ quantity, shipMethod, shipDate, goods }: Box): Facts => {
  const packed = goods.filter(acceptable);
  return new Map<string, string | number>([
    ["erp_state", "live"],
    ["quantity", quantity],
    ["ship_method", shipMethod],
    ["ship_date", shipDate],
    ["boxed_quantity", packed.reduce((sum, { received }) => sum + received, 0)],
    ["number of items", packed.length],
    ...packed.map(({ zongpai, received }) => [`item ${zongpai}`, received] as const),
  ]);
};

const boxInfo = BoxInfoResponse(site);

/** What an answer of box info says otherwise than the files: the ERP's part, every item with its quantity, the total. */
export const boxDifferences = (box: Box, answer: Answer): string[] => {
  const info = answered(boxInfo, answer);
  if (typeof info === "string") return [`${box.box_no}: ${info}`];
  const actual = new Map<string, string | number | boolean | null>([
    ["erp_state", info.erp_state],
    ...(info.quantity === undefined ? [] : [["quantity", info.quantity] as const]),
    ...Object.entries(info.columns ?? {}),
    ["boxed_quantity", info.boxed_quantity],
    ["number of items", info.items.length],
    ...info.items.map(({ zongpai, quantity }) => [`item ${zongpai}`, quantity] as const),
  ]);
  return differences(box.box_no, actual, boxInFiles(box));
};

const overview = OverviewResponse(site);
const offShelf = "off shelf";

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
