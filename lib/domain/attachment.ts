import * as z from "zod";
import { Refusal } from "../errors.ts";
import type { CapAnswer } from "./attachment-cap.ts";
import { Text, type ValueSettings } from "./value.ts";

type EvidenceFact = "box" | "location";
export type Protection = "boxed" | "located" | "evidenced";

/** The part of a site that says how attachments behave. */
export type AttachmentSettings = ValueSettings & {
  readonly accepts: { readonly category: string };
  readonly attachment: {
    readonly categories: readonly { readonly code: string; readonly label: string }[];
    readonly evidence: { readonly present: string; readonly absent: string };
    readonly realEvidence: readonly EvidenceFact[];
    readonly offShelfIsLocated: boolean;
    readonly flipsBack: boolean;
    readonly cap: CapAnswer;
    readonly removalGuard: readonly Protection[];
    readonly unconfiguredLocation: "accept" | "refuse";
  };
};

/** One category of one zongpai. Quantities are scaled integers; `configured` and `headroom` are there only if they are kept. */
export type CategoryState = {
  readonly category: string;
  readonly configured?: number;
  readonly boxed: number;
  readonly headroom?: number;
  readonly evidenced: boolean;
  readonly located: boolean;
};

export const Category = ({ accepts }: AttachmentSettings) => Text(accepts.category).min(1, { error: accepts.category });

/** Evidence under the site's two names. */
export const Evidence = ({ attachment: { evidence } }: AttachmentSettings) =>
  z.codec(z.enum([evidence.present, evidence.absent]), z.boolean(), {
    decode: (word) => word === evidence.present,
    encode: (evidenced) => (evidenced ? evidence.present : evidence.absent),
  });

/** Whether the site has a category. Stored rows may still have one that it has given up. */
export const isListed = (code: string, { attachment: { categories } }: AttachmentSettings): boolean =>
  categories.some((category) => category.code === code);

/** The name of a category for people; its code, if the site has given it up. */
export const labelOf = (category: string, { attachment: { categories } }: AttachmentSettings): string =>
  categories.find(({ code }) => code === category)?.label ?? category;

/** @throws Refusal `categoryNotKnown` for the first category that is not among the site's */
export const knownCategories = (codes: readonly string[], site: AttachmentSettings): void => {
  const unknown = codes.find((code) => !isListed(code, site));
  if (unknown !== undefined) throw new Refusal("categoryNotKnown", { category: unknown });
};

export const CategoriesRequest = () => z.strictObject({});

/** Specification §2: an attachment category, as the list endpoint returns it. */
export const CategoriesResponse = (_: AttachmentSettings) =>
  z.strictObject({ categories: z.array(z.strictObject({ category: z.string(), label: z.string() })) });
export type CategoriesResponse = z.output<ReturnType<typeof CategoriesResponse>>;

/** Specification §4, GET /attachment/categories: the site's categories, in its order. */
export const listCategories = async (_: object, { site }: { site: AttachmentSettings }): Promise<CategoriesResponse> => ({
  categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
});
