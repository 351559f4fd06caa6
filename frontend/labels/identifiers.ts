// The facts about GS1 application identifiers that both the reader and the service need.

/** The first two digits of an identifier give its length. */
const identifierPattern =
  /^(0[0-4]|1\d|2[0-2]|3[07]|9\d|(2[3-5]|4[0-2]|71)\d|(3[1-69]|43|7[02]|8[0-2])\d\d)/;

/** The application identifier at the start of the data, if there is one. */
export const identifierOf = (data: string): string | undefined => identifierPattern.exec(data)?.[0];

type LengthTable = readonly (readonly [identifiers: RegExp, length: number])[];
/** The length of values of an identifier in a table, if the table has one. */
export const lengthOf = (lengths: LengthTable, ai: string): number | undefined =>
  lengths.find(([identifiers]) => identifiers.test(ai))?.[1];

/** The lengths of values that need no FNC1 after them, because the identifier determines the length (section 7.8.5). */
export const predefinedLengths: LengthTable = [
  [/^00/, 18],
  [/^0[1-3]/, 14],
  [/^04/, 16],
  [/^1[1-9]|^3[1-6]/, 6],
  [/^20/, 2],
  [/^41/, 13],
];

/** The lengths of the GS1 keys at the start of values. The last digit of a key is its check digit. */
export const keyLengths: LengthTable = [
  [/^(00|801[78])$/, 18],
  [/^402$/, 17],
  [/^(0[1-3]|80(03|06|26))$/, 14],
  [/^(41[0-7]|25[35])$/, 13],
];

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

/** The values of an identifier as a regular expression without anchors. It does not verify the check digit. */
export const valuesOf = (ai: string): string => {
  const fixedLength = lengthOf(predefinedLengths, ai);
  const digits = lengthOf(keyLengths, ai) ?? fixedLength;
  const character = `[!"#%-?A-Z_a-z]`;
  if (digits === undefined) return `${character}{1,90}`;
  const rest = fixedLength === undefined ? `${character}{0,77}` : "";
  return `[0-9]{${digits}}${rest}`;
};
