import type { HistoryEvent } from "#lib/domain/events.ts";
import { defineSite } from "#lib/site/define-site.ts";
import demo from "../../sites/demo.ts";

const { transferred, ...otherWords } = demo.history.did;

export const sites = () => [
  defineSite({ ...demo, history: { ...demo.history, did: { ...otherWords, transferred } } }),

  // @ts-expect-error a kind of event without its word
  defineSite({ ...demo, history: { ...demo.history, did: otherWords } }),
];

export const saved: HistoryEvent = { kind: "saved", box_no: "BX4", quantity: 3 };

// @ts-expect-error a kind that history does not know
export const unknown: HistoryEvent = { kind: "lost", box_no: "BX4" };

// @ts-expect-error a save that does not name its box, so that the audit would not look into it
export const boxless: HistoryEvent = { kind: "saved", quantity: 3 };
