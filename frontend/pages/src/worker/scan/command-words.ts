import type { LabelCommand } from "#labels/command-codes.ts";
import type { PageWords } from "../../words/page-words.ts";

type KeyWords = Pick<PageWords["both"], "cancel"> & Pick<PageWords["worker"], "modes" | "acts">;

/** The words of buttons, by command. Buttons without a label are included. */
export const commandWordsIn = ({
  modes,
  acts,
  cancel,
}: KeyWords): Readonly<Record<LabelCommand, string>> => ({ ...modes, ...acts, cancel });
