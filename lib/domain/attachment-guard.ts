import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import {
  type CategoryState,
  EvidenceWord,
  isListedCategory,
  type RemovalProtection,
} from "./attachment.ts";
import { uncappedQuantity } from "./attachment-cap.ts";
import type { Deadline } from "./operation.ts";
import type { OverviewStore } from "./overview.ts";
import { AnswerQuantity, fromScaled, type SchemaOutput } from "./value.ts";

type ConfigEntry = { readonly category: string; readonly quantity?: number | undefined };

/** What a new configuration changes in the one that was read. */
export type ConfigPlan = {
  readonly added: readonly ConfigEntry[];
  readonly removed: readonly CategoryState[];
  /** `from` is configured now, `to` is new; `uncapped` means no quantity. */
  readonly changed: readonly {
    readonly category: string;
    readonly from: number;
    readonly to: number;
  }[];
};

const quantityOf = ({ quantity = uncappedQuantity }: ConfigEntry) => quantity;

export const planOf = (
  entries: readonly ConfigEntry[],
  states: readonly CategoryState[],
): ConfigPlan => {
  const configured = states.filter((state) => state.configured !== undefined);
  const wanted = (category: string) => entries.find((entry) => entry.category === category);
  return {
    added: entries.filter(
      ({ category }) => !configured.some((state) => state.category === category),
    ),
    removed: configured.filter(({ category }) => !wanted(category)),
    changed: configured.flatMap(({ category, configured: from = uncappedQuantity }) => {
      const entry = wanted(category);
      return entry && quantityOf(entry) !== from ? [{ category, from, to: quantityOf(entry) }] : [];
    }),
  };
};

const isProtectedBy: Record<RemovalProtection, (state: CategoryState) => boolean> = {
  boxed: ({ boxed }) => boxed > 0,
  located: ({ located }) => located,
  evidenced: ({ evidenced }) => evidenced,
};

/** A category that the site gave up is not protected: its old boxes would prevent every new configuration. */
export const guardOf = (category: string, site: Site): readonly RemovalProtection[] =>
  isListedCategory(category, site) ? site.attachment.removalGuard : [];

/** The removed categories that are protected (specification §8). */
export const findProtectedRemovals = ({ removed }: ConfigPlan, site: Site): CategoryState[] =>
  removed.filter((state) =>
    guardOf(state.category, site).some((protection) => isProtectedBy[protection](state)),
  );

/** `more`: more boxes hold the category than are named. */
export const BlockedLine = (site: Site) =>
  z.strictObject({
    category: z.string(),
    boxed_quantity: AnswerQuantity(site),
    boxes: z.array(z.strictObject({ box_no: z.string(), quantity: AnswerQuantity(site) })),
    more: z.boolean(),
    evidence: EvidenceWord(site),
    location: z.optional(z.string()),
    off_shelf: z.optional(z.boolean()),
  });
type Blocked = SchemaOutput<typeof BlockedLine>;

/** Boxes that a refusal names for a category. */
export const mostBoxesNamed = 10;

/** Reads what protects each category; boxes from the index, which may lag. */
export const readBlockedLines = async (
  states: readonly CategoryState[],
  zongpai: string,
  { places, deadline }: { places: OverviewStore; deadline: Deadline },
): Promise<Blocked[]> => {
  if (states.length === 0) return [];
  const boxesOf = ({ category }: CategoryState) =>
    places.boxesOf(zongpai, { category, size: mostBoxesNamed }, deadline);
  const [placed, ...held] = await Promise.all([
    places.readPlaces(zongpai, deadline),
    ...states.map(boxesOf),
  ]);
  return states.map(({ category, boxed, evidenced }, at) => {
    const place = placed.find((one) => one.category === category);
    const { boxes = [], cursor } = held[at] ?? {};
    return {
      category,
      boxed_quantity: boxed,
      boxes: boxes.map(({ box_no, quantity }) => ({ box_no, quantity })),
      more: cursor !== undefined,
      evidence: evidenced,
      location: place?.location,
      off_shelf: place?.off_shelf,
    };
  });
};

const sentenceOf = (blocked: Blocked, { formats, attachment, accepts }: Site): string => {
  const shown = (scaled: number) => String(fromScaled(scaled, formats.quantity.decimals));
  const named = blocked.boxes.map(({ box_no, quantity }) => `${box_no}: ${shown(quantity)}`);
  const rest = blocked.more ? [accepts.andMore] : [];
  const parts = [
    blocked.boxed_quantity > 0 &&
      `${shown(blocked.boxed_quantity)} [${[...named, ...rest].join(", ")}]`,
    blocked.location,
    blocked.evidence && attachment.evidence.present,
  ].filter((part) => typeof part === "string");
  return parts.length > 0 ? `${blocked.category} (${parts.join(", ")})` : blocked.category;
};

export const blockedText = (blocked: readonly Blocked[], site: Site): string =>
  blocked.map((one) => sentenceOf(one, site)).join("; ");
