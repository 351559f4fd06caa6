import type { Site } from "../site/schema.ts";
import type { CrossFieldRule, ExampleValues, RouteExamples } from "./route.ts";

/**
 * Either a shelf code or off shelf, perhaps with a note. The schema lists the refused combinations under `not`. From an `anyOf`, generators
 * of clients would make classes that lack the other fields.
 */
export const placeRule: CrossFieldRule = (site, wireName) => {
  const { offShelfNote, otherAreas } = site.location;
  const location = wireName("location");
  const areaSentence = otherAreas === "count" ? "" : `; ${otherAreas.says}`;
  const hasField = (field: string, value: object = {}) => ({
    required: [field],
    properties: { [field]: value },
  });
  const longerThanNote = offShelfNote ? { minLength: offShelfNote.maxLength + 1 } : {};
  const shelfCode = offShelfNote ? { pattern: site.formats.location.pattern.source } : {};
  return {
    sentence: `\`${location}\` ${site.accepts.locationOrOffShelf}${areaSentence}.`,
    schema: {
      not: {
        if: hasField(wireName("off_shelf"), { const: true }),
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: hasField(location, longerThanNote),
        else: { not: hasField(location, shelfCode) },
      },
    },
  };
};

/** Whether a place is registered only of goods that the ERP knows. */
export const isUnknownGoodsRefused = ({ location }: Site): boolean =>
  location.unknownGoods === "refuse";

/** The examples of a registration, on a shelf and off it. */
export const placeExamplesOf = (
  registered: RouteExamples["response"],
  { location, instant }: ExampleValues,
): RouteExamples => ({
  requests: {
    "on a shelf": { ...registered, location },
    "off the shelf": { ...registered, off_shelf: true },
  },
  response: { ...registered, location, off_shelf: false, registered_at: instant },
});
