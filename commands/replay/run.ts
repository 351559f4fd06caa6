import type { Progress } from "../cli/output.ts";
import type { Extra } from "./attachments.ts";
import { writesOf } from "./calls.ts";
import { boxDifferences, placeDifferences, statusDifferences } from "./compare.ts";
import type { Plan } from "./data.ts";
import { type Answer, type Scanner, scannersAt, type Write } from "./scanner.ts";
import { brokenPromises, drawn, shuffled } from "./storm.ts";

export type Settings = {
  readonly run: string;
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
  readonly seed: number;
};

/** Of one step: `sent` = `accepted` + `replayed` + all `refused`, `rate` of them a second; `retried` attempts were made beside. */
export type Figures = Readonly<Record<"sent" | "accepted" | "replayed" | "retried" | "rate", number>> & {
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

/**
 * Replays the plan against the service: registers, boxes, does the same for the attachments, sends the storm's share again, then
 * reads every box, every location and every status back and compares them with the files. `mayBeKnown` says that the store may hold
 * this run already, so that even a first answer may be a replay.
 * @throws Error when nobody answers
 */
export const replayPlan = async (
  plan: Plan,
  url: string,
  settings: Settings,
  mayBeKnown: boolean,
  progress: Progress,
): Promise<Outcome> => {
  const { run, concurrency, storm, seed } = settings;
  const { boxes, goods, attachments } = plan;
  const started = performance.now();
  const figures: Figures[] = [];
  const differences: string[] = [];
  const sent: Write[] = [];
  const answersOf = new Map<string, Answer[]>();
  const stormy = ({ key }: Write) => drawn(seed, key) < storm;

  const scanner = scannersAt(url);
  // A storm sends from two scanners at once.
  const scanners = Array.from({ length: concurrency }, () => [scanner(), scanner()] as const);

  /** Does the work on every item, as many at once as there are scanners; `work` gives the answers that it got. */
  const step = async <Item>(name: string, items: readonly Item[], work: (item: Item, pair: readonly Scanner[]) => Promise<Answer[]>) => {
    const all: Answer[] = [];
    const bar = progress(name, items.length);
    const from = performance.now();
    const queue = items.values();
    const worker = async (pair: readonly Scanner[]) => {
      for (const item of queue) {
        all.push(...(await work(item, pair)));
        bar.add();
      }
    };
    try {
      await Promise.all(scanners.map(worker));
    } catch (error) {
      for (const { close } of scanners.flat()) close();
      throw error;
    } finally {
      bar.end();
    }
    const accepted = all.filter(({ code }) => code === undefined);
    const replayed = accepted.filter((answer) => answer.replayed).length;
    const refused = Object.groupBy(all, ({ code = "" }) => code);
    figures.push({
      step: name,
      sent: all.length,
      accepted: accepted.length - replayed,
      replayed,
      refused: Object.fromEntries(Object.entries(refused).flatMap(([code, some = []]) => (code === "" ? [] : [[code, some.length]]))),
      retried: all.reduce((sum, { attempts }) => sum + attempts - 1, 0),
      rate: (all.length * 1_000) / (performance.now() - from),
    });
  };

  const send = async (one: Write, pair: readonly Scanner[]): Promise<Answer[]> => {
    const answers = await Promise.all(pair.map((scanner) => scanner.write(one)));
    for (const { code, text } of answers)
      if (one.refusedAs !== undefined && code !== one.refusedAs)
        differences.push(`${one.key}: must be refused as ${one.refusedAs}, and was answered ${text}`);
    if (stormy(one)) answersOf.set(one.key, [...(answersOf.get(one.key) ?? []), ...answers]);
    return answers;
  };
  const write = (name: string, writes: readonly Write[]) => {
    sent.push(...writes);
    return step(name, writes, (one, pair) => send(one, stormy(one) ? pair : pair.slice(0, 1)));
  };
  /** Reads each item back and compares it. */
  const compare = async <Item>(
    name: string,
    items: readonly Item[],
    read: (item: Item, scanner: Scanner) => Promise<string[]>,
  ): Promise<Equal> => {
    let equal = 0;
    await step(name, items, async (item, [one]) => {
      const found = one ? await read(item, one) : [];
      if (found.length === 0) equal += 1;
      differences.push(...found);
      return [{ text: "", replayed: false, attempts: 1 }];
    });
    return { equal, total: items.length };
  };

  const writes = writesOf(run);
  const having = (extra: Extra) => attachments.filter((one) => one.extra === extra);
  await write("register", goods.map(writes.register));
  await write("box", goods.map(writes.box));
  await write("config", attachments.map(writes.config));
  await write("attachment location", attachments.map(writes.registerAttachment));
  await write("attachment box", attachments.map(writes.boxAttachment));
  await write("over the cap", having("overCap").map(writes.overCap));
  await write("corrections", [...having("correction").map(writes.correct), ...having("deletion").map(writes.remove)]);
  if (storm > 0) await step("sent again", shuffled(sent.filter(stormy), seed), (one, pair) => send(one, pair.slice(0, 1)));

  const inBox = Map.groupBy(attachments, ({ goods: { box_no } }) => box_no);
  const ofGoods = new Map(attachments.map((attachment) => [attachment.goods.zongpai, attachment]));
  return {
    boxes: await compare("box info", boxes, async (box, { ask }) => {
      const info = await ask((client) => client.ask("get-box-info", { box_no: box.box_no }));
      return boxDifferences(box, inBox.get(box.box_no) ?? [], info);
    }),
    locations: await compare("overview", goods, async (line, { ask }) =>
      placeDifferences(line, await ask((client) => client.ask("location-overview", { zongpai: line.zongpai }))),
    ),
    attachments: await compare("status", goods, async (line, { ask }) => {
      const status = await ask((client) => client.ask("get-attachment-status", { zongpai: line.zongpai }));
      return statusDifferences(line, ofGoods.get(line.zongpai), status);
    }),
    figures,
    seconds: (performance.now() - started) / 1_000,
    differences,
    broken: [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers, mayBeKnown)),
  };
};
