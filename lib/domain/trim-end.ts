/**
 * The text without this character at its end. A pattern such as `0+$` would be quadratic: it is tried from each zero, also from those inside
 * the text.
 */
export const trimEndOf = (text: string, character: string): string => {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end -= 1;
  return text.slice(0, end);
};
