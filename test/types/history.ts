import type { HistoryEvent } from "#lib/domain/history.ts";
import type { commit } from "#lib/store/commit.ts";
import type { lives } from "../../commands/contract/life.ts";
import type { en } from "../../pages/words/en.ts";
import type { Step } from "../support/activity.ts";

type Kind = HistoryEvent["kind"];

/** Never run: a kind of write that is new does not compile until the smoke test follows it through a life; a repair is no request. */
export const followed: Record<
  Kind,
  Exclude<keyof ReturnType<typeof lives>, "call" | "serves"> | "no request"
> = {
  saved: "boxed",
  corrected: "boxed",
  transferred: "boxed",
  moved: "placed",
  cleared: "placed",
  configured: "attached",
  repaired: "no request",
};

/** Nor until it is among the steps after which an audit must find nothing. */
export const audited: Record<Kind, readonly Step["act"][] | "no request"> = {
  saved: ["save", "product"],
  corrected: ["edit", "delete", "productEdit", "productDelete"],
  transferred: ["move", "productMove"],
  moved: ["locate", "register"],
  cleared: ["clear", "clearGoods"],
  configured: ["configure"],
  repaired: "no request",
};

/** Nor until the board has a line for it: `pages/board/history.tsx` tells an event from its fields, else in the site's word. */
export const told: Record<
  Kind,
  readonly (keyof typeof en.board.history.lines)[] | "the site's word"
> = {
  saved: ["boxed"],
  corrected: ["corrected", "unboxed"],
  transferred: ["transferred"],
  moved: ["on", "onFrom", "onFromOff", "off", "offFrom", "note", "late"],
  cleared: ["left", "late"],
  configured: ["configured", "configuredNone", "counted", "unlimited"],
  repaired: "the site's word",
};

type Event = Parameters<typeof commit>[1]["event"];

export const saved: Event = { kind: "saved", box_no: "BX4", quantity: 3 };

// @ts-expect-error a kind that history does not know
export const unknown: Event = { kind: "lost", box_no: "BX4" };

// @ts-expect-error a save that does not name its box, so that the audit would not look into it
export const boxless: Event = { kind: "saved", quantity: 3 };
