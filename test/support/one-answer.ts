import { randomUUID } from "node:crypto";
import { type Answer, keyHeader } from "./client.ts";
import { site } from "./site.ts";

export const mark = site.extensions.replayed || "x-no-mark";
export const key = (): Record<string, string> => keyHeader(randomUUID());

/** What of an answer must be the same each time, and its mark of a replay. */
export const answered = ({ status, text, headers }: Answer) => [status, text, headers.get(mark)];
