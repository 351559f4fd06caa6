import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { Category } from "./attachment.ts";
import { type Cleared, newestPlace, scannedAt } from "./location.ts";
import type { Operation, Writing, Written } from "./operation.ts";
import { type Output, ScanInstant, Zongpai } from "./value.ts";

/** Goods, or with a category an attachment of them, that left. */
export const ClearRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    category: z.optional(Category(site)),
    scanned_at: z.optional(ScanInstant(site)),
  });
export type ClearRequest = Output<typeof ClearRequest>;

export const ClearResponse = (_: Site) =>
  z.strictObject({ zongpai: z.string(), category: z.optional(z.string()), ...newestPlace() });
export type ClearResponse = Output<typeof ClearResponse>;

export type ClearStore = {
  /**
   * Also what is not on the map, because an older registration may still come; a late scan only in history. `categoryNotKnown`: the site
   * does not have the category, and nothing of it has a place.
   */
  readonly clear: (
    gone: Cleared,
    operation: Operation,
  ) => Promise<Written<ClearResponse> | { readonly kind: "categoryNotKnown" }>;
};

/** The removal guard no longer protects what left; real evidence stays. @throws Refusal `categoryNotKnown` */
export const clearPlace = async (
  { zongpai, category, scanned_at }: ClearRequest,
  { site, operation, places }: Writing & { readonly places: ClearStore },
): Promise<Written<ClearResponse>> => {
  const gone = {
    zongpai,
    category,
    cleared: true as const,
    at: scannedAt({ scanned_at }, operation.at, site),
  };
  const outcome = await places.clear(gone, operation);
  if (outcome.kind === "categoryNotKnown")
    throw new Refusal("categoryNotKnown", { category: category ?? "" });
  return outcome;
};
