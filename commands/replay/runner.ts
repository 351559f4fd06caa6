import type { Write } from "./calls.ts";
import type { Answer, Call, Client } from "./client.ts";
import { brokenPromises, drawn, shuffled } from "./storm.ts";
import { codeOf, type Figures, type Tally, tallyOf } from "./tally.ts";

export type Settings = {
  readonly run: string;
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
  readonly seed: number;
  /** The attachments of the plan are replayed and compared, too. */
  readonly attachments: boolean;
  /** The store may hold this run already, so that even a first answer may be a replay. */
  readonly mayBeKnown: boolean;
  /** Told of each step: how many items it has, and each one that is done. */
  readonly progress: (step: string, total: number) => { readonly done: () => void; readonly end: () => void };
};

/** What was read back: how many of the items are as the files say, and a sentence for each difference. */
export type Compared = { readonly equal: number; readonly total: number; readonly differences: readonly string[] };

const inParallel = async <Item>(items: readonly Item[], concurrency: number, work: (item: Item) => Promise<void>): Promise<void> => {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

const refusedWrongly = ({ key, refusedAs }: Write, answers: readonly Answer[]): string[] =>
  answers
    .filter((answer) => refusedAs !== undefined && codeOf(answer) !== refusedAs)
    .map(({ status, body }) => `${key}: must be refused as ${refusedAs}, and was answered ${status} ${body}`);

/** Runs the steps of a replay one after the other, each with its figures, and remembers what must be the same when it is sent again. */
export const runnerOf = (client: Client, { concurrency, storm, seed, mayBeKnown, progress }: Settings) => {
  const figures: Figures[] = [];
  const sent: Write[] = [];
  const answersOf = new Map<string, Answer[]>();
  const unrefused: string[] = [];

  const step = async <Item>(name: string, items: readonly Item[], work: (item: Item, count: Tally["count"]) => Promise<void>) => {
    const tally = tallyOf(name);
    const bar = progress(name, items.length);
    const from = performance.now();
    try {
      await inParallel(items, concurrency, async (item) => {
        await work(item, tally.count);
        bar.done();
      });
    } finally {
      bar.end();
    }
    figures.push(tally.figures(performance.now() - from));
  };

  const stormy = (write: Write) => drawn(seed, write.key) < storm;

  const send = async (write: Write, copies: number, count: Tally["count"]) => {
    const answers = await Promise.all(Array.from({ length: copies }, () => client.send(write)));
    answers.forEach(count);
    unrefused.push(...refusedWrongly(write, answers));
    if (stormy(write)) answersOf.set(write.key, [...(answersOf.get(write.key) ?? []), ...answers]);
  };

  return {
    figures,
    /** Writes that were to be refused and were not, as sentences. */
    unrefused,
    /** Sends each write once; those that the storm takes twice at once. */
    write: (name: string, writes: readonly Write[]): Promise<void> => {
      sent.push(...writes);
      return step(name, writes, (write, count) => send(write, stormy(write) ? 2 : 1, count));
    },
    /** Sends what the storm takes of all writes so far once more, in an order of its own. */
    writeAgain: async (): Promise<void> => {
      if (storm > 0) await step("sent again", shuffled(sent.filter(stormy), seed), (write, count) => send(write, 1, count));
    },
    /** Reads each item back and compares it. */
    compare: async <Item>(
      name: string,
      items: readonly Item[],
      callOf: (item: Item) => Call,
      differencesOf: (item: Item, answer: Answer) => string[],
    ): Promise<Compared> => {
      const differences: string[] = [];
      let equal = 0;
      await step(name, items, async (item, count) => {
        const answer = await client.send(callOf(item));
        count(answer);
        const found = differencesOf(item, answer);
        if (found.length === 0) equal += 1;
        differences.push(...found);
      });
      return { equal, total: items.length, differences };
    },
    /** What the answers to the same write say against one effect and one answer. */
    broken: (): string[] => [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers, mayBeKnown)),
  };
};

export type Runner = ReturnType<typeof runnerOf>;
