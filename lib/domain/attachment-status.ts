import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { type CategoryState, Evidence, isListed, labelOf } from "./attachment.ts";
import { headroomOf, shownQuantity } from "./attachment-cap.ts";
import type { GoodsSeen } from "./box.ts";
import { lastPlace, lastPlaceOf, type Placed } from "./location.ts";
import type { Deadline, Reading } from "./operation.ts";
import { Amount, type Output, Zongpai } from "./value.ts";

export const AttachmentStatusRequest = (site: Site) => z.strictObject({ zongpai: Zongpai(site) });
export type AttachmentStatusRequest = Output<typeof AttachmentStatusRequest>;

export const StatusLine = (site: Site) =>
  z.strictObject({
    category: z.string(),
    label: z.string(),
    configured: z.boolean(),
    configured_quantity: z.optional(Amount(site)),
    evidence: Evidence(site),
    boxed_quantity: Amount(site),
    headroom: z.optional(Amount(site)),
    ...lastPlace(),
  });

export const AttachmentStatusResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    /** Not where the site switched it off. */
    revision: z.optional(z.int()),
    categories: z.array(StatusLine(site)),
  });
export type AttachmentStatusResponse = Output<typeof AttachmentStatusResponse>;

export type StatusStore = {
  /** One strongly consistent read: the states of the site's categories in its order, then of those that it gave up; the revision of the configuration; counters; places. */
  readonly statusOf: (
    zongpai: string,
    deadline: Deadline,
  ) => Promise<{
    states: CategoryState[];
    revision: number;
    goods: GoodsSeen;
    places: Placed[];
  }>;
};

type Line = AttachmentStatusResponse["categories"][number];

const lineOf = (state: CategoryState, place: Placed | undefined, site: Site): Line => {
  const { category, evidenced, boxed } = state;
  const configured = state.configured !== undefined;
  // Of a category that the site gave up no headroom is kept, and nothing is saved of one that is not configured.
  const headroom = configured && isListed(category, site) ? headroomOf(state, site) : undefined;
  return {
    category,
    label: labelOf(category, site),
    configured,
    configured_quantity: shownQuantity(state.configured),
    evidence: evidenced,
    boxed_quantity: boxed,
    headroom,
    ...lastPlaceOf(place),
  };
};

/** Every category that is configured, boxed or located, so that what is boxed never disappears. */
export const linesOf = (
  states: readonly CategoryState[],
  places: readonly Placed[],
  site: Site,
): Line[] => {
  const placeOf = (code: string) => places.find(({ category }) => category === code);
  const shown = states.filter(
    ({ category, configured, boxed }) => configured !== undefined || boxed > 0 || placeOf(category),
  );
  return shown.map((state) => lineOf(state, placeOf(state.category), site));
};

/** Specification §4, GET /attachment/status. */
export const attachmentStatus = async (
  { zongpai }: AttachmentStatusRequest,
  { site, deadline, attachments }: Reading & { readonly attachments: StatusStore },
): Promise<AttachmentStatusResponse> => {
  const { states, revision, places } = await attachments.statusOf(zongpai, deadline);
  return { zongpai, revision, categories: linesOf(states, places, site) };
};
