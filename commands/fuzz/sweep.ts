import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import type { Operation } from "../contract/description.ts";
import type { Judge } from "../contract/judge.ts";
import { requestOf, type Send } from "../contract/request.ts";
import { nastyValues } from "./nasty.ts";
import { type Known, mayAsk, validFields } from "./values.ts";

type Values = Readonly<Record<string, unknown>>;

/** The curated values of one field, each in an otherwise valid request, and the check of one: it is accepted if the description accepts it. */
export type Sweep = {
  readonly name: string;
  readonly operation: Operation;
  readonly all: Values[];
  run: (values: Values) => Promise<void>;
};

/** The sweeps of every field; at most so many requests in all, evenly taken. */
export const sweepsOf = (
  { site, operations, known, judge, send }: { site: Site; operations: readonly Operation[]; known: Known; judge: Judge; send: Send },
  most: number,
  seed: number,
): Sweep[] => {
  const cases = operations.reduce((sum, { fields }) => sum + fields.length, 0) * nastyValues.length;
  const step = Math.ceil(cases / most);
  // What the description cannot decide: an opaque cursor, and whether an instant lies in the past.
  const undecided = new Set<string | false>([site.fields.cursor, site.extensions.scannedAt]);
  let at = seed;
  return operations.flatMap((operation) => {
    const [base] = operation.id === "location-overview" ? [] : fc.sample(validFields(operation, site, known), { seed, numRuns: 1 });
    return operation.fields.map(({ name }) => ({
      name: `curated ${operation.id} ${name}`,
      operation,
      all: nastyValues
        .filter(() => at++ % step === 0)
        .map((value): Values => ({ ...base, [name]: value }))
        .filter((values) => mayAsk(operation, site, known, values)),
      run: async (values) => {
        const sent = requestOf(operation, values);
        const answer = await send(sent);
        const valid = operation.accepts(values);
        if (valid && undecided.has(name)) judge.described(operation, answer);
        else if (valid) judge.accepted(operation, answer, sent);
        else judge.refused(operation, answer);
      },
    }));
  });
};
