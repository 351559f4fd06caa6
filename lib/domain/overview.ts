import * as z from "zod";
import type { Deadline } from "./operation.ts";
import { Amount, BoxNo, Instant, type ValueSettings, Zongpai } from "./value.ts";

/** Specification §4: the location overview ("paicha"), of a single zongpai. */
export const OverviewRequest = (site: ValueSettings) => z.strictObject({ zongpai: Zongpai(site) });
export type OverviewRequest = z.output<ReturnType<typeof OverviewRequest>>;

const group = (site: ValueSettings) => ({
  shown: z.int(),
  more: z.boolean(),
  items: z.array(
    z.strictObject({
      zongpai: Zongpai(site),
      category: z.string().optional(),
      /** Off shelf only: the note that stands in place of a code. */
      location: z.string().optional(),
      registered_at: Instant(),
    }),
  ),
});

export const OverviewResponse = (site: ValueSettings) =>
  z.strictObject({
    locations: z.array(z.strictObject({ location: z.string(), area: z.string(), ...group(site) })),
    off_shelf: z.strictObject(group(site)),
    /** The boxes that hold the goods, from an index that may lag by a moment. */
    boxes: z.array(z.strictObject({ box_no: BoxNo(site), category: z.string().optional(), quantity: Amount(site) })),
  });
export type OverviewResponse = z.output<ReturnType<typeof OverviewResponse>>;

type Group = OverviewResponse["off_shelf"];
type Shelf = OverviewResponse["locations"][number];

/** Goods, or an attachment of them, where they were last registered. */
export type Placed = {
  readonly zongpai: string;
  readonly category?: string;
  readonly off_shelf: boolean;
  readonly location?: string;
  readonly area?: string;
  readonly at: number;
};

export type OverviewStore = {
  /** Where the goods and their attachments are; strongly consistent. */
  readonly placesOf: (zongpai: string, deadline: Deadline) => Promise<Placed[]>;
  /** The boxes that hold them, from the index. */
  readonly boxesOf: (zongpai: string, deadline: Deadline) => Promise<OverviewResponse["boxes"]>;
};

const shownOf = ({ zongpai, category, off_shelf, location, at }: Placed): Group["items"][number] => ({
  zongpai,
  ...(category === undefined ? {} : { category }),
  ...(off_shelf && location !== undefined ? { location } : {}),
  registered_at: at,
});

/** Groups by location; within a group the oldest comes first. */
const grouped = (places: Placed[]): Pick<OverviewResponse, "locations" | "off_shelf"> => {
  const shelves = new Map<string, Shelf>();
  const off: Group = { shown: 0, more: false, items: [] };
  const groupOf = ({ off_shelf, location = "", area = "" }: Placed): Group => {
    if (off_shelf) return off;
    const shelf = shelves.get(location) ?? { location, area, shown: 0, more: false, items: [] };
    shelves.set(location, shelf);
    return shelf;
  };
  for (const place of places.toSorted((one, other) => one.at - other.at)) {
    const group = groupOf(place);
    group.items.push(shownOf(place));
    group.shown += 1;
  }
  return { locations: [...shelves.values()].toSorted((one, other) => (one.location < other.location ? -1 : 1)), off_shelf: off };
};

/** Specification §4, the overview of one zongpai: its location is exact, the boxes that hold it may lag by a moment. */
export const overview = async (
  { zongpai }: OverviewRequest,
  { deadline, places }: { deadline: Deadline; places: OverviewStore },
): Promise<OverviewResponse> => {
  const [placed, boxes] = await Promise.all([places.placesOf(zongpai, deadline), places.boxesOf(zongpai, deadline)]);
  return { ...grouped(placed), boxes };
};
