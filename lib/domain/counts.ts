import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import type { Deadline, Reading } from "./operation.ts";
import { Named, type Output } from "./value.ts";

/** How many entries of a shard are counted at most, so that no warehouse makes a count slow. */
export const mostCounted = 500;

/** Which area is counted; without one all of them. A site that lists none is asked for one, whatever its name. */
export const CountsRequest = ({ accepts: { area: error }, location: { areas } }: Site) =>
  z.strictObject({
    area: areas === false ? Named(error) : z.optional(z.enum(areas, { error })),
  });
export type CountsRequest = Output<typeof CountsRequest>;

const counted = { goods_count: z.int(), attachments_count: z.int(), more: z.boolean() };

export const CountsResponse = (_: Site) =>
  z.strictObject({
    areas: z.array(z.strictObject({ area: z.string(), ...counted })),
    /** Of one area only. */
    locations: z.optional(z.array(z.strictObject({ location: z.string(), ...counted }))),
  });
export type CountsResponse = Output<typeof CountsResponse>;

/** What was counted: goods, attachments, and whether there are more than were counted. */
export type Count = {
  readonly goods: number;
  readonly attachments: number;
  readonly more: boolean;
};

export type CountStore = {
  /** One query of the index a shard, in parallel, each of at most `most` entries; the index may lag. */
  readonly ofArea: (area: string, most: number, deadline: Deadline) => Promise<Count>;
  /** The same by location, in the order of their codes. If `more` is true for the area, locations may be missing. */
  readonly ofLocations: (
    area: string,
    most: number,
    deadline: Deadline,
  ) => Promise<{
    readonly area: Count;
    readonly locations: readonly (Count & { readonly location: string })[];
  }>;
};

const countOf = ({ goods, attachments, more }: Count) => ({
  goods_count: goods,
  attachments_count: attachments,
  more,
});

/** How many goods, and apart from them attachments, are on the shelves of each area; or of one area, by location too. */
export const counts = async (
  { area }: CountsRequest,
  { site, deadline, places }: Reading & { readonly places: CountStore },
): Promise<CountsResponse> => {
  if (area !== undefined) {
    const counted = await places.ofLocations(area, mostCounted, deadline);
    const locations = counted.locations.map(({ location, ...count }) => ({
      location,
      ...countOf(count),
    }));
    return { areas: [{ area, ...countOf(counted.area) }], locations };
  }
  const areas = site.location.areas === false ? [] : site.location.areas;
  return {
    areas: await Promise.all(
      areas.map(async (area) => ({
        area,
        ...countOf(await places.ofArea(area, mostCounted, deadline)),
      })),
    ),
  };
};
