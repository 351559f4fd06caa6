import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { NonEmptyText, type SchemaOutput } from "./value.ts";

export type RemovalProtection = Site["attachment"]["removalGuard"][number];

/** One category of goods; `configured` and `headroom` only if they are kept. */
export type CategoryState = {
  readonly category: string;
  readonly configured?: number;
  readonly boxed: number;
  readonly headroom?: number;
  readonly evidenced: boolean;
  readonly located: boolean;
};

export const CategoryCode = ({ accepts }: Site) => NonEmptyText(accepts.category);

export const EvidenceWord = ({ attachment: { evidence } }: Site) =>
  z.codec(z.enum([evidence.present, evidence.absent]), z.boolean(), {
    decode: (word) => word === evidence.present,
    encode: (evidenced) => (evidenced ? evidence.present : evidence.absent),
  });

/** Stored rows may still have a category that the site gave up. */
export const isListedCategory = (code: string, { attachment: { categories } }: Site): boolean =>
  categories.some((category) => category.code === code);

/** The name for people; the code of a category that the site gave up. */
export const labelOf = (category: string, { attachment: { categories } }: Site): string =>
  categories.find(({ code }) => code === category)?.label ?? category;

/** @throws Refusal `categoryNotKnown` */
export const refuseUnknownCategories = (codes: readonly string[], site: Site): void => {
  const unknown = codes.find((code) => !isListedCategory(code, site));
  if (unknown !== undefined) throw new Refusal("categoryNotKnown", { category: unknown });
};

export const CategoriesRequest = () => z.strictObject({});

export const CategoriesResponse = (_: Site) =>
  z.strictObject({
    categories: z.array(z.strictObject({ category: z.string(), label: z.string() })),
  });

/** Specification §4, GET /attachment/categories. */
export const listCategories = async (
  _: object,
  { site }: { site: Site },
): Promise<SchemaOutput<typeof CategoriesResponse>> => ({
  categories: site.attachment.categories.map(({ code, label }) => ({ category: code, label })),
});
