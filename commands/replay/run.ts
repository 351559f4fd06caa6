import { calls, type Write } from "./calls.ts";
import type { Answer, Client } from "./client.ts";
import { boxDifferences, placeDifferences } from "./compare.ts";
import type { Plan } from "./data.ts";
import { brokenPromises, drawn, shuffled } from "./storm.ts";
import { type Figures, type Tally, tallyOf } from "./tally.ts";

export type Settings = {
  readonly run: string;
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
  readonly seed: number;
  /** The store may hold this run already, so that even a first answer may be a replay. */
  readonly mayBeKnown: boolean;
  /** Told of each step: how many items it has, and each one that is done. */
  readonly progress: (step: string, total: number) => { readonly done: () => void; readonly end: () => void };
};

type Equal = { readonly equal: number; readonly total: number };

/** What a replay found. `differences` and `broken` are sentences; both empty means that the store is what the files say. */
export type Outcome = {
  readonly figures: readonly Figures[];
  readonly seconds: number;
  readonly boxes: Equal;
  readonly locations: Equal;
  readonly differences: readonly string[];
  /** Writes whose repeated answers broke the promise of one effect and one answer. */
  readonly broken: readonly string[];
};

const inParallel = async <Item>(items: readonly Item[], concurrency: number, work: (item: Item) => Promise<void>): Promise<void> => {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
};

/**
 * Replays the plan against the service: registers, boxes, sends the storm's share again, then reads every box and every
 * location back and compares them with the files.
 * @throws the reason of the client's signal once it is aborted
 */
export const replayPlan = async ({ boxes, goods }: Plan, client: Client, settings: Settings): Promise<Outcome> => {
  const { run, concurrency, storm, seed } = settings;
  const figures: Figures[] = [];
  const answersOf = new Map<string, Answer[]>();
  const started = performance.now();

  const step = async <Item>(name: string, items: readonly Item[], work: (item: Item, count: Tally["count"]) => Promise<void>) => {
    const tally = tallyOf(name);
    const bar = settings.progress(name, items.length);
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
    if (stormy(write)) answersOf.set(write.key, [...(answersOf.get(write.key) ?? []), ...answers]);
  };

  const registrations = goods.map((line) => calls.register(run, line));
  const boxings = goods.map((line) => calls.box(run, line));
  await step("register", registrations, (write, count) => send(write, stormy(write) ? 2 : 1, count));
  await step("box", boxings, (write, count) => send(write, stormy(write) ? 2 : 1, count));
  const again = shuffled([...registrations, ...boxings].filter(stormy), seed);
  if (storm > 0) await step("sent again", again, (write, count) => send(write, 1, count));

  const wrongBoxes: string[][] = [];
  await step("box info", boxes, async (box, count) => {
    const answer = await client.send(calls.boxInfo(box));
    count(answer);
    wrongBoxes.push(boxDifferences(box, answer));
  });
  const wrongPlaces: string[][] = [];
  await step("overview", goods, async (line, count) => {
    const answer = await client.send(calls.overview(line));
    count(answer);
    wrongPlaces.push(placeDifferences(line, answer));
  });

  const equalOf = (found: readonly string[][]): Equal => ({
    equal: found.filter(({ length }) => length === 0).length,
    total: found.length,
  });
  return {
    figures,
    seconds: (performance.now() - started) / 1_000,
    boxes: equalOf(wrongBoxes),
    locations: equalOf(wrongPlaces),
    differences: [...wrongBoxes, ...wrongPlaces].flat(),
    broken: [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers, settings.mayBeKnown)),
  };
};
