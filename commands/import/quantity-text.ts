/** How a file writes the decimal mark of a number. */
export const decimalMarks = [".", ","] as const;
export type DecimalMark = (typeof decimalMarks)[number];

const numberPattern = /^(\d+)(?:([.,])(\d+))?$/;

/**
 * The quantity in a cell. Zeros behind the site's decimals do not count. Text that is no number stays text, which the service refuses.
 * `fault`: why it is not known which number the cell means. Exactly three digits after one mark may be decimals or thousands.
 */
export const quantityIn = (
  text: string,
  mark: DecimalMark,
  decimals: number,
): { readonly value: number | string; readonly fault?: string } => {
  if (mark === "," && text.includes("."))
    return { value: text, fault: `${text} has a dot, but --decimal says a comma` };
  const [, whole, foundMark = mark, digits = ""] = numberPattern.exec(text) ?? [];
  if (whole === undefined || foundMark !== mark) return { value: text };
  if (digits.length === 3)
    return {
      value: text,
      fault: `${text} is ambiguous: write ${whole}${digits} or ${whole}${mark}${digits}0`,
    };
  const isExact = /^0*$/.test(digits.slice(decimals));
  return { value: isExact ? Number(`${whole}.${digits.slice(0, decimals)}`) : text };
};
