import { atOnce } from "../audit/at-once.ts";
import type { Progress } from "../cli/output.ts";
import { boxDifferences, placeDifferences, statusDifferences } from "./compare.ts";
import type { Goods, Plan } from "./data.ts";
import { type Answer, scannerAt, type Write, write as writeOf } from "./scanner.ts";
import { brokenPromises, drawn, shuffled } from "./storm.ts";

export type Settings = {
  readonly run: string;
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
  readonly seed: number;
};

/** Of one step: `sent` = `accepted` + `replayed` + all `refused`, `rate` of them a second; `retried` attempts were made beside. */
type Figures = Readonly<Record<"sent" | "accepted" | "replayed" | "retried" | "rate", number>> & {
  readonly step: string;
  readonly refused: Readonly<Record<string, number>>;
};

type Equal = { readonly equal: number; readonly total: number };

/** What a replay found. `differences` and `broken` are sentences; both empty means that the store is what the files say. */
export type Outcome = {
  readonly figures: readonly Figures[];
  readonly seconds: number;
  readonly boxes: Equal;
  readonly locations: Equal;
  /** The lines whose attachments, or the lack of one, are as the files say. */
  readonly attachments: Equal;
  readonly differences: readonly string[];
  /** Writes whose repeated answers broke the promise of one effect and one answer. */
  readonly broken: readonly string[];
};

/** The writes of the lines by their step. A key is made of the run and the line alone, so that no second replay counts a scan twice. */
const writesOf = (
  run: string,
  goods: readonly Goods[],
): Readonly<Record<string, readonly Write[]>> => {
  /** At most 7 + 16 + 1 + 6 + 1 characters and the zongpai: within the 64 that a key may have. */
  const keyOf = (what: string, { zongpai }: Goods) => `replay-${run}-${what}-${zongpai}`;
  const placeOf = ({ location }: Goods) =>
    location === undefined ? { off_shelf: true } : { location };
  const attached = goods.flatMap((of) => (of.attachment ? { of, ...of.attachment } : []));
  return {
    register: goods.map((of) =>
      writeOf("post-trace-location", keyOf("loc", of), { zongpai: of.zongpai, ...placeOf(of) }),
    ),
    box: goods.map((of) =>
      writeOf("post-box", keyOf("box", of), {
        box_no: of.box_no,
        zongpai: of.zongpai,
        quantity: of.received,
      }),
    ),
    config: attached.map(({ of, category, configured: quantity }) =>
      writeOf("put-attachment-config", keyOf("config", of), {
        zongpai: of.zongpai,
        entries: [{ category, quantity }],
      }),
    ),
    "attachment location": attached.map(({ of, category }) =>
      writeOf("post-attachment-location", keyOf("place", of), {
        zongpai: of.zongpai,
        category,
        ...placeOf(of),
      }),
    ),
    "attachment box": attached.map(({ of, category, packed: quantity }) =>
      writeOf("post-attachment-box", keyOf("entry", of), {
        box_no: of.box_no,
        zongpai: of.zongpai,
        category,
        quantity,
      }),
    ),
  };
};

const figuresOf = (step: string, all: readonly Answer[], ms: number): Figures => {
  const accepted = all.filter(({ code }) => code === undefined);
  const replayed = accepted.filter((answer) => answer.replayed).length;
  const codes = Object.groupBy(
    all.flatMap(({ code = [] }) => code),
    (code) => code,
  );
  return {
    step,
    sent: all.length,
    accepted: accepted.length - replayed,
    replayed,
    refused: Object.fromEntries(
      Object.entries(codes).map(([code, some = []]) => [code, some.length]),
    ),
    retried: all.reduce((sum, { attempts }) => sum + attempts - 1, 0),
    rate: (all.length * 1_000) / ms,
  };
};

/**
 * Replays the plan against the service, reads it back and compares it with the files. `mayBeKnown`: the store may hold this run already,
 * so that even a first answer may be a replay.
 * @throws Error when nobody answers
 */
export const replayPlan = async (
  { boxes, goods }: Plan,
  url: string,
  { run, concurrency, storm, seed }: Settings,
  mayBeKnown: boolean,
  progress: Progress,
): Promise<Outcome> => {
  const started = performance.now();
  const figures: Figures[] = [];
  const differences: string[] = [];
  const answersOf = new Map<string, Answer[]>();
  const stormy = ({ key }: Write) => drawn(seed, key) < storm;

  const { ask, write } = scannerAt(url);

  /** Does the work on every item, so many at once; `work` gives the answers that it got. */
  const step = async <Item>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Answer[]>,
  ) => {
    const all: Answer[] = [];
    const bar = progress(name, items.length);
    const from = performance.now();
    await atOnce(items, concurrency, async (item) => {
      all.push(...(await work(item)));
      bar.add();
    }).finally(bar.end);
    figures.push(figuresOf(name, all, performance.now() - from));
  };
  const send = async (one: Write, times: number): Promise<Answer[]> => {
    const answers = await Promise.all(Array.from({ length: times }, () => write(one)));
    if (stormy(one)) answersOf.set(one.key, [...(answersOf.get(one.key) ?? []), ...answers]);
    return answers;
  };
  /** Reads each item back and compares it. */
  const compare = async <Item>(
    name: string,
    items: readonly Item[],
    read: (item: Item) => Promise<string[]>,
  ): Promise<Equal> => {
    let equal = 0;
    await step(name, items, async (item) => {
      const found = await read(item);
      if (found.length === 0) equal += 1;
      differences.push(...found);
      return [{ text: "", replayed: false, attempts: 1 }];
    });
    return { equal, total: items.length };
  };

  const writes = writesOf(run, goods);
  for (const [name, some] of Object.entries(writes))
    await step(name, some, (one) => send(one, stormy(one) ? 2 : 1));
  const again = shuffled(Object.values(writes).flat().filter(stormy), seed);
  if (storm > 0) await step("sent again", again, (one) => send(one, 1));

  return {
    boxes: await compare("box info", boxes, async (box) =>
      boxDifferences(box, await ask("get-box-info", { box_no: box.box_no })),
    ),
    locations: await compare("overview", goods, async (line) =>
      placeDifferences(line, await ask("location-overview", { zongpai: line.zongpai })),
    ),
    attachments: await compare("status", goods, async (line) =>
      statusDifferences(line, await ask("get-attachment-status", { zongpai: line.zongpai })),
    ),
    figures,
    seconds: (performance.now() - started) / 1_000,
    differences,
    broken: [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers, mayBeKnown)),
  };
};
