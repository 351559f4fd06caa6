import { defineSite } from "#lib/site/define-site.ts";
import type { commit } from "#lib/store/commit.ts";
import demo from "../../sites/demo.ts";

const { transferred, ...otherWords } = demo.history.did;

export const sites = () => [
  defineSite({ ...demo, history: { ...demo.history, did: { ...otherWords, transferred } } }),

  // @ts-expect-error a kind of event without its word
  defineSite({ ...demo, history: { ...demo.history, did: otherWords } }),
];

type Event = Parameters<typeof commit>[1]["event"];

export const saved: Event = { kind: "saved", box_no: "BX4", quantity: 3 };

// @ts-expect-error a kind that history does not know
export const unknown: Event = { kind: "lost", box_no: "BX4" };

// @ts-expect-error a save that does not name its box, so that the audit would not look into it
export const boxless: Event = { kind: "saved", quantity: 3 };
