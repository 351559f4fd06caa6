import { type AttachmentSettings, capOf, type GuardFact } from "../domain/attachment.ts";
import type { CategoryCounters } from "../store/attributes.ts";

/** The slice of a site that decides which counters are kept. */
export type AuditSettings = AttachmentSettings & {
  readonly box: { readonly beyondOrdered: "allow" | "refuse" };
  readonly attachment: { readonly goodsBelowUse: "allow" | "refuse" };
};

/** The counters of goods as they are recorded; scaled integers, absent where the row has none. */
export type Counters = {
  readonly ordered?: number;
  readonly boxed?: number;
  readonly headroom?: number;
  readonly categories: ReadonlyMap<string, CategoryCounters>;
};

/** What the items, entries and locations of goods say. */
export type Facts = { readonly boxed: number; readonly categories: ReadonlyMap<string, CategoryFacts> };

export type CategoryFacts = {
  readonly boxed: number;
  readonly located: boolean;
};

/** Stands in for an operation that is still to be recorded: the repair itself. */
export const theRepair = "the repair";

/**
 * One counter that is not what the facts say; `undefined` stands for an absent one. Without a category it is the product's. With a
 * `rule` the counter is right, and what it says should never have been recorded: no repair can know what is true.
 */
export type Fault = { readonly category?: string; readonly rule?: "capPassed" | "notConfigured" } & (
  | { readonly counter: "boxed" | "headroom"; readonly found: number | undefined; readonly expected: number | undefined }
  | { readonly counter: "located"; readonly found: boolean | undefined; readonly expected: true | undefined }
  | { readonly counter: "evidence"; readonly found: string | undefined; readonly expected: string | undefined }
);

const noFacts: CategoryFacts = { boxed: 0, located: false };

/** Of a number that ADD moves, an absent one is as good as 0. */
const moved = (counter: "boxed" | "headroom", found: number | undefined, expected: number): Fault[] =>
  (found ?? 0) === expected ? [] : [{ counter, found, expected }];

/** A headroom that the site's rule does not keep is a leftover of another rule: nothing moves it any more. */
const leftover = (found: number | undefined): Fault[] => (found === undefined ? [] : [{ counter: "headroom", found, expected: undefined }]);

const kept = (found: number | undefined, expected: number): Fault[] =>
  found === expected ? [] : [{ counter: "headroom", found, expected }];

const productFaults = ({ ordered, boxed, headroom }: Counters, facts: Facts, { box }: AuditSettings): Fault[] => {
  const faults = moved("boxed", boxed, facts.boxed);
  if (box.beyondOrdered === "allow") return [...faults, ...leftover(headroom)];
  // Before the first verification nobody knows what was ordered.
  return ordered === undefined ? faults : [...faults, ...kept(headroom, ordered - facts.boxed)];
};

const headroomFaults = (
  { configured, headroom }: CategoryCounters,
  { boxed }: CategoryFacts,
  product: number,
  { cap }: AuditSettings["attachment"],
): Fault[] => {
  if (cap.rule === "fixed") return leftover(headroom);
  if (cap.rule === "configured") return configured === undefined ? leftover(headroom) : kept(headroom, configured - boxed);
  const expected = cap.perUnit * product - boxed;
  // The first product write makes it; from then on an absent one would let goods be taken away from under their attachments.
  return product === 0 ? moved("headroom", headroom, expected) : kept(headroom, expected);
};

/**
 * Only what cannot be otherwise counts as a fault. Evidence stands by itself: the operation that it names may have left history.
 * Where it flips back, none may be left without entries; where a box alone makes it real, entries may not be without it. Where a
 * location belongs to the facts, its absence proves nothing: the attachment may have been shelved after its last entry.
 */
const evidenceFaults = (
  { evidence: found }: CategoryCounters,
  { boxed }: CategoryFacts,
  { flipsBack, realEvidence }: AuditSettings["attachment"],
): Fault[] => {
  const fault = (expected: string | undefined): Fault[] => (found === expected ? [] : [{ counter: "evidence", found, expected }]);
  if (flipsBack && boxed === 0) return fault(undefined);
  return found !== undefined || boxed === 0 || realEvidence.includes("location") ? [] : fault(theRepair);
};

/** The most that a site's writes let be boxed of a category; `undefined` where nothing bounds it. */
const mostBoxed = ({ configured }: CategoryCounters, product: number, site: AuditSettings): number | undefined => {
  const cap = capOf(site);
  if (cap.rule === "fixed") return cap.most;
  if (cap.rule === "configured") return configured;
  return site.attachment.goodsBelowUse === "refuse" ? cap.perUnit * product : undefined;
};

const passedCap = (counters: CategoryCounters, { boxed }: CategoryFacts, product: number, site: AuditSettings): Fault[] => {
  const most = mostBoxed(counters, product, site);
  return most === undefined || boxed <= most ? [] : [{ rule: "capPassed", counter: "boxed", found: boxed, expected: most }];
};

/** What the removal guard protects cannot have been removed from the configuration, and comes to be only in it. */
const unconfigured = ({ configured, evidence }: CategoryCounters, { boxed, located }: CategoryFacts, site: AuditSettings): Fault[] => {
  if (configured !== undefined) return [];
  const { removalGuard, unconfiguredLocation } = site.attachment;
  const rule = "notConfigured";
  const protects: Record<GuardFact, Fault[]> = {
    boxed: boxed > 0 ? [{ rule, counter: "boxed", found: boxed, expected: 0 }] : [],
    evidenced: evidence === undefined ? [] : [{ rule, counter: "evidence", found: evidence, expected: undefined }],
    located: located && unconfiguredLocation === "refuse" ? [{ rule, counter: "located", found: true, expected: undefined }] : [],
  };
  return removalGuard.flatMap((fact) => protects[fact]);
};

/** Every counter of goods that differs from what its facts say under the site's rules; none for goods as they should be. */
export const faultsOf = (counters: Counters, facts: Facts, site: AuditSettings): Fault[] => {
  const { attachment } = site;
  const ours = new Set(attachment.categories.map(({ code }) => code));
  const codes = new Set([...ours, ...counters.categories.keys(), ...facts.categories.keys()]);
  const ofCategory = (category: string): Fault[] => {
    const found = counters.categories.get(category) ?? {};
    const known = facts.categories.get(category) ?? noFacts;
    const faults: Fault[] = [
      ...moved("boxed", found.boxed, known.boxed),
      // A category that the site gave up is no longer counted against its goods.
      ...(ours.has(category)
        ? [
            ...headroomFaults(found, known, facts.boxed, attachment),
            ...passedCap(found, known, facts.boxed, site),
            ...unconfigured(found, known, site),
          ]
        : []),
      ...(found.located === (known.located || undefined)
        ? []
        : [{ counter: "located" as const, found: found.located, expected: known.located || undefined }]),
      ...evidenceFaults(found, known, attachment),
    ];
    return faults.map((fault) => ({ ...fault, category }));
  };
  return [...productFaults(counters, facts, site), ...[...codes].flatMap(ofCategory)];
};
