import { toScaled } from "#lib/domain/value.ts";
import site from "#site";

/** The service takes a quantity within the site's range and decimals; any other is refused and leaves nothing in the box. */
export const acceptable = (quantity: number): boolean => {
  const { least, most, decimals } = site.formats.quantity;
  return quantity >= least && quantity <= most && toScaled(quantity, decimals) !== undefined;
};
