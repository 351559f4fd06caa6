import type { InputField } from "../fields.ts";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";
import { wireNameOf } from "../site/wire-names.ts";

/** Rules between the fields of a request, which their own schemas do not say: a sentence, and JSON Schema where it can say it. */
type Between = { readonly sentence: string; readonly schema?: Readonly<Record<string, unknown>> };

/** Exactly one of a shelf code and off shelf; off shelf the site may allow a note in place of the code. */
const place = (site: Site): Between => {
  const { offShelfNote } = site.location;
  const { pattern } = site.formats.location;
  const location = String(wireNameOf("location", site));
  const off = String(wireNameOf("off_shelf", site));
  return {
    sentence: `\`${location}\` ${site.accepts.locationOrOffShelf}.`,
    schema: {
      anyOf: [
        {
          title: "on a shelf",
          required: [location],
          properties: { ...(offShelfNote ? { [location]: { pattern: pattern.source } } : {}), [off]: { const: false } },
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

const overview = (site: Site): Between => {
  const names = (...fields: InputField[]) => fields.map((field) => `\`${wireNameOf(field, site)}\``).join(", ");
  return {
    sentence: `At most one of ${names("zongpai", "location", "area", "off_shelf")} may be given. ${names("cursor")} comes from the page before, with the same filters, and never with ${names("zongpai")}.`,
  };
};

const between: Partial<Record<RouteId, (site: Site) => Between>> = {
  "post-trace-location": place,
  "post-attachment-location": place,
  "location-overview": overview,
  "put-attachment-config": (site) => ({ sentence: `\`${wireNameOf("entries", site)}\` ${site.accepts.categoryOnce}.` }),
};

/** The rules between a route's request fields on a site, if there are any. */
export const rulesBetween = (id: RouteId, site: Site): Between | undefined => between[id]?.(site);
