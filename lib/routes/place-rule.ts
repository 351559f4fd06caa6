import type { Between } from "../route-row.ts";

/** Either a shelf code or off shelf; off shelf the site may allow a note instead of the code. */
export const placeRule: Between = ({ accepts, formats, location: { offShelfNote } }, name) => {
  const location = name("location");
  const off = name("off_shelf");
  return {
    sentence: `\`${location}\` ${accepts.locationOrOffShelf}.`,
    schema: {
      anyOf: [
        {
          title: "on a shelf",
          required: [location],
          properties: { ...(offShelfNote ? { [location]: { pattern: formats.location.pattern.source } } : {}), [off]: { const: false } },
        },
        {
          title: "off the shelf",
          required: [off],
          properties: { [off]: { const: true }, ...(offShelfNote ? { [location]: { maxLength: offShelfNote.maxLength } } : {}) },
          ...(offShelfNote ? {} : { not: { required: [location], properties: { [location]: {} } } }),
        },
      ],
    },
  };
};
