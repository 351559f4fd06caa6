import type { Site } from "../site/schema.ts";
import type { CrossFieldRule, ExampleValues, RouteExamples } from "./route.ts";

/**
 * Either a shelf code or off shelf, perhaps with a note. The schema says under `not` what is refused, because of an `anyOf` generated clients
 * make classes that lack every other field.
 */
export const placeRule: CrossFieldRule = ({ accepts, formats, location: answers }, name) => {
  const { offShelfNote, otherAreas } = answers;
  const [location, off] = [name("location"), name("off_shelf")];
  const has = (field: string, value: object = {}) => ({
    required: [field],
    properties: { [field]: value },
  });
  return {
    sentence: `\`${location}\` ${accepts.locationOrOffShelf}${otherAreas === "count" ? "" : `; ${otherAreas.says}`}.`,
    schema: {
      not: {
        if: has(off, { const: true }),
        // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
        then: has(location, offShelfNote ? { minLength: offShelfNote.maxLength + 1 } : {}),
        else: {
          not: has(location, offShelfNote ? { pattern: formats.location.pattern.source } : {}),
        },
      },
    },
  };
};

/** Whether a place is registered only of goods that the ERP knows. */
export const isUnknownGoodsRefused = ({ location }: Site): boolean =>
  location.unknownGoods === "refuse";

/** The examples of a registration: what is registered, on a shelf and off it. */
export const placeExamplesOf = (
  of: RouteExamples["response"],
  { location, instant }: ExampleValues,
): RouteExamples => ({
  requests: { "on a shelf": { ...of, location }, "off the shelf": { ...of, off_shelf: true } },
  response: { ...of, location, off_shelf: false, registered_at: instant },
});
