import type { PageWords } from "#lib/page/words.ts";

/** The pages' words in English. */
export const en: PageWords = {
  lang: "en",
  worker: {
    title: "Scan",
    next: "Scan goods for {location}",
    state: { running: "Online", unanswered: "No answer", offline: "Offline", held: "Sign in", closed: "Closed" },
    outcome: { recorded: "Recorded", kept: "Waiting", superseded: "Newer scan", refused: "Refused", "wrong-label": "Wrong label" },
  },
  board: { title: "Warehouse", area: "Area" },
};
