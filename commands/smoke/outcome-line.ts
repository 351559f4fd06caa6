import { styleText } from "node:util";
import type { Outcome } from "./run.ts";

const marks = { passed: ["ok", "green"], failed: ["FAILED", "red"], skipped: ["skipped", "yellow"] } as const;

/** How a check ended, for a terminal. */
export const outcomeLine = ({ name, state, told, elapsedMs }: Outcome): string => {
  const [word, colour] = marks[state];
  const time = state === "skipped" ? "" : ` (${Math.round(elapsedMs)} ms)`;
  return `${styleText(colour, word, { stream: process.stdout })} ${name}${told === undefined ? "" : `: ${told}`}${time}`;
};
