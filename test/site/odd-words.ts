import type { PageWords } from "#lib/page/words.ts";

/** The odd site's words: none is English. */
export const words: PageWords = {
  lang: "de",
  worker: {
    title: "Erfassen",
    next: "Ware für {location} erfassen",
    state: { running: "Verbunden", unanswered: "Keine Antwort", offline: "Kein Netz", held: "Anmelden", closed: "Beendet" },
    outcome: {
      recorded: "Gebucht",
      kept: "Wartet",
      superseded: "Überholt",
      refused: "Abgelehnt",
      "wrong-label": "Falsches Etikett",
    },
  },
  board: { title: "Lager", area: "Bereich" },
};
