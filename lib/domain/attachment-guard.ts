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

/** The changes from the configuration that was read to the new one. */
export type ConfigPlan = {
  readonly added: readonly ConfigEntry[];
  readonly removed: readonly CategoryState[];
  /** `from` is configured now, `to` is new; `uncappedQuantity` means no quantity. */
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
  const isConfigured = ({ category }: ConfigEntry) =>
    configured.some((state) => state.category === category);
  const entryOf = (category: string) => entries.find((entry) => entry.category === category);
  return {
    added: entries.filter((entry) => !isConfigured(entry)),
    removed: configured.filter(({ category }) => !entryOf(category)),
    changed: configured.flatMap(({ category, configured: from = uncappedQuantity }) => {
      const entry = entryOf(category);
      const to = entry ? quantityOf(entry) : from;
      return to === from ? [] : [{ category, from, to }];
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
  removed.filter((state) => {
    const protections = guardOf(state.category, site);
    return protections.some((protection) => isProtectedBy[protection](state));
  });

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
export type BlockedLine = SchemaOutput<typeof BlockedLine>;

/** How many boxes a refusal names for a category. */
export const mostBoxesNamed = 10;

/** Reads what protects each category; boxes from the index, which may lag. */
export const readBlockedLines = async (
  states: readonly CategoryState[],
  zongpai: string,
  { places, deadline }: { places: OverviewStore; deadline: Deadline },
): Promise<BlockedLine[]> => {
  if (states.length === 0) return [];
  const readBoxesOf = ({ category }: CategoryState) =>
    places.readBoxes(zongpai, { category, size: mostBoxesNamed }, deadline);
  const [recordedPlaces, ...boxPages] = await Promise.all([
    places.readPlaces(zongpai, deadline),
    ...states.map(readBoxesOf),
  ]);
  return states.map(({ category, boxed, evidenced }, index) => {
    const place = recordedPlaces.find((recorded) => recorded.category === category);
    const { boxes = [], cursor } = boxPages[index] ?? {};
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

const sentenceOf = (line: BlockedLine, { formats, attachment, accepts }: Site): string => {
  const { category, boxed_quantity, boxes, more, location, evidence } = line;
  const show = (scaled: number) => String(fromScaled(scaled, formats.quantity.decimals));
  const namedBoxes = boxes.map(({ box_no, quantity }) => `${box_no}: ${show(quantity)}`);
  if (more) namedBoxes.push(accepts.andMore);
  const reasons: string[] = [];
  if (boxed_quantity > 0) reasons.push(`${show(boxed_quantity)} [${namedBoxes.join(", ")}]`);
  if (location !== undefined) reasons.push(location);
  if (evidence) reasons.push(attachment.evidence.present);
  return reasons.length > 0 ? `${category} (${reasons.join(", ")})` : category;
};

/** The values of a refused removal, as one text for its message. */
export const textOfBlocked = (blocked: readonly BlockedLine[], site: Site): string =>
  blocked.map((line) => sentenceOf(line, site)).join("; ");
