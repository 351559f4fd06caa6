import type { RemovalProtection } from "#lib/domain/attachment.ts";
import { type CategoryCap, capOf } from "#lib/domain/attachment-cap.ts";
import type { GoodsSeen } from "#lib/domain/box.ts";
import type { RepairedAttribute } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf, type CategoryCounters } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";

/** The counters of goods as the goods row has them; scaled integers, `undefined` if the row has none. */
export type GoodsCounters = GoodsSeen & {
  readonly categories: ReadonlyMap<string, CategoryCounters>;
};

/** The same, counted again from the rows of the goods. */
export type GoodsRecount = { boxed: number; readonly categories: Map<string, CategoryRecount> };

/** `largest`: the quantity of the largest entry. */
export type CategoryRecount = Readonly<{ boxed: number; largest: number; located: boolean }>;

export const emptyCategoryRecount: CategoryRecount = { boxed: 0, largest: 0, located: false };

/** In place of the id of an operation: the repair itself, which is not recorded yet. */
export const idOfRepair = "the repair";

/** Of a difference that no repair can mend: it breaks a rule of the site, and agrees with the recount. */
type SiteRule = "capPassed" | "notConfigured";

/** A repair fixes the first kinds; the others need a person. */
export type DifferenceKind = RepairedAttribute["kind"] | "order" | SiteRule | "unreadable";

/** One attribute of one row that is not what it should be. Quantities are scaled integers; an absent value is left out. */
export type AttributeDifference = Readonly<Omit<RepairedAttribute, "kind">> & {
  readonly kind: DifferenceKind;
};

/** A counter that differs from the recount, or breaks a rule. */
type CounterFault = Pick<AttributeDifference, "found" | "expected"> & {
  readonly counter: "boxed" | "headroom" | "located" | "evidence";
  readonly rule?: SiteRule;
};

const compareCounter = (
  counter: CounterFault["counter"],
  found: CounterFault["found"],
  expected: CounterFault["expected"],
): CounterFault[] => (found === expected ? [] : [{ counter, found, expected }]);

// An absent number means 0.
const compareNumber = (
  counter: "boxed" | "headroom",
  found: number | undefined,
  expected: number,
) => (found === undefined && expected === 0 ? [] : compareCounter(counter, found, expected));

const productFaults = (
  { ordered, boxed, headroom }: GoodsCounters,
  recount: GoodsRecount,
  { box }: Site,
): CounterFault[] => {
  const faults = compareNumber("boxed", boxed, recount.boxed);
  // What an earlier rule left no write changes any more.
  if (box.beyondOrdered === "allow")
    return [...faults, ...compareCounter("headroom", headroom, undefined)];
  // Before the first verification nobody knows what was ordered.
  if (ordered === undefined) return faults;
  return [...faults, ...compareCounter("headroom", headroom, ordered - recount.boxed)];
};

const headroomFaults = (
  { configured, headroom }: CategoryCounters,
  { boxed }: CategoryRecount,
  product: number,
  cap: CategoryCap,
): CounterFault[] => {
  if ("most" in cap || (cap.rule === "configured" && configured === undefined))
    return compareCounter("headroom", headroom, undefined);
  if (cap.rule === "configured")
    return compareCounter("headroom", headroom, Number(configured) - boxed);
  const expected = cap.perUnit * product - boxed;
  // The first product write creates it.
  return product === 0
    ? compareNumber("headroom", headroom, expected)
    : compareCounter("headroom", headroom, expected);
};

/** Where a location is evidence too, its absence may be right. */
const evidenceFaults = (
  { evidence: found }: CategoryCounters,
  { boxed }: CategoryRecount,
  { flipsBack, realEvidence }: Site["attachment"],
): CounterFault[] => {
  if (flipsBack && boxed === 0) return compareCounter("evidence", found, undefined);
  return found !== undefined || boxed === 0 || realEvidence.includes("location")
    ? []
    : compareCounter("evidence", found, idOfRepair);
};

/** More in boxes than the site's cap allows. */
const capFaults = (
  { configured }: CategoryCounters,
  { boxed, largest }: CategoryRecount,
  product: number,
  cap: CategoryCap,
  { attachment }: Site,
): CounterFault[] => {
  const ofGoods = (perUnit: number) =>
    attachment.goodsBelowUse === "refuse" ? perUnit * product : undefined;
  const most =
    "most" in cap ? cap.most : cap.rule === "configured" ? configured : ofGoods(cap.perUnit);
  const found = cap.rule === "perBox" ? largest : boxed;
  return most === undefined || found <= most
    ? []
    : [{ rule: "capPassed", counter: "boxed", found, expected: most }];
};

/** What the removal guard protects exists only while its category is configured. */
const unconfiguredFaults = (
  { configured, evidence }: CategoryCounters,
  { boxed, located }: CategoryRecount,
  { attachment: { removalGuard, unconfiguredLocation } }: Site,
): CounterFault[] => {
  if (configured !== undefined) return [];
  const protects: Readonly<Record<RemovalProtection, CounterFault[]>> = {
    boxed: boxed > 0 ? compareCounter("boxed", boxed, 0) : [],
    evidenced: compareCounter("evidence", evidence, undefined),
    located:
      located && unconfiguredLocation === "refuse"
        ? compareCounter("located", true, undefined)
        : [],
  };
  return removalGuard
    .flatMap((protection) => protects[protection])
    .map((fault) => ({ ...fault, rule: "notConfigured" }));
};

/** The faults of all counters of the goods row. */
export const counterFaults = (
  zongpai: string,
  counters: GoodsCounters,
  recount: GoodsRecount,
  site: Site,
): AttributeDifference[] => {
  const { attachment } = site;
  const key = goodsKey(zongpai);
  const ours = new Set(attachment.categories.map(({ code }) => code));
  const codes = new Set([...ours, ...counters.categories.keys(), ...recount.categories.keys()]);
  const ofProduct = productFaults(counters, recount, site).map(({ counter, ...values }) => {
    const kind = counter === "headroom" ? ("productHeadroom" as const) : ("productBoxed" as const);
    return { kind, key, attribute: counter, zongpai, ...values };
  });
  const ofCategory = (category: string): AttributeDifference[] => {
    const counted = counters.categories.get(category) ?? {};
    const known = recount.categories.get(category) ?? emptyCategoryRecount;
    const cap = capOf(category, site);
    const underRules = ours.has(category)
      ? [
          ...headroomFaults(counted, known, recount.boxed, cap),
          ...capFaults(counted, known, recount.boxed, cap, site),
          ...unconfiguredFaults(counted, known, site),
        ]
      : [];
    const faults = [
      ...compareNumber("boxed", counted.boxed, known.boxed),
      ...underRules,
      ...compareCounter("located", counted.located, known.located || undefined),
      ...evidenceFaults(counted, known, attachment),
    ];
    return faults.map(({ counter, rule, ...values }) => {
      const attribute = attributesOf(category)[counter];
      return { kind: rule ?? counter, key, attribute, zongpai, category, ...values };
    });
  };
  return [...ofProduct, ...[...codes].flatMap(ofCategory)];
};
