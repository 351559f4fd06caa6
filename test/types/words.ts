import { wordsOf } from "#lib/page/words.ts";
import { en } from "#words";

const { waiting, ...withoutWaiting } = en.worker;

export const words = () => [
  wordsOf({ ...en, worker: { ...withoutWaiting, waiting: "wartet" } }),

  // @ts-expect-error a missing word
  wordsOf({ ...en, worker: withoutWaiting }),

  // @ts-expect-error a placeholder that the page does not fill
  wordsOf({ ...en, board: { ...en.board, title: "Lager {area}" } }),
];
