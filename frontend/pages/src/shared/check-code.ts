/** A worker's check of a shelf: when it was done, in epoch milliseconds, and the scanned goods. */
export type ShelfCheck = {
  readonly location: string;
  readonly checkedAt: number;
  readonly checkedBy: string;
  readonly goods: readonly string[];
};

/** Writes a check as the text of a code, which the scanner at the board reads. */
export const writeCheck = ({ location, checkedAt, checkedBy, goods }: ShelfCheck): string => {
  const parts = [location, String(checkedAt), checkedBy, ...goods];
  return `check:${parts.map(encodeURIComponent).join(" ")}`;
};

/** Reads the code of a check, also with a symbology identifier in front. `undefined` for any other text. */
export const readCheck = (raw: string): ShelfCheck | undefined => {
  const text = /^(?:\][A-Za-z][0-9A-Za-z])?check:(.+)$/.exec(raw.trim())?.[1];
  try {
    const parts = text?.split(" ").map(decodeURIComponent) ?? [];
    const [location, instant, checkedBy = "", ...goods] = parts;
    const checkedAt = Number(instant);
    return location && checkedAt ? { location, checkedAt, checkedBy, goods } : undefined;
  } catch {
    return undefined;
  }
};
