import type { Between } from "../route-row.ts";

/**
 * Either a shelf code or off shelf; off shelf the site may allow a note instead of the code. Twice under `not`, which changes no verdict:
 * generated clients make classes of the parts of an `anyOf` that they see, and these would lack every other field.
 */
export const placeRule: Between = ({ accepts, formats, location: { offShelfNote } }, name) => {
  const location = name("location");
  const off = name("off_shelf");
  return {
    sentence: `\`${location}\` ${accepts.locationOrOffShelf}.`,
    schema: {
      not: {
        not: {
          anyOf: [
            {
              required: [location],
              properties: {
                [location]: offShelfNote ? { pattern: formats.location.pattern.source } : {},
                [off]: { const: false },
              },
            },
            {
              required: [off],
              properties: { [off]: { const: true }, ...(offShelfNote ? { [location]: { maxLength: offShelfNote.maxLength } } : {}) },
              ...(offShelfNote ? {} : { not: { required: [location], properties: { [location]: {} } } }),
            },
          ],
        },
      },
    },
  };
};
