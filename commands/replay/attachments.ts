import { toScaled } from "#lib/domain/value.ts";
import site from "../../sites/demo.ts";
import { numberIn, type Row } from "./files.ts";
import type { Goods } from "./goods.ts";

/** The service takes a quantity within the site's range and decimals; any other is refused and leaves nothing in the box. */
export const acceptable = (quantity: number): boolean => {
  const { least, most, decimals } = site.formats.quantity;
  return quantity >= least && quantity <= most && toScaled(quantity, decimals) !== undefined;
};

/** What happens to some attachments after the boxing: a try to box beyond the cap, a correction, or a deletion. */
export type Extra = "overCap" | "correction" | "deletion";

/** The attachment of one line: as many are configured as goods were ordered, as many packed as came of them. */
export type Attachment = {
  readonly goods: Goods;
  readonly category: string;
  readonly configured: number;
  readonly packed: number;
  readonly extra?: Extra;
};

/**
 * The category of a product's attachment. A subcategory decides, modulo the site's categories. Four of five lines are of products
 * without one; for these the product's number decides, modulo one more than the categories: the last remainder has no attachment.
 */
const categoryOf = (product: Row<"Product.csv">): string | undefined => {
  const codes = site.attachment.categories.map(({ code }) => code);
  if (product.ProductSubcategoryID.trim() !== "") return codes[numberIn("Product.csv", product, "ProductSubcategoryID") % codes.length];
  return codes[numberIn("Product.csv", product, "ProductID") % (codes.length + 1)];
};

/** A quantity that no headroom ever reaches, so that the try is refused however often, and whenever, it is sent. */
export const overCap = ({ configured }: Attachment): number => configured + 1;

export const corrected = ({ packed }: Attachment): number => packed - 1;

/**
 * By the line's own number, so that a second replay does the same: 1 line in 10 tries to pass the cap, 1 in 10 is corrected, 1 in 20
 * deleted. No line has two of them: the refusal over the cap names the headroom, and must stay the same when it is sent again.
 */
const extraOf = (line: number): Extra | undefined => {
  if (line % 10 === 7) return "overCap";
  if (line % 10 === 5) return "correction";
  return line % 20 === 8 ? "deletion" : undefined;
};

/** What must be possible for it: the quantity of the try is one that the service reads, and there is an entry to change. */
const possible: Record<Extra, (attachment: Attachment) => boolean> = {
  overCap: (attachment) => acceptable(overCap(attachment)),
  correction: (attachment) => acceptable(attachment.packed) && acceptable(corrected(attachment)),
  deletion: ({ packed }) => acceptable(packed),
};

/** The attachment of a line, if its product has one; `line` is the line's number in the files. */
export const attachmentOf = (goods: Goods, line: number, product: Row<"Product.csv">): Attachment | undefined => {
  const { ordered, received } = goods;
  const category = categoryOf(product);
  if (category === undefined || !acceptable(ordered)) return undefined;
  const attachment = { goods, category, configured: ordered, packed: Math.min(received, ordered) };
  const extra = extraOf(line);
  return extra && possible[extra](attachment) ? { ...attachment, extra } : attachment;
};

/**
 * What must be found of an attachment in the end, by the demo site's rules: the configured quantity is the cap, a box entry is
 * evidence, and evidence does not flip back when the entry is deleted.
 */
export const endOf = (attachment: Attachment) => {
  const { configured, packed, extra } = attachment;
  const evidenced = acceptable(packed);
  const left = { overCap: packed, correction: corrected(attachment), deletion: 0, none: packed }[extra ?? "none"];
  const boxed = evidenced ? left : 0;
  return { boxed, headroom: configured - boxed, evidenced };
};
