import { hasCheckDigit } from "./check-digit.ts";

/** What a site says of a code: a pattern, and whether the last digit is the check digit of GS1 keys. */
export type CodeFormat = {
  readonly pattern: RegExp | string;
  readonly flags?: string;
  readonly checkDigit?: boolean | undefined;
};

/** Whether a request could name this code. The service, the reader of labels, the pages and the commands all ask here. */
export const fitsFormat = ({ pattern, flags, checkDigit }: CodeFormat, code: string): boolean =>
  new RegExp(pattern, flags).test(code) && (!checkDigit || hasCheckDigit(code));
