import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import type { Operation } from "../contract/description.ts";
import type { Judge } from "../contract/judge.ts";
import { requestOf, type Send, type Sent } from "../contract/request.ts";
import { nastyValues } from "./nasty.ts";
import { type Known, validFields } from "./values.ts";

/** A request that was answered otherwise than promised. */
export type Broke = { readonly check: string; readonly message: string; readonly sent?: Sent | undefined; readonly path?: string };

type Case = { readonly operation: Operation; readonly field: string; readonly value: unknown };

/** Each curated value in each field of each operation; at most so many, evenly taken. */
const casesOf = (operations: readonly Operation[], most: number, seed: number): Case[] => {
  const all = operations.flatMap((operation) =>
    operation.fields.flatMap(({ name }) => nastyValues.map((value): Case => ({ operation, field: name, value }))),
  );
  const step = Math.max(1, Math.ceil(all.length / Math.max(1, most)));
  return all.filter((_, at) => at % step === seed % step);
};

/**
 * Sends the curated values, each in an otherwise valid request, and checks each answer: accepted if the description accepts the
 * request, refused if it does not. Findings that say the same of one field are told once.
 */
export const sweep = async (
  { site, operations, known, judge, send }: { site: Site; operations: readonly Operation[]; known: Known; judge: Judge; send: Send },
  most: number,
  seed: number,
): Promise<Broke[]> => {
  const bases = new Map(
    operations.map((operation) => [operation.id, fc.sample(validFields(operation, site, known), { seed, numRuns: 1 })[0] ?? {}]),
  );
  // What the description cannot decide: an opaque cursor, and whether an instant lies in the past.
  const undecided = new Set<string | false>([site.fields.cursor, site.extensions.scannedAt]);
  const found = new Map<string, Broke>();
  for (const { operation, field, value } of casesOf(operations, most, seed)) {
    const values = { ...(operation.id === "location-overview" ? {} : bases.get(operation.id)), [field]: value };
    const sent = requestOf(operation, values);
    try {
      const answer = await send(sent);
      const valid = operation.accepts(values);
      if (valid && undecided.has(field)) judge.described(operation, answer);
      else if (valid) judge.accepted(operation, answer);
      else judge.refused(operation, answer);
    } catch (error) {
      const message = (error as Error).message;
      const check = `curated ${operation.id} ${field}`;
      const key = `${check} ${message.split(";")[0]}`;
      if (!found.has(key)) found.set(key, { check, message, sent });
    }
  }
  return [...found.values()];
};
