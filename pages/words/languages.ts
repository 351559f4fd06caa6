import { alike, type InLanguage } from "./alike.ts";
import { board } from "./board.ts";
import { both } from "./both.ts";
import { worker } from "./worker.ts";

/**
 * Every word of the pages, in English, German and simplified Chinese, in this order. A line is a whole sentence with placeholders, never glued
 * from parts, for other languages have another order of words.
 */
const texts = alike({
  /** As HTML names it: for screen readers, times and numbers. */
  lang: "en | de | zh-Hans",
  /** In itself. */
  name: "English | Deutsch | 简体中文",
  both,
  worker,
  board,
});

const spoken = <At extends 0 | 1 | 2>(at: At): InLanguage<typeof texts, At> =>
  JSON.parse(
    JSON.stringify(texts, (_, text) => (typeof text === "string" ? text.split(" | ")[at] : text)),
  );

export const en = spoken(0);
export const de = spoken(1);
export const zh = spoken(2);
