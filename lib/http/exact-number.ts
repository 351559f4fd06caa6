/** The significant digits: without sign, point, exponent, and zeros at either end. */
const digitsOf = (text: string): string =>
  text.replace(/[eE].*$|[-.]/g, "").replace(/^0+|0+$/g, "");

/** Whether a number in JSON keeps all its digits as a JavaScript number; one that overflows does not. */
export const isExact = (text: string): boolean => digitsOf(String(Number(text))) === digitsOf(text);
