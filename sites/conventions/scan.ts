import { defineConvention } from "#lib/site/convention.ts";
import type { Site } from "#lib/site/schema.ts";

type QuantityFormat = Site["formats"]["quantity"];
type ScannedNumber = "boxNo" | "zongpai" | "location";

/**
 * A handheld that sends AIM identifiers and ends with a control character. A label is bare or has GS1 element strings; bare labels
 * differ by their formats. No code is another code twice.
 * @param identifiers which of GS1's have each number
 */
export const gs1Handheld = (identifiers: Pick<Site["scan"], ScannedNumber>): Site["scan"] => ({
  ...defineConvention<Omit<Site["scan"], ScannedNumber>>("gs1Handheld", {
    symbologies: ["]A0", "]C0", "]C1", "]d1", "]d2", "]Q1", "]Q3"],
    separators: ["GS"],
    trailing: ["CR", "LF", "TAB"],
    unmarked: "bare",
    links: true,
    kinds: "formats",
    doubles: [],
  }),
  ...identifiers,
});

/** The same handheld, but a label is bare: it holds a code and nothing else. */
export const bareLabels = defineConvention<Site["scan"]>("bareLabels", {
  ...gs1Handheld({ boxNo: [], zongpai: [], location: [] }),
  links: false,
});

/** Whole numbers from 1. */
export const wholeQuantity = ({ most }: Pick<QuantityFormat, "most">): QuantityFormat => ({
  ...defineConvention("wholeQuantity", { least: 1, decimals: 0 }),
  most,
  accepts: `must be a whole number from 1 to ${most}`,
});

/**
 * Evidence is a box entry. A category that is boxed or located is not removed. One that is not configured is neither located nor capped.
 */
export const boxedEvidence = defineConvention("boxedEvidence", {
  realEvidence: ["box"],
  offShelfIsLocated: false,
  flipsBack: false,
  cap: { rule: "configured" },
  unquantified: "uncapped",
  removalGuard: ["boxed", "located"],
  unconfiguredLocation: "refuse",
  goodsBelowUse: "refuse",
} satisfies Partial<Site["attachment"]>);
