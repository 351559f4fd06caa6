import type { Protection } from "#lib/domain/attachment.ts";
import { type Cap, capOf } from "#lib/domain/attachment-cap.ts";
import type { GoodsSeen } from "#lib/domain/box.ts";
import type { RepairedAttribute } from "#lib/domain/events.ts";
import type { Site } from "#lib/site/schema.ts";
import { attributesOf, type CategoryCounters } from "#lib/store/categories.ts";
import { goodsKey } from "#lib/store/keys.ts";

/** The counters of goods as the goods row has them; scaled integers, `undefined` if the row has none. */
export type Counters = GoodsSeen & { readonly categories: ReadonlyMap<string, CategoryCounters> };

/** The same, counted again from the rows of the goods. */
export type Recount = { boxed: number; readonly categories: Map<string, CategoryRecount> };

/** `largest`: the quantity of the largest entry. */
export type CategoryRecount = Readonly<{ boxed: number; largest: number; located: boolean }>;

export const noRows: CategoryRecount = { boxed: 0, largest: 0, located: false };

/** In place of the id of an operation: the repair itself, which is not recorded yet. */
export const theRepair = "the repair";

/** Of a difference that no repair can mend: it breaks a rule of the site, and agrees with the recount. */
type Rule = "capPassed" | "notConfigured";

/** A repair fixes the first kinds; the others need a person. */
export type DifferenceKind = RepairedAttribute["kind"] | "order" | Rule | "unreadable";

/** One attribute of one row that is not what it should be. Quantities are scaled integers; an absent value is left out. */
export type Difference = Readonly<Omit<RepairedAttribute, "kind">> & {
  readonly kind: DifferenceKind;
};

/** A counter that differs from the recount, or breaks a rule. */
type Fault = Pick<Difference, "found" | "expected"> & {
  readonly counter: "boxed" | "headroom" | "located" | "evidence";
  readonly rule?: Rule;
};

const differs = (
  counter: Fault["counter"],
  found: Fault["found"],
  expected: Fault["expected"],
): Fault[] => (found === expected ? [] : [{ counter, found, expected }]);

// An absent number means 0.
const added = (counter: "boxed" | "headroom", found: number | undefined, expected: number) =>
  found === undefined && expected === 0 ? [] : differs(counter, found, expected);

const productFaults = (
  { ordered, boxed, headroom }: Counters,
  recount: Recount,
  { box }: Site,
): Fault[] => {
  const faults = added("boxed", boxed, recount.boxed);
  // What an earlier rule left no write changes any more.
  if (box.beyondOrdered === "allow")
    return [...faults, ...differs("headroom", headroom, undefined)];
  // Before the first verification nobody knows what was ordered.
  if (ordered === undefined) return faults;
  return [...faults, ...differs("headroom", headroom, ordered - recount.boxed)];
};

const headroomFaults = (
  { configured, headroom }: CategoryCounters,
  { boxed }: CategoryRecount,
  product: number,
  cap: Cap,
): Fault[] => {
  if ("most" in cap || (cap.rule === "configured" && configured === undefined))
    return differs("headroom", headroom, undefined);
  if (cap.rule === "configured") return differs("headroom", headroom, Number(configured) - boxed);
  const expected = cap.perUnit * product - boxed;
  // The first product write creates it.
  return product === 0
    ? added("headroom", headroom, expected)
    : differs("headroom", headroom, expected);
};

/** Where a location is evidence too, its absence may be right. */
const evidenceFaults = (
  { evidence: found }: CategoryCounters,
  { boxed }: CategoryRecount,
  { flipsBack, realEvidence }: Site["attachment"],
): Fault[] => {
  if (flipsBack && boxed === 0) return differs("evidence", found, undefined);
  return found !== undefined || boxed === 0 || realEvidence.includes("location")
    ? []
    : differs("evidence", found, theRepair);
};

/** More in boxes than the site's cap allows. */
const passedCap = (
  { configured }: CategoryCounters,
  { boxed, largest }: CategoryRecount,
  product: number,
  cap: Cap,
  { attachment }: Site,
): Fault[] => {
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
const unconfigured = (
  { configured, evidence }: CategoryCounters,
  { boxed, located }: CategoryRecount,
  { attachment: { removalGuard, unconfiguredLocation } }: Site,
): Fault[] => {
  if (configured !== undefined) return [];
  const protects: Readonly<Record<Protection, Fault[]>> = {
    boxed: boxed > 0 ? differs("boxed", boxed, 0) : [],
    evidenced: differs("evidence", evidence, undefined),
    located:
      located && unconfiguredLocation === "refuse" ? differs("located", true, undefined) : [],
  };
  return removalGuard
    .flatMap((protection) => protects[protection])
    .map((fault) => ({ ...fault, rule: "notConfigured" }));
};

/** The faults of all counters of the goods row. */
export const faultsOf = (
  zongpai: string,
  counters: Counters,
  recount: Recount,
  site: Site,
): Difference[] => {
  const { attachment } = site;
  const key = goodsKey(zongpai);
  const ours = new Set(attachment.categories.map(({ code }) => code));
  const codes = new Set([...ours, ...counters.categories.keys(), ...recount.categories.keys()]);
  const ofProduct = productFaults(counters, recount, site).map(({ counter, ...values }) => {
    const kind = counter === "headroom" ? ("productHeadroom" as const) : ("productBoxed" as const);
    return { kind, key, attribute: counter, zongpai, ...values };
  });
  const ofCategory = (category: string): Difference[] => {
    const counted = counters.categories.get(category) ?? {};
    const known = recount.categories.get(category) ?? noRows;
    const cap = capOf(category, site);
    const underRules = ours.has(category)
      ? [
          ...headroomFaults(counted, known, recount.boxed, cap),
          ...passedCap(counted, known, recount.boxed, cap, site),
          ...unconfigured(counted, known, site),
        ]
      : [];
    const faults = [
      ...added("boxed", counted.boxed, known.boxed),
      ...underRules,
      ...differs("located", counted.located, known.located || undefined),
      ...evidenceFaults(counted, known, attachment),
    ];
    return faults.map(({ counter, rule, ...values }) => {
      const attribute = attributesOf(category)[counter];
      return { kind: rule ?? counter, key, attribute, zongpai, category, ...values };
    });
  };
  return [...ofProduct, ...[...codes].flatMap(ofCategory)];
};
