import fc from "fast-check";
import { checkDigit } from "#labels/check-digit.ts";
import { commandCodes, type LabelCommand } from "#labels/command-codes.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";

/** FNC1 in the data of a label. */
export const fnc1 = "\u001d";

export const fields = ["zongpai", "box_no", "location"] as const;
export type FieldName = (typeof fields)[number];

/** What a label says. A foreign label says nothing. */
export type Truth = Readonly<
  Partial<Record<FieldName, string>> & { command?: LabelCommand; card?: string }
>;

/** A label as it was printed, with the AIM identifier of its symbol. */
export type Printed = Readonly<{
  is: "bare" | "gs1" | "link" | "foreign" | "card" | "command";
  text: string;
  symbology: string;
  says: Truth;
}>;

type Label = fc.Arbitrary<Printed>;

const formatOf = { zongpai: "zongpai", box_no: "boxNo", location: "location" } as const;
const counts = { zongpai: 60, box_no: 6, location: 14 } as const;

const withCheckDigit = (digits: string) => digits + checkDigit(digits);
const ssccs = [1, 2, 3, 4].map((number) => withCheckDigit(`3401234500000000${number}`));
const gtin = withCheckDigit("0400638133393");

/** Elements of GS1 that mean nothing to a warehouse. */
const others = [
  ["10", "LOT7A"],
  ["37", "12"],
  ["11", "261128"],
  ["400", "ORD55"],
] as const;
/** A separator follows each value that has no fixed length. */
const elementString = (elements: readonly (readonly [ai: string, value: string])[]) =>
  elements
    .map(([ai, value], at) => {
      const isFixed = /^(0|1[1-9])/.test(ai) || at === elements.length - 1;
      return ai + value + (isFixed ? "" : fnc1);
    })
    .join("");

/** Labels of suppliers and carriers, as they are on every parcel. */
const supplied = [
  ...["Q100", "Q7", "1P7722-ABC", "P7722-1", "SN123456", "S1234", "V10455", "K4711-2", "4LDE"],
  ...["96385074", "036000291452", "4006381333931", "14006381333938", "340123450000000018"],
  ...["https://example.org/p/7722", "2026-11-28", "1Z999AA10123456784"],
  `[)>\u001e06${fnc1}1P7722${fnc1}Q100\u001e\u0004`,
];
/** A quantity, an order or a batch. */
const numbers = fc
  .tuple(fc.constantFrom(1, 2, 3, 5, 6), fc.nat(999_999))
  .map(([length, number]) => String(number).padStart(6, "0").slice(-length));

const oneDimensional = fc.constantFrom("]A0", "]C0", "]d1", "]Q1");
const marked = fc.constantFrom("]C1", "]d2", "]Q3", "]e0");
const commands = ["shelve", "box", "attach", "look", "offShelf", "save", "cancel"] as const;
export const people = ["anna", "ben"] as const;

/** Draws labels of a site. `key`: the key on the cards of its people, if it has keys. */
export const labelsOf = (site: Site, key: string | undefined) => {
  const { scan, formats } = site;
  const values = (field: FieldName) => moreExamples(formats[formatOf[field]], counts[field]);
  const prefixOf = (field: FieldName) =>
    typeof scan.kinds === "object" ? scan.kinds[formatOf[field]] : "";

  const bare = (field: FieldName): Label =>
    fc.tuple(fc.constantFrom(...values(field)), oneDimensional).map(([value, symbology]) => {
      const text = prefixOf(field) + value;
      return { is: "bare", text, symbology, says: { [field]: value } };
    });
  /** The elements that have a field on this site, and the field's values. */
  const elementsOf = (field: FieldName) =>
    scan[formatOf[field]].flatMap(({ ai, before }) => {
      const known = values(field).filter((one) => one.startsWith(before));
      const data = ai === "00" ? ssccs : known.map((one) => one.slice(before.length));
      return data.map((one) => ({ field, element: [ai, one] as const, value: before + one }));
    });
  const used = new Set(fields.flatMap((field) => scan[formatOf[field]].map(({ ai }) => ai)));
  const fillers = others.filter(([ai]) => !used.has(ai));
  const gs1 = (...names: readonly FieldName[]): Label =>
    fc
      .tuple(
        fc.tuple(...names.map((field) => fc.constantFrom(...elementsOf(field)))),
        fc.subarray(fillers, { maxLength: 2 }),
        fc.boolean(),
        marked,
      )
      .map(([carried, more, isFirst, symbology]) => {
        const own = carried.map(({ element }) => element);
        const text = elementString(isFirst ? [...own, ...more] : [...more, ...own]);
        const says = Object.fromEntries(carried.map(({ field, value }) => [field, value]));
        return { is: "gs1", text, symbology, says };
      });
  const link = fc
    .tuple(fc.constantFrom(...values("zongpai")), fc.constantFrom(0, 1), fc.boolean())
    .map(([zongpai, without, hasQuery]): Printed => {
      const path = `01/${gtin.slice(without)}/21/${zongpai}${hasQuery ? "?10=LOT7" : ""}`;
      const text = `https://id.example.org/${path}`;
      return { is: "link", text, symbology: "]Q1", says: { zongpai } };
    });
  const hasLinks = scan.links && scan.zongpai.some(({ ai, before }) => ai + before === "21");
  const carries = (field: FieldName) => elementsOf(field).length > 0;

  /** A label with this field. */
  const labelOf = (field: FieldName): Label =>
    fc.oneof(
      { weight: scan.unmarked === "bare" ? 5 : 1, arbitrary: bare(field) },
      ...(carries(field) ? [{ weight: 5, arbitrary: gs1(field) }] : []),
      ...(hasLinks && field === "zongpai" ? [{ weight: 1, arbitrary: link }] : []),
    );
  const [zongpai, box_no, location] = fields.map(labelOf) as [Label, Label, Label];
  const foreign = (texts: fc.Arbitrary<string>): Label =>
    fc.tuple(texts, oneDimensional).map(([text, symbology]) => ({
      ...{ is: "foreign", text, symbology, says: {} },
    }));
  const number = foreign(numbers);
  const command = fc.constantFrom(...commands).map(
    (name): Printed => ({
      ...{ is: "command", text: commandCodes[name], symbology: "]C0", says: { command: name } },
    }),
  );
  const keys = fc.constantFrom(...Array(8).fill(key), "unknown-key-of-another-warehouse");
  const card = fc.tuple(fc.constantFrom(...people), keys).map(
    ([name, value]): Printed => ({
      ...{ is: "card", text: `key:${name}=${value}`, symbology: "]Q1", says: { card: name } },
    }),
  );
  const both = carries("box_no") && carries("zongpai") ? gs1("box_no", "zongpai") : number;
  const any = fc.oneof(
    { weight: 40, arbitrary: zongpai },
    { weight: 16, arbitrary: box_no },
    { weight: 16, arbitrary: location },
    { weight: 6, arbitrary: both },
    { weight: 8, arbitrary: foreign(fc.constantFrom(...supplied)) },
    { weight: 4, arbitrary: number },
    { weight: 9, arbitrary: command },
    { weight: key === undefined ? 0 : 3, arbitrary: card },
  );
  return { zongpai, box_no, location, number, any };
};
