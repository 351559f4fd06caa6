/** What a worker found on a shelf: the instant in epoch milliseconds, the goods that were scanned there. */
export type ShelfCheck = {
  readonly location: string;
  readonly checkedAt: number;
  readonly who: string;
  readonly goods: readonly string[];
};

/** As a code that the scanner at the board types. */
export const writeCheck = ({ location, checkedAt: at, who, goods }: ShelfCheck): string =>
  `check:${[location, String(at), who, ...goods].map(encodeURIComponent).join(" ")}`;

/** Reads it; a scanner may put the symbology before it. `undefined` for any other text. */
export const readCheck = (raw: string): ShelfCheck | undefined => {
  const text = /^(?:\][A-Za-z][0-9A-Za-z])?check:(.+)$/.exec(raw.trim())?.[1];
  try {
    const [location, at, who = "", ...goods] = text?.split(" ").map(decodeURIComponent) ?? [];
    return location && Number(at) ? { location, checkedAt: Number(at), who, goods } : undefined;
  } catch {
    return undefined;
  }
};
