import { boardWords } from "./board.ts";
import { sharedWords } from "./shared.ts";
import { defineTranslations, type InLanguage } from "./translations.ts";
import { workerWords } from "./worker.ts";

/**
 * Every text of the pages, in English, German and simplified Chinese, in this order. A text is a whole sentence with placeholders and not a part of
 * one, because languages differ in the order of words.
 */
const pageTexts = defineTranslations({
  /** The language tag of HTML, for screen readers, times and numbers. */
  lang: "en | de | zh-Hans",
  /** The name of the language in the language itself. */
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
