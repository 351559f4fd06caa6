import { wordsOf } from "#lib/page/words.ts";
import { en } from "../../pages/words/en.ts";

const { worker, board } = en;
const { waiting, ...withoutWaiting } = worker;

export const words = () => [
  wordsOf({ ...en, worker: { ...worker, waiting: "wartet", safe: "{count} warten" } }),

  // @ts-expect-error a missing word
  wordsOf({ ...en, worker: withoutWaiting }),

  // @ts-expect-error a missing placeholder
  wordsOf({ ...en, worker: { ...worker, safe: "Alles wartet" } }),

  // @ts-expect-error a placeholder that the page does not fill
  wordsOf({ ...en, board: { ...board, title: "Lager {area}" } }),
];
