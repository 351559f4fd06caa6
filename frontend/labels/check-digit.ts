/**
 * The check digit of a GS1 key: the digits are weighted 3 and 1 from the right, and the sum is filled up to a multiple of ten (section
 * 7.9.1).
 */
export const checkDigit = (digits: string): number => {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
};

/** Whether a text of digits ends with the check digit of those before it. */
export const hasCheckDigit = (text: string): boolean =>
  text.endsWith(String(checkDigit(text.slice(0, -1))));
