import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import type { Field, Operation } from "../contract/description.ts";

type Json = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** Goods and boxes that the ERP of a run knows, in the site's formats. */
export type Known = { readonly goods: readonly string[]; readonly boxes: readonly string[] };

const knownSeed = 1_000_000;

/** So many different texts of a format, none of them one that chance makes of it soon. */
const textsOf = (pattern: RegExp, count: number): string[] => {
  const texts = fc
    .stringMatching(pattern, { size: "medium" })
    .filter((text) => text.length > 6 && text.length <= 60);
  return [...new Set(fc.sample(texts, { numRuns: count * 3, seed: knownSeed }))].slice(0, count);
};

export const knownOf = ({ formats }: Site, count: number): Known => ({
  goods: textsOf(formats.zongpai.pattern, count),
  boxes: textsOf(formats.boxNo.pattern, count),
});

/** Text that the schema of the description takes, or nearly: what it does not take is left out. */
const textOf = ({ pattern }: { pattern?: string }): fc.Arbitrary<string> =>
  // What only excludes characters is better met by the text that people write.
  pattern === undefined || pattern.startsWith("^[^")
    ? fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" })
    : fc.stringMatching(new RegExp(pattern, "u"));

const numberOf = (
  { minimum = 0, maximum = 1e6 }: { minimum?: number; maximum?: number },
  decimals: number,
) => {
  const scale = 10 ** decimals;
  const between = { min: Math.ceil(minimum * scale), max: Math.floor(maximum * scale) };
  const scaled = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.integer({
        min: between.min,
        max: Math.min(between.max, between.min + 20 * scale),
      }),
    },
    { weight: 2, arbitrary: fc.integer(between) },
    { weight: 1, arbitrary: fc.constantFrom(between.min, between.max) },
  );
  return scaled.map((value) => value / scale);
};

/** The past only: whether the future is taken is between the scanner's clock and the site. */
const instant = fc
  .tuple(
    fc.date({ min: new Date("2020-01-01"), max: new Date("2026-01-01"), noInvalidDate: true }),
    fc.constantFrom("Z", "+01:00", "-09:30"),
  )
  .map(([date, zone]) => date.toISOString().replace("Z", zone));

/** Valid values of a field. Goods and boxes are mostly those that the ERP knows, or a write would rarely get anywhere. */
const validOf = (
  field: Pick<Field, "name" | "schema">,
  site: Site,
  known: Known,
): fc.Arbitrary<unknown> => {
  const { schema, name } = field;
  const { decimals } = site.formats.quantity;
  const codes = site.attachment.categories.map(({ code }) => code);
  const { zongpai, box_no, to_box_no, category, location } = site.fields;
  const familiar =
    { [zongpai]: known.goods, [box_no]: known.boxes, [to_box_no]: known.boxes, [category]: codes }[
      name
    ] ?? [];
  if (familiar.length > 0)
    return fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...familiar.slice(0, 12)) },
      { weight: 1, arbitrary: textOf(schema) },
    );
  // Where a note may stand in its place, the description tells no pattern of a shelf code.
  if (name === location)
    return fc.oneof(fc.stringMatching(site.formats.location.pattern), textOf(schema));
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.type === "number" || schema.type === "integer") return numberOf(schema, decimals);
  if (schema.type === "boolean") return fc.boolean();
  if (schema.format === "date-time") return instant;
  if (schema.type === "array") {
    const { properties = {}, required = [] } = schema.items as {
      properties?: Record<string, Json>;
      required?: string[];
    };
    const entry = fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [
          name,
          validOf({ name, schema: inner }, site, known),
        ]),
      ),
      { requiredKeys: required },
    );
    // Each category once, as the description says in words.
    return fc.uniqueArray(entry, {
      maxLength: Number(schema.maxItems ?? 5),
      selector: (one) => String((one as Values)[site.fields.category]),
    });
  }
  return textOf(schema);
};

/** Out of a box into another, as the description says in words. */
const isMoved = (values: Values, { fields }: Site) =>
  !(fields.to_box_no in values) || values[fields.to_box_no] !== values[fields.box_no];

/** Valid requests of an operation: the required fields and any of the others. */
export const validFields = (
  operation: Operation,
  site: Site,
  known: Known,
): fc.Arbitrary<Values> => {
  const filters: string[] = [
    site.fields.zongpai,
    site.fields.location,
    site.fields.area,
    site.fields.off_shelf,
  ];
  // A cursor is the service's to make.
  const fields = operation.fields.filter(({ name }) => name !== site.fields.cursor);
  return fc
    .record(Object.fromEntries(fields.map((field) => [field.name, validOf(field, site, known)])), {
      requiredKeys: fields.filter(({ required }) => required).map(({ name }) => name),
    })
    .map((values): Values => {
      if (operation.id !== "location-overview") return values;
      // At most one filter, as the description says in words.
      const extra = filters.filter((name) => name in values).slice(1);
      return Object.fromEntries(Object.entries(values).filter(([name]) => !extra.includes(name)));
    })
    .filter((values) => operation.accepts(values) && isMoved(values, site));
};
