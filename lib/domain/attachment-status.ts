import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { type CategoryState, EvidenceWord, isListedCategory, labelOf } from "./attachment.ts";
import { headroomOf, shownQuantity } from "./attachment-cap.ts";
import type { GoodsSeen } from "./box.ts";
import { lastPlaceOf, lastPlaceShape, type RecordedPlace } from "./location.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import { AnswerQuantity, type SchemaOutput, Zongpai } from "./value.ts";

export const AttachmentStatusRequest = (site: Site) => z.strictObject({ zongpai: Zongpai(site) });
export type AttachmentStatusRequest = SchemaOutput<typeof AttachmentStatusRequest>;

export const StatusLine = (site: Site) =>
  z.strictObject({
    category: z.string(),
    label: z.string(),
    configured: z.boolean(),
    configured_quantity: z.optional(AnswerQuantity(site)),
    evidence: EvidenceWord(site),
    boxed_quantity: AnswerQuantity(site),
    headroom: z.optional(AnswerQuantity(site)),
    ...lastPlaceShape(),
  });
export type StatusLine = SchemaOutput<typeof StatusLine>;

export const AttachmentStatusResponse = (site: Site) =>
  z.strictObject({
    zongpai: z.string(),
    /** Not where the site switched it off. */
    revision: z.optional(z.int()),
    categories: z.array(StatusLine(site)),
  });
export type AttachmentStatusResponse = SchemaOutput<typeof AttachmentStatusResponse>;

export type StatusStore = {
  /**
   * One strongly consistent read. The states are of the site's categories in its order, then of those that it gave up; `revision` is that of
   * the configuration, `product` the name that the ERP had last.
   */
  readonly readStatus: (
    zongpai: string,
    deadline: Deadline,
  ) => Promise<{
    states: CategoryState[];
    revision: number;
    goods: GoodsSeen;
    product?: string | undefined;
    places: RecordedPlace[];
  }>;
};

const statusLineOf = (
  state: CategoryState,
  place: RecordedPlace | undefined,
  site: Site,
): StatusLine => {
  const { category, evidenced, boxed } = state;
  const configured = state.configured !== undefined;
  // A category that the site gave up has no headroom, and of a category that is not configured nothing is saved.
  const hasHeadroom = configured && isListedCategory(category, site);
  const headroom = hasHeadroom ? headroomOf(state, site) : undefined;
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
export const statusLinesOf = (
  states: readonly CategoryState[],
  places: readonly RecordedPlace[],
  site: Site,
): StatusLine[] => {
  const placeOf = (code: string) => places.find(({ category }) => category === code);
  const isShown = ({ category, configured, boxed }: CategoryState) =>
    configured !== undefined || boxed > 0 || placeOf(category) !== undefined;
  const shown = states.filter(isShown);
  return shown.map((state) => statusLineOf(state, placeOf(state.category), site));
};

/** Specification §4, GET /attachment/status. */
export const readAttachmentStatus = async (
  { zongpai }: AttachmentStatusRequest,
  { site, deadline, attachments }: ReadContext & { readonly attachments: StatusStore },
): Promise<AttachmentStatusResponse> => {
  const { states, revision, places } = await attachments.readStatus(zongpai, deadline);
  return { zongpai, revision, categories: statusLinesOf(states, places, site) };
};
