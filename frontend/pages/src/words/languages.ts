import { boardWords } from "./board.ts";
import { refusalWords } from "./refusals.ts";
import { sharedWords } from "./shared.ts";
import { defineTranslations, type InLanguage } from "./translations.ts";
import { workerWords } from "./worker.ts";
import { workerPartWords } from "./worker-parts.ts";

/**
 * All texts of the pages in English, German and simplified Chinese, in this order. A text is a whole sentence with placeholders, because
 * word order differs between languages.
 */
const pageTexts = defineTranslations({
  /** The HTML language tag, used by screen readers and for times and numbers. */
  lang: "en | de | zh-Hans",
  /** The name of the language in the language itself. */
  name: "English | Deutsch | 简体中文",
  both: sharedWords,
  why: refusalWords,
  worker: workerWords,
  workerParts: workerPartWords,
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
