/** The digits that count: without sign, point, exponent and the zeros around them. */
const digitsOf = (text: string): string => text.replace(/[eE].*$|[-.]/g, "").replace(/^0+|0+$/g, "");

/** Whether a number, as JSON writes it, keeps all its digits when it becomes one of JavaScript's; one that overflows does not. */
export const isExact = (text: string): boolean => digitsOf(String(Number(text))) === digitsOf(text);
