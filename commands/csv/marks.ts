/** What a spreadsheet would take for a formula, also behind marks. */
const formula = /^'*[=+\-@\t\r＝＋－＠]/;

/** Text that a spreadsheet shows as it is: with a mark before what it would calculate. */
export const marked = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Takes the mark back. */
export const unmarked = (text: string): string =>
  text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
