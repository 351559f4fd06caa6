import type { PageWords } from "#lib/page/words.ts";
import type { LabelCommand } from "#scanner/scan/command-label.ts";

type KeyWords = Pick<PageWords["both"], "cancel"> & Pick<PageWords["worker"], "modes" | "acts">;

/** The word of each key that has a label, among others. */
export const commandWordsIn = ({
  modes,
  acts,
  cancel,
}: KeyWords): Readonly<Record<LabelCommand, string>> => ({ ...modes, ...acts, cancel });
