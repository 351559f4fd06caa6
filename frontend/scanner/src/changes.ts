/** A value in the JSON of DynamoDB. */
export type Attribute =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly BOOL: boolean }
  | { readonly L: readonly Attribute[] }
  | { readonly M: AttributeMap };
type AttributeMap = { readonly [name: string]: Attribute };

/** A recorded operation as a site sends it. Its schema is in the site's API description, under `webhooks`. */
export type Change = {
  readonly version: string;
  /** Unique among the operations of the same goods or box. */
  readonly id: string;
  /** One of the two is empty, because an operation is for goods or for a box. */
  readonly zongpai: string;
  readonly box_no: string;
  /** When the operation was recorded, in epoch milliseconds. */
  readonly instant: string;
  /** The number of decimals. Quantities are whole numbers in units of the last decimal. */
  readonly decimals: number;
  readonly event: AttributeMap;
  readonly who?: Attribute;
};

/** From the package's `site.js`: the site's field names, and its words for operations. */
export type ChangeSettings = {
  readonly names: Readonly<Record<string, string>>;
  readonly did: Readonly<Record<string, string>>;
};

type PlainFields = { readonly [name: string]: unknown };

/**
 * Formats a change as the site's history shows it, with its goods or its box. `before` is set only if the operation itself contains the
 * previous value.
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
