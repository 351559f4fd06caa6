/** A worker's check of a shelf: its instant in epoch milliseconds, and the goods that were scanned there. */
export type ShelfCheck = {
  readonly location: string;
  readonly checkedAt: number;
  readonly checkedBy: string;
  readonly goods: readonly string[];
};

/** The text of a code that the scanner at the board reads. */
export const writeCheck = ({ location, checkedAt, checkedBy, goods }: ShelfCheck): string => {
  const parts = [location, String(checkedAt), checkedBy, ...goods];
  return `check:${parts.map(encodeURIComponent).join(" ")}`;
};

/** Reads the code of a check; a scanner may put the symbology before it. `undefined` for any other text. */
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
