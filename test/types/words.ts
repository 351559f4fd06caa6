import { wordsOf } from "#lib/page/words.ts";
import { en } from "#words";
import { alike } from "../../pages/words/alike.ts";

const { waiting, ...withoutWaiting } = en.worker;

export const words = () => [
  wordsOf({ ...en, worker: { ...withoutWaiting, waiting: "wartet" } }),

  // @ts-expect-error a missing word
  wordsOf({ ...en, worker: withoutWaiting }),

  // @ts-expect-error a placeholder that the page does not fill
  wordsOf({ ...en, board: { ...en.board, title: "Lager {area}" } }),

  alike({ safe: "Safe: {count} | Sicher: {count} | 已存：{count}" }),

  // @ts-expect-error a text that is not in every language
  alike({ safe: "Safe: {count} | Sicher: {count}" }),

  // @ts-expect-error a language without the placeholder
  alike({ safe: "Safe: {count} | Sicher | 已存：{count}" }),
];
