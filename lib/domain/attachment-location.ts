import * as z from "zod";
import { Refusal } from "../errors.ts";
import { type AttachmentSettings, Category, knownCategories } from "./attachment.ts";
import { type LocationSettings, type Move, placeOf, scannedAt, withPlace } from "./location.ts";
import type { Operation, Written } from "./operation.ts";
import { Instant, Zongpai } from "./value.ts";

type Settings = AttachmentSettings & LocationSettings;

/** Specification §4: POST /attachment/location mirrors product shelving. */
export const AttachmentLocationRequest = (site: Settings) => withPlace({ zongpai: Zongpai(site), category: Category(site) }, site);
export type AttachmentLocationRequest = z.output<ReturnType<typeof AttachmentLocationRequest>>;

export const AttachmentLocationResponse = (_: AttachmentSettings) =>
  z.strictObject({
    zongpai: z.string(),
    category: z.string(),
    location: z.string().optional(),
    off_shelf: z.boolean(),
    cleared: z.boolean().optional(),
    registered_at: Instant(),
  });
export type AttachmentLocationResponse = z.output<ReturnType<typeof AttachmentLocationResponse>>;

type AttachmentMove = Move & { readonly category: string };

export type AttachmentLocationStore = {
  /** As for products; `notConfigured` if the site accepts locations of configured categories only. */
  readonly register: (
    move: AttachmentMove,
    operation: Operation,
  ) => Promise<Written<AttachmentLocationResponse> | { readonly kind: "notConfigured" }>;
};

/**
 * Specification §4, POST /attachment/location: records where an attachment is now. Never asks the ERP.
 * @throws Refusal `categoryNotKnown`; `categoryNotConfigured` if the site accepts configured categories only
 */
export const registerAttachmentLocation = async (
  request: AttachmentLocationRequest,
  { site, operation, locations }: { site: Settings; operation: Operation; locations: AttachmentLocationStore },
): Promise<Written<AttachmentLocationResponse>> => {
  const { zongpai, category } = request;
  knownCategories([category], site);
  const move = { zongpai, category, ...placeOf(request, site), at: scannedAt(request, operation.at, site) };
  const outcome = await locations.register(move, operation);
  if (outcome.kind === "notConfigured") throw new Refusal("categoryNotConfigured", { category, zongpai });
  return outcome;
};
