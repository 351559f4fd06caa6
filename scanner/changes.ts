/** A value in the JSON of DynamoDB. */
export type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly L: readonly Attribute[] }
  | { readonly M: AttributeMap };
type AttributeMap = { readonly [name: string]: Attribute };

/** A recorded operation as a site sends it; its schema is in the description of the site's API, under `webhooks`. */
export type Change = {
  readonly version: string;
  /** Identifies the operation among the operations of the same goods, or of the same box. */
  readonly id: string;
  /** One of the two is empty: an operation is of goods, or of a box by itself. */
  readonly zongpai: string;
  readonly box_no: string;
  /** When it was recorded, epoch milliseconds. */
  readonly instant: string;
  /** Quantities are whole numbers of the last of so many decimals. */
  readonly decimals: number;
  readonly event: AttributeMap;
  readonly who?: Attribute;
};

/** From `site.js` of the package: the site's names of fields, and its words for what was done. */
export type ChangeSettings = {
  readonly names: Readonly<Record<string, string>>;
  readonly did: Readonly<Record<string, string>>;
};

type PlainFields = { readonly [name: string]: unknown };

/**
 * The line that the site's history has of a change, with its goods or its box; `before` only where the operation itself says what there was.
 * @throws Error if the change has another version than this package
 */
export const historyLine = (
  { version, zongpai, box_no, instant, decimals, event, who }: Change,
  { names, did }: ChangeSettings,
): Record<string, unknown> => {
  if (version !== "2") throw new Error(`A change of version ${version} is not known here.`);

  const toIso = (milliseconds: unknown) => new Date(Number(milliseconds)).toISOString();
  const toAmount = (scaled: unknown) => Number(`${scaled}e-${decimals}`);
  const convertField = (name: string, value: unknown): unknown => {
    if (name === "registered_at" || name === "recorded_at") return toIso(value);
    return name === "quantity" ? toAmount(value) : renameWithin(value);
  };
  const renameWithin = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(renameWithin);
    return typeof value === "object" && value !== null ? renameFields(value) : value;
  };
  const renameFields = (fields: object) => {
    const present = Object.entries(fields).filter(([, value]) => value !== undefined);
    const renamed = present.map(([name, value]) => [
      names[name] ?? name,
      convertField(name, value),
    ]);
    return Object.fromEntries(renamed);
  };

  const { kind, scanned_at, from, to, left, quantity, corrections: _, ...rest } = fieldsOf(event);
  const leftBefore = left === undefined ? undefined : Number(left) + Number(quantity);
  const quantityBefore = from ?? leftBefore;
  return renameFields({
    zongpai: zongpai || undefined,
    box_no: box_no || undefined,
    recorded_at: instant,
    who: who && plainOf(who),
    did: did[rest.stays ? "late" : String(kind)],
    ...rest,
    quantity: to ?? quantity,
    cleared: kind === "cleared" ? true : undefined,
    registered_at: scanned_at,
    before: quantityBefore === undefined ? undefined : { quantity: quantityBefore },
  });
};

const plainOf = (attribute: Attribute): unknown => {
  if ("M" in attribute) return fieldsOf(attribute.M);
  if ("L" in attribute) return attribute.L.map(plainOf);
  if ("N" in attribute) return Number(attribute.N);
  return "S" in attribute ? attribute.S : attribute.BOOL;
};

const fieldsOf = (event: AttributeMap): PlainFields =>
  Object.fromEntries(Object.entries(event).map(([name, value]) => [name, plainOf(value)]));
