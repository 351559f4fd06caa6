/** The labels of all runs, and what was told of them. */
export const newTally = () => {
  const unknowable: Record<string, { drawn: number; taken: number }> = {};
  return {
    labels: 0,
    told: { taken: 0, again: 0, refused: 0, asked: 0 },
    /** What no reader of keys can know, by its kind, and how often the page took it for a label. */
    unknowable,
    count: (kind: string, isTaken: boolean): void => {
      const counted = unknowable[kind] ?? { drawn: 0, taken: 0 };
      unknowable[kind] = counted;
      counted.drawn += 1;
      if (isTaken) counted.taken += 1;
    },
  };
};
export type Tally = ReturnType<typeof newTally>;
