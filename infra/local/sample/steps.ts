import { capOf } from "#lib/domain/attachment-cap.ts";
import { fromScaled } from "#lib/domain/value.ts";
import type { Condition } from "#lib/errors.ts";
import type { RouteId } from "#lib/route-ids.ts";
import { servedIds } from "#lib/served-ids.ts";
import type { Site } from "#lib/site/schema.ts";
import { keyAt } from "./sample-key.ts";
import { orderOf, type StoryLine, type StoryValues, storyLines } from "./story.ts";
import type { StoryThings } from "./story-things.ts";

/** An operation of the story on a site. No field is an instant: a later start, which resumes it, sends the same fields. */
export type StoryStep = {
  readonly key: string;
  /** Operations of other orders may be sent at the same time: no row is of two. */
  readonly order: number;
  /** Milliseconds before the start. */
  readonly ago: number;
  readonly who: string;
  readonly id: RouteId;
  /** In canonical names and wire units. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly refused: Condition | undefined;
};

/** `5d 2:30` is five days, two hours and thirty minutes. */
const millisecondsOf = (ago: string): number => {
  const [, days = "", hours = "", minutes = ""] = /^(\d+)d (\d+):(\d+)$/.exec(ago) ?? [];
  return ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000;
};

/** The site does not have a thing of the story: the operation is left out. */
class MissingThing extends Error {}

const orMissing = <Thing>(thing: Thing | undefined): Thing => {
  if (thing === undefined) throw new MissingThing();
  return thing;
};

const fieldsOn = (site: Site, { goods, boxes, shelves, unknownGoods }: StoryThings) => {
  const { least, most, decimals } = site.formats.quantity;
  const { offShelfNote } = site.location;
  const unit = 10 ** decimals;
  const categoryOf = (at: number) => orMissing(site.attachment.categories[at]).code;
  const boxOf = (at: number | undefined) => (at === undefined ? undefined : orMissing(boxes[at]));

  /** Rounded down, so that the parts are never more than the whole. */
  const amountOf = (scaled: number) =>
    Math.min(most, Math.max(least, fromScaled(Math.floor(scaled), decimals)));
  const codeOf = ({ goods: at, unknown: isUnknown }: StoryValues) => {
    if (isUnknown) return orMissing(unknownGoods);
    return at === undefined ? undefined : orMissing(goods[at]).code;
  };
  const orderedOf = ({ goods: at = 0 }: StoryValues) => orMissing(goods[at]).quantity;

  /** A quantity within the cap. The story boxes an attachment of one goods at most twice. */
  const withinCap = (scaled: number, category: string) => {
    const cap = capOf(category, site);
    if (cap.rule !== "fixed" && cap.rule !== "perBox") return amountOf(scaled);
    const limit = cap.rule === "fixed" ? cap.most / 2 : cap.most;
    return limit < least * unit ? orMissing<number>(undefined) : amountOf(Math.min(scaled, limit));
  };
  const scaledBeyond = (cap: ReturnType<typeof capOf>, ordered: number): number => {
    if (cap.rule === "configured") return ordered;
    if (cap.rule === "boxedGoods") return ordered * (cap.perUnit + 1);
    return cap.most + unit;
  };
  const beyondCap = (ordered: number, category: string) => {
    const cap = capOf(category, site);
    const scaled = scaledBeyond(cap, ordered);
    return scaled > most * unit ? orMissing<number>(undefined) : amountOf(scaled);
  };
  const quantityOf = (values: StoryValues, category: string | undefined) => {
    const scaled = (values.part ?? 0) * orderedOf(values);
    if (category === undefined) return amountOf(scaled);
    return values.beyondCap ? beyondCap(orderedOf(values), category) : withinCap(scaled, category);
  };
  const placeOf = ({ shelf, off }: StoryValues) => {
    if (shelf) {
      const inArea = orMissing(shelves[shelf[0] % shelves.length]);
      return { location: inArea[shelf[1] % inArea.length] };
    }
    if (off === undefined) return {};
    const takesNote = offShelfNote && off.length <= offShelfNote.maxLength;
    return { off_shelf: true, ...(takesNote && { location: off }) };
  };
  const entriesOf = (values: StoryValues) => {
    if (!values.config) return undefined;
    const entries = values.config.flatMap(([at, part]) => {
      const category = site.attachment.categories[at]?.code;
      return category ? [{ category, quantity: amountOf(part * orderedOf(values)) }] : [];
    });
    return entries.length > 0 || values.config.length === 0 ? entries : orMissing<never>(undefined);
  };

  return (values: StoryValues): StoryStep["fields"] => {
    const category = values.category === undefined ? undefined : categoryOf(values.category);
    const isCounted = values.part !== undefined || values.beyondCap;
    const fields = {
      box_no: boxOf(values.box),
      to_box_no: boxOf(values.to),
      zongpai: codeOf(values),
      category,
      quantity: isCounted ? quantityOf(values, category) : undefined,
      entries: entriesOf(values),
      ...placeOf(values),
    };
    return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  };
};

/** Whether the list of refusals will have it: only refusals of requests with a key are kept. */
const isListed = (refused: Condition, { routes, extensions, attachment }: Site): boolean =>
  routes.refusals !== false &&
  extensions.idempotencyKey !== false &&
  (refused !== "removalRefused" || attachment.removalGuard.includes("boxed"));

/** The story on a site, the earliest operation first, without the parts that the site or its ERP lacks. */
export const stepsOn = (site: Site, things: StoryThings): StoryStep[] => {
  const served = servedIds(site);
  const fieldsOf = fieldsOn(site, things);
  const stepOf = ([ago, who, id, values, refused]: StoryLine, at: number): StoryStep[] => {
    if (!served.includes(id) || (refused && !isListed(refused, site))) return [];
    try {
      const key = keyAt(at === storyLines.length - 1 ? "end" : at);
      const order = values.goods === undefined ? (values.box ?? 0) : orderOf(values.goods);
      return [{ key, order, ago: millisecondsOf(ago), who, id, fields: fieldsOf(values), refused }];
    } catch (error) {
      if (error instanceof MissingThing) return [];
      throw error;
    }
  };
  return storyLines.flatMap(stepOf).toSorted((one, other) => other.ago - one.ago);
};
