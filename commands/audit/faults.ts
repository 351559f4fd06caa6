import type { Protection } from "#lib/domain/attachment.ts";
import { type Cap, capOf } from "#lib/domain/attachment-cap.ts";
import type { GoodsSeen } from "#lib/domain/box.ts";
import type { Site } from "#lib/site/schema.ts";
import type { CategoryCounters } from "#lib/store/categories.ts";

/** The counters of goods as the goods row has them; scaled integers, `undefined` if the row has none. */
export type Counters = GoodsSeen & { readonly categories: ReadonlyMap<string, CategoryCounters> };

/** The same, counted again from the items, entries and locations of the goods. */
export type Recount = {
  readonly boxed: number;
  readonly categories: ReadonlyMap<string, CategoryRecount>;
};

export type CategoryRecount = {
  readonly boxed: number;
  /** The quantity of the largest entry. */
  readonly largest: number;
  readonly located: boolean;
};

/** In place of the id of an operation: the repair itself, which is not recorded yet. */
export const theRepair = "the repair";

/**
 * One counter that differs from the recount; `undefined` means an absent one. Without a category it is the product's. With a `rule` the
 * counter agrees with the recount, but the site's rules forbid what it says: no repair can know what is true.
 */
export type Fault = {
  readonly category?: string;
  readonly rule?: "capPassed" | "notConfigured";
} & (
  | {
      readonly counter: "boxed" | "headroom";
      readonly found: number | undefined;
      readonly expected: number | undefined;
    }
  | {
      readonly counter: "located";
      readonly found: boolean | undefined;
      readonly expected: true | undefined;
    }
  | {
      readonly counter: "evidence";
      readonly found: string | undefined;
      readonly expected: string | undefined;
    }
);

export const nothing: CategoryRecount = { boxed: 0, largest: 0, located: false };

/** For a number that ADD changes, an absent one means 0. */
const moved = (
  counter: "boxed" | "headroom",
  found: number | undefined,
  expected: number,
): Fault[] => ((found ?? 0) === expected ? [] : [{ counter, found, expected }]);

/** A headroom that the site's rule does not keep is left from an earlier rule: no write changes it any more. */
const leftover = (found: number | undefined): Fault[] =>
  found === undefined ? [] : [{ counter: "headroom", found, expected: undefined }];

const kept = (found: number | undefined, expected: number): Fault[] =>
  found === expected ? [] : [{ counter: "headroom", found, expected }];

const productFaults = (
  { ordered, boxed, headroom }: Counters,
  recount: Recount,
  { box }: Site,
): Fault[] => {
  const faults = moved("boxed", boxed, recount.boxed);
  if (box.beyondOrdered === "allow") return [...faults, ...leftover(headroom)];
  // Before the first verification nobody knows what was ordered.
  return ordered === undefined ? faults : [...faults, ...kept(headroom, ordered - recount.boxed)];
};

const headroomFaults = (
  { configured, headroom }: CategoryCounters,
  { boxed }: CategoryRecount,
  product: number,
  cap: Cap,
): Fault[] => {
  if ("most" in cap) return leftover(headroom);
  if (cap.rule === "configured")
    return configured === undefined ? leftover(headroom) : kept(headroom, configured - boxed);
  const expected = cap.perUnit * product - boxed;
  // The first product write creates it. If it is missing later, deletions would no longer be checked.
  return product === 0 ? moved("headroom", headroom, expected) : kept(headroom, expected);
};

/**
 * Only what is certainly wrong is a fault. The operation that evidence names is not looked for: history may have deleted it.
 * If the site flips evidence back, it is wrong without entries. If a box alone makes evidence real, entries without it are wrong. If a
 * location is also needed, missing evidence proves nothing: the attachment may have been shelved after its last entry.
 */
const evidenceFaults = (
  { evidence: found }: CategoryCounters,
  { boxed }: CategoryRecount,
  { flipsBack, realEvidence }: Site["attachment"],
): Fault[] => {
  const fault = (expected: string | undefined): Fault[] =>
    found === expected ? [] : [{ counter: "evidence", found, expected }];
  if (flipsBack && boxed === 0) return fault(undefined);
  return found !== undefined || boxed === 0 || realEvidence.includes("location")
    ? []
    : fault(theRepair);
};

/** The most of a category that a site allows in boxes; `undefined` if there is no limit. */
const mostBoxed = (
  { configured }: CategoryCounters,
  product: number,
  cap: Cap,
  site: Site,
): number | undefined => {
  if ("most" in cap) return cap.most;
  if (cap.rule === "configured") return configured;
  return site.attachment.goodsBelowUse === "refuse" ? cap.perUnit * product : undefined;
};

/** Whether one entry has more than a box may hold; a sum of entries does not tell it. */
export const passesCap = (category: string, quantity: number, site: Site): boolean => {
  const cap = capOf(category, site);
  return cap.rule === "perBox" && quantity > cap.most;
};

const passedCap = (
  counters: CategoryCounters,
  recount: CategoryRecount,
  product: number,
  cap: Cap,
  site: Site,
): Fault[] => {
  const most = mostBoxed(counters, product, cap, site);
  const found = cap.rule === "perBox" ? recount.largest : recount.boxed;
  return most === undefined || found <= most
    ? []
    : [{ rule: "capPassed", counter: "boxed", found, expected: most }];
};

/** What the removal guard protects can only exist while its category is configured, so without a configuration it is a fault. */
const unconfigured = (
  { configured, evidence }: CategoryCounters,
  { boxed, located }: CategoryRecount,
  site: Site,
): Fault[] => {
  if (configured !== undefined) return [];
  const { removalGuard, unconfiguredLocation } = site.attachment;
  const rule = "notConfigured";
  const protects: Record<Protection, Fault[]> = {
    boxed: boxed > 0 ? [{ rule, counter: "boxed", found: boxed, expected: 0 }] : [],
    evidenced:
      evidence === undefined
        ? []
        : [{ rule, counter: "evidence", found: evidence, expected: undefined }],
    located:
      located && unconfiguredLocation === "refuse"
        ? [{ rule, counter: "located", found: true, expected: undefined }]
        : [],
  };
  return removalGuard.flatMap((protection) => protects[protection]);
};

/** Every fault of the counters of goods under the site's rules; none for goods that are right. */
export const faultsOf = (counters: Counters, recount: Recount, site: Site): Fault[] => {
  const { attachment } = site;
  const ours = new Set(attachment.categories.map(({ code }) => code));
  const codes = new Set([...ours, ...counters.categories.keys(), ...recount.categories.keys()]);
  const ofCategory = (category: string): Fault[] => {
    const counted = counters.categories.get(category) ?? {};
    const known = recount.categories.get(category) ?? nothing;
    const cap = capOf(category, site);
    const faults: Fault[] = [
      ...moved("boxed", counted.boxed, known.boxed),
      // For a category that the site has given up, caps and configuration are no longer checked.
      ...(ours.has(category)
        ? [
            ...headroomFaults(counted, known, recount.boxed, cap),
            ...passedCap(counted, known, recount.boxed, cap, site),
            ...unconfigured(counted, known, site),
          ]
        : []),
      ...(counted.located === (known.located || undefined)
        ? []
        : [
            {
              counter: "located" as const,
              found: counted.located,
              expected: known.located || undefined,
            },
          ]),
      ...evidenceFaults(counted, known, attachment),
    ];
    return faults.map((fault) => ({ ...fault, category }));
  };
  return [...productFaults(counters, recount, site), ...[...codes].flatMap(ofCategory)];
};
