import { hasCheckDigit } from "#labels/check-digit.ts";
import type { Site } from "./schema.ts";

/** Whether a request could name this code: it has the pattern of the format and, where the site says so, a right check digit. */
export const fitsFormat = (
  { pattern, checkDigit }: Pick<Site["formats"]["zongpai"], "pattern" | "checkDigit">,
  text: string,
): boolean => pattern.test(text) && (!checkDigit || hasCheckDigit(text));
