import { boardWords } from "./board.ts";
import { sharedWords } from "./shared.ts";
import { defineTranslations, type InLanguage } from "./translations.ts";
import { workerWords } from "./worker.ts";

/**
 * Every word of the pages, in English, German and simplified Chinese, in this order. A line is a whole sentence with placeholders, never glued
 * from parts, for other languages have another order of words.
 */
const pageTexts = defineTranslations({
  /** As HTML names it: for screen readers, times and numbers. */
  lang: "en | de | zh-Hans",
  /** In itself. */
  name: "English | Deutsch | 简体中文",
  both: sharedWords,
  worker: workerWords,
  board: boardWords,
});

const pickLanguage = <At extends 0 | 1 | 2>(at: At): InLanguage<typeof pageTexts, At> =>
  JSON.parse(
    JSON.stringify(pageTexts, (_, text) =>
      typeof text === "string" ? text.split(" | ")[at] : text,
    ),
  );

export const en = pickLanguage(0);
export const de = pickLanguage(1);
export const zh = pickLanguage(2);
