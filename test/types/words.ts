import { en } from "#words";
import { wordsOf } from "../../frontend/pages/src/words/page-words.ts";
import { defineTranslations } from "../../frontend/pages/src/words/translations.ts";

const { title, ...withoutTitle } = en.worker;

export const words = () => [
  wordsOf({ ...en, worker: { ...withoutTitle, title: "Lager" } }),

  // @ts-expect-error a missing word
  wordsOf({ ...en, worker: withoutTitle }),

  // @ts-expect-error a placeholder that the page does not fill
  wordsOf({ ...en, board: { ...en.board, title: "Lager {area}" } }),

  defineTranslations({ safe: "Safe: {count} | Sicher: {count} | 已存：{count}" }),

  // @ts-expect-error a text without one of the languages
  defineTranslations({ safe: "Safe: {count} | Sicher: {count}" }),

  // @ts-expect-error a language without the placeholder
  defineTranslations({ safe: "Safe: {count} | Sicher | 已存：{count}" }),
];
