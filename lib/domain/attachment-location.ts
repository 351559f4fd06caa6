import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { Category, knownCategories } from "./attachment.ts";
import { newestPlace, type PlacedGoods, seenBy, withPlace } from "./location.ts";
import type { Operation, Written } from "./operation.ts";
import { type Checking, type GoodsCheck, ofKnownGoods, type Unverified } from "./place-check.ts";
import { type Output, Zongpai } from "./value.ts";

export const AttachmentLocationRequest = (site: Site) =>
  withPlace({ zongpai: Zongpai(site), category: Category(site) }, site);
export type AttachmentLocationRequest = Output<typeof AttachmentLocationRequest>;

export const AttachmentLocationResponse = (_: Site) =>
  z.strictObject({ zongpai: z.string(), category: z.string(), ...newestPlace() });
export type AttachmentLocationResponse = Output<typeof AttachmentLocationResponse>;

export type AttachmentLocationStore = {
  readonly register: (
    placed: PlacedGoods & { readonly category: string },
    operation: Operation,
    check?: GoodsCheck,
  ) => Promise<
    Written<AttachmentLocationResponse> | Unverified | { readonly kind: "notConfigured" }
  >;
};

type Context = Checking & { readonly locations: AttachmentLocationStore };

/** Specification §4, POST /attachment/location. @throws as for goods; Refusal `categoryNotKnown`, `categoryNotConfigured` */
export const registerAttachmentLocation = async (
  request: AttachmentLocationRequest,
  context: Context,
): Promise<Written<AttachmentLocationResponse>> => {
  const { site, operation, locations } = context;
  const { zongpai, category } = request;
  knownCategories([category], site);
  const placed = { zongpai, category, ...seenBy(request, context) };
  const register = async (check: GoodsCheck) => {
    const outcome = await locations.register(placed, operation, check);
    if (outcome.kind === "notConfigured")
      throw new Refusal("categoryNotConfigured", { category, zongpai });
    return outcome;
  };
  return ofKnownGoods(zongpai, register, context);
};
