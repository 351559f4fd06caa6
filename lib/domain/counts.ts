import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import { NonEmptyText, type SchemaOutput } from "./value.ts";

/**
 * Entries of each area that are counted: goods, attachments and boxes. A count is exact up to this number, and means "at least" beyond it. All
 * areas of demo, each full, take 40 read units (docs/cost.md).
 */
export const mostCounted = 400;

/** Without an area, all areas are counted; where the site lists no areas, a request must name one. */
export const CountsRequest = ({ accepts, location: { areas } }: Site) => {
  const area = NonEmptyText(accepts.area);
  return z.strictObject({ area: areas === false ? area : z.optional(area) });
};

const countFields = { goods_count: z.int(), attachments_count: z.int(), more: z.boolean() };

export const CountsResponse = (_: Site) =>
  z.strictObject({
    areas: z.array(z.strictObject({ area: z.string(), ...countFields })),
    /** Only in the answer about all areas. */
    other_areas: z.optional(z.strictObject(countFields)),
    /** Only in the answer about one area. */
    locations: z.optional(z.array(z.strictObject({ location: z.string(), ...countFields }))),
  });

export type PlaceCount = Readonly<z.output<z.ZodMiniObject<typeof countFields>>>;

export type CountStore = {
  /** Counts at most `most` entries of each of these areas; without a name, of all other areas. From the index, which may lag. */
  readonly countAreas: (
    areas: readonly string[],
    most: number,
    deadline: Deadline,
  ) => Promise<(area?: string) => PlaceCount>;
  /** Counts one area by location, sorted, without locations that have only boxes. With `more` locations may be missing. */
  readonly countLocations: (
    area: string,
    most: number,
    deadline: Deadline,
  ) => Promise<{
    readonly area: PlaceCount;
    readonly locations: (PlaceCount & { readonly location: string })[];
  }>;
};

export const countPlaces = async (
  { area }: SchemaOutput<typeof CountsRequest>,
  { site, deadline, places }: ReadContext & { readonly places: CountStore },
): Promise<SchemaOutput<typeof CountsResponse>> => {
  if (area !== undefined) {
    const counts = await places.countLocations(area, mostCounted, deadline);
    return { areas: [{ area, ...counts.area }], locations: counts.locations };
  }
  const listed = site.location.areas || [];
  const countIn = await places.countAreas(listed, mostCounted, deadline);
  const areas = listed.map((name) => ({ area: name, ...countIn(name) }));
  return { areas, other_areas: countIn() };
};
