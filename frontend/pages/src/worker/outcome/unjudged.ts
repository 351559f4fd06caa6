import * as settings from "site:settings";
import type { Outcome } from "#scanner/client/entry.ts";
import type { EntryStatus } from "#scanner/client/queue-status.ts";
import { noRepetitions, noteRepetition, unjudgedCode } from "#scanner/client/unjudged.ts";
import { partWords } from "../screens/part-words.ts";
import { set, state } from "../state.ts";

let repetitions = noRepetitions;

/** Notes a status of a queue entry in its row if the service cannot judge the entry, or can again. */
export const noteUnjudged = (status: EntryStatus, outcome?: Outcome): void => {
  const { id } = status.entry;
  const now = performance.now();
  repetitions = noteRepetition(repetitions, settings.client, status, outcome, now);
  const code = unjudgedCode(repetitions, id, now);
  const unjudged = code && partWords.scans.unjudged.replace("{code}", code);
  const row = state().rows.find(({ entry }) => entry.id === id);
  if (row && row.unjudged !== unjudged)
    set({ rows: state().rows.map((one) => (one === row ? { ...one, unjudged } : one)) });
};
