import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { newestPlace, type PlacedBox, seenBy, withPlace } from "./location.ts";
import type { Operation, Writing, Written } from "./operation.ts";
import { BoxNo, type Output } from "./value.ts";

export const BoxLocationRequest = (site: Site) => withPlace({ box_no: BoxNo(site) }, site);
export type BoxLocationRequest = Output<typeof BoxLocationRequest>;

export const BoxLocationResponse = (_: Site) =>
  z.strictObject({ box_no: z.string(), ...newestPlace() });
export type BoxLocationResponse = Output<typeof BoxLocationResponse>;

export type BoxLocationStore = {
  /** A late scan in history only. Gives the newest place. */
  readonly registerBox: (
    placed: PlacedBox,
    operation: Operation,
  ) => Promise<Written<BoxLocationResponse>>;
};

/** Where a box stands; the places of its goods stay. The ERP is not asked: the box is there all the same. */
export const registerBoxLocation = (
  request: BoxLocationRequest,
  { locations, ...given }: Writing & { readonly locations: BoxLocationStore },
): Promise<Written<BoxLocationResponse>> =>
  locations.registerBox({ box_no: request.box_no, ...seenBy(request, given) }, given.operation);
