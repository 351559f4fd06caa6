import type { RemovalProtection } from "#lib/domain/attachment.ts";
import { type CategoryCap, capOf } from "#lib/domain/attachment-cap.ts";
import type { GoodsSeen } from "#lib/domain/box.ts";
import type { RepairedAttribute } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf, type CategoryCounters } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";

/** The counters in the goods row as scaled integers; `undefined` if the row has none. */
export type GoodsCounters = GoodsSeen & {
  readonly categories: ReadonlyMap<string, CategoryCounters>;
};

/** The counters, recounted from the rows of the goods. */
export type GoodsRecount = { boxed: number; readonly categories: Map<string, CategoryRecount> };

/** `largest`: the quantity of the largest entry. */
export type CategoryRecount = Readonly<{ boxed: number; largest: number; located: boolean }>;

export const emptyCategoryRecount: CategoryRecount = { boxed: 0, largest: 0, located: false };

/** A placeholder for the id of the repair's own operation, which is not recorded yet. */
export const idOfRepair = "the repair";

/** A site rule that a counter breaks although it agrees with the recount. A repair cannot fix it. */
type SiteRule = "capPassed" | "notConfigured";

/** A repair fixes only the first kinds. The others need a person. */
export type DifferenceKind = RepairedAttribute["kind"] | "order" | SiteRule | "unreadable";

/** An attribute with a wrong value. Quantities are scaled integers. An absent value is left out. */
export type AttributeDifference = Readonly<Omit<RepairedAttribute, "kind">> & {
  readonly kind: DifferenceKind;
};

/** A counter that differs from the recount or breaks a rule. */
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
  // No write changes the headroom that an earlier rule left, so a repair removes it.
  if (box.beyondOrdered === "allow")
    return [...faults, ...compareCounter("headroom", headroom, undefined)];
  // The ordered quantity is unknown before the first verification.
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
  // The first write of goods creates the headroom.
  return product === 0
    ? compareNumber("headroom", headroom, expected)
    : compareCounter("headroom", headroom, expected);
};

/** The fault of the evidence. It may be missing if the site also accepts a location as evidence. */
const evidenceFaults = (
  { evidence: found }: CategoryCounters,
  { boxed }: CategoryRecount,
  { flipsBack, realEvidence }: Site["attachment"],
): CounterFault[] => {
  if (flipsBack && boxed === 0) return compareCounter("evidence", found, undefined);
  const mayBeMissing = boxed === 0 || realEvidence.includes("location");
  return found !== undefined || mayBeMissing ? [] : compareCounter("evidence", found, idOfRepair);
};

/** The largest quantity of a category that a cap allows in all boxes or in one box; `undefined` if there is no limit. */
const capLimitOf = (
  cap: CategoryCap,
  configured: number | undefined,
  product: number,
  { goodsBelowUse }: Site["attachment"],
): number | undefined => {
  if ("most" in cap) return cap.most;
  if (cap.rule === "configured") return configured;
  return goodsBelowUse === "refuse" ? cap.perUnit * product : undefined;
};

/** The faults of a category with more in boxes than the site's cap allows. */
const capFaults = (
  { configured }: CategoryCounters,
  { boxed, largest }: CategoryRecount,
  product: number,
  cap: CategoryCap,
  { attachment }: Site,
): CounterFault[] => {
  const limit = capLimitOf(cap, configured, product, attachment);
  const found = cap.rule === "perBox" ? largest : boxed;
  return limit === undefined || found <= limit
    ? []
    : [{ rule: "capPassed", counter: "boxed", found, expected: limit }];
};

/** The faults of a category that the removal guard protects although it is not configured. */
const unconfiguredFaults = (
  { configured, evidence }: CategoryCounters,
  { boxed, located }: CategoryRecount,
  { attachment: { removalGuard, unconfiguredLocation } }: Site,
): CounterFault[] => {
  if (configured !== undefined) return [];
  const faultsByProtection: Readonly<Record<RemovalProtection, CounterFault[]>> = {
    boxed: boxed > 0 ? compareCounter("boxed", boxed, 0) : [],
    evidenced: compareCounter("evidence", evidence, undefined),
    located:
      located && unconfiguredLocation === "refuse"
        ? compareCounter("located", true, undefined)
        : [],
  };
  return removalGuard
    .flatMap((protection) => faultsByProtection[protection])
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
  const siteCategories = new Set(attachment.categories.map(({ code }) => code));
  const codes = new Set([
    ...siteCategories,
    ...counters.categories.keys(),
    ...recount.categories.keys(),
  ]);
  const productDifferences = productFaults(counters, recount, site).map(
    ({ counter, ...values }) => {
      const kind =
        counter === "headroom" ? ("productHeadroom" as const) : ("productBoxed" as const);
      return { kind, key, attribute: counter, zongpai, ...values };
    },
  );
  const categoryDifferences = (category: string): AttributeDifference[] => {
    const counted = counters.categories.get(category) ?? {};
    const recounted = recount.categories.get(category) ?? emptyCategoryRecount;
    const cap = capOf(category, site);
    const underRules = siteCategories.has(category)
      ? [
          ...headroomFaults(counted, recounted, recount.boxed, cap),
          ...capFaults(counted, recounted, recount.boxed, cap, site),
          ...unconfiguredFaults(counted, recounted, site),
        ]
      : [];
    const faults = [
      ...compareNumber("boxed", counted.boxed, recounted.boxed),
      ...underRules,
      ...compareCounter("located", counted.located, recounted.located || undefined),
      ...evidenceFaults(counted, recounted, attachment),
    ];
    return faults.map(({ counter, rule, ...values }) => {
      const attribute = attributesOf(category)[counter];
      return { kind: rule ?? counter, key, attribute, zongpai, category, ...values };
    });
  };
  return [...productDifferences, ...[...codes].flatMap(categoryDifferences)];
};
