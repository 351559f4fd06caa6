import * as z from "zod";
import type { Answer } from "./client.ts";

/** What can be said of a box or of goods: the name of each fact, and what it is. */
export type Facts = ReadonlyMap<string, string | number | boolean | null>;

/** How the facts of a place name goods, or an attachment, that are on no shelf. */
export const offShelf = "off shelf";

/** A sentence for each fact that is otherwise than the files say; a fact that only one side knows is a difference too. */
export const differences = (subject: string, actual: Facts, files: Facts): string[] =>
  [...new Set([...files.keys(), ...actual.keys()])]
    .filter((name) => actual.get(name) !== files.get(name))
    .map((name) => `${subject}: ${name} is ${actual.get(name) ?? "absent"}, the files say ${files.get(name) ?? "that there is none"}`);

/** An answer as its schema reads it, or a sentence that says why it is none. */
export const answered = <Schema extends z.ZodType>(schema: Schema, { status, body }: Answer): z.output<Schema> | string => {
  if (status !== 200) return `status ${status} ${body}`;
  try {
    return schema.parse(JSON.parse(body));
  } catch (error) {
    return error instanceof z.ZodError ? z.prettifyError(error) : `an answer that is no JSON: ${body.slice(0, 200)}`;
  }
};
