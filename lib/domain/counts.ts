import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import type { Deadline, Reading } from "./operation.ts";
import { Named, type Output } from "./value.ts";

/** Entries of an area that are counted at most, so that no warehouse makes a count slow. */
export const mostCounted = 2_000;

/** Without an area all are counted; a site that lists none must be asked for one. */
export const CountsRequest = ({ accepts, location: { areas } }: Site) => {
  const area = Named(accepts.area);
  return z.strictObject({ area: areas === false ? area : z.optional(area) });
};

const counted = { goods_count: z.int(), attachments_count: z.int(), more: z.boolean() };

export const CountsResponse = (_: Site) =>
  z.strictObject({
    areas: z.array(z.strictObject({ area: z.string(), ...counted })),
    /** Of all areas only. */
    other_areas: z.optional(z.strictObject(counted)),
    /** Of one area only. */
    locations: z.optional(z.array(z.strictObject({ location: z.string(), ...counted }))),
  });

export type Count = Readonly<z.output<z.ZodMiniObject<typeof counted>>>;

export type CountStore = {
  /** Of each of these areas, and without a name of all others, at most `most` entries; from the index, which may lag. */
  readonly ofAreas: (
    areas: readonly string[],
    most: number,
    deadline: Deadline,
  ) => Promise<(area?: string) => Count>;
  /** Of one area by location, sorted, without locations that have boxes alone. With `more` locations may be missing. */
  readonly ofLocations: (
    area: string,
    most: number,
    deadline: Deadline,
  ) => Promise<{
    readonly area: Count;
    readonly locations: (Count & { readonly location: string })[];
  }>;
};

export const counts = async (
  { area }: Output<typeof CountsRequest>,
  { site, deadline, places }: Reading & { readonly places: CountStore },
): Promise<Output<typeof CountsResponse>> => {
  if (area !== undefined) {
    const { area: count, locations } = await places.ofLocations(area, mostCounted, deadline);
    return { areas: [{ area, ...count }], locations };
  }
  const listed = site.location.areas || [];
  const countIn = await places.ofAreas(listed, mostCounted, deadline);
  return { areas: listed.map((one) => ({ area: one, ...countIn(one) })), other_areas: countIn() };
};
