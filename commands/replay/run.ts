import type { Answer as Body, Fields, ReadId, WriteId } from "#lib/page/requests.ts";
import demo from "../../sites/demo.ts";
import { atOnce } from "../audit/at-once.ts";
import { progress } from "../cli/output.ts";
import { type Answer, scannerAt, type Write } from "../contract/scanner.ts";
import { boxDifferences, placeDifferences, statusDifferences } from "./compare.ts";
import type { Goods, Plan } from "./data.ts";
import { brokenPromises, drawn } from "./storm.ts";

export type Settings = {
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
};

/** The writes of the lines by their step. A key is made of the line alone, so that a second replay counts no scan twice. */
const writesOf = (goods: readonly Goods[]): Record<string, Write[]> => {
  const writes = <Line extends Goods, Id extends WriteId>(
    route: Id,
    // With the zongpai at most 64 characters, which a key may have.
    what: string,
    lines: readonly Line[],
    fieldsOf: (line: Line) => Fields<Id>,
  ) =>
    lines.map((line) => {
      const key = `replay-aw-${what}-${line.zongpai}`;
      return { route, key, fields: fieldsOf(line) };
    });
  const placed = ({ zongpai, location }: Goods) =>
    location === undefined ? { zongpai, off_shelf: true } : { zongpai, location };
  const attached = goods.flatMap((line) =>
    line.attachment ? { ...line, ...line.attachment } : [],
  );
  return {
    register: writes("post-trace-location", "loc", goods, placed),
    box: writes("post-box", "box", goods, ({ box_no, zongpai, received: quantity }) => ({
      box_no,
      zongpai,
      quantity,
    })),
    config: writes(
      "put-attachment-config",
      "config",
      attached,
      ({ zongpai, category, configured: quantity }) => ({
        zongpai,
        entries: [{ category, quantity }],
      }),
    ),
    "attachment location": writes("post-attachment-location", "place", attached, (line) => ({
      ...placed(line),
      category: line.category,
    })),
    "attachment box": writes(
      "post-attachment-box",
      "entry",
      attached,
      ({ box_no, zongpai, category, packed: quantity }) => ({
        box_no,
        zongpai,
        category,
        quantity,
      }),
    ),
  };
};

/** Of one step: `sent` = `accepted` + `replayed` + all `refused`. */
const figuresOf = (step: string, all: readonly Answer[]) => {
  const accepted = all.filter(({ refusal }) => !refusal);
  const replayed = accepted.filter((answer) => answer.replayed).length;
  const refused: Record<string, number> = {};
  for (const { error_code: code } of all.flatMap(({ refusal }) => refusal ?? []))
    refused[code] = (refused[code] ?? 0) + 1;
  return { step, sent: all.length, accepted: accepted.length - replayed, replayed, refused };
};

/**
 * Replays the plan against the service and compares what it says with the files. `broken` are writes whose repeated answers broke the
 * promise of one effect and one answer.
 * @throws Error when nobody answers
 */
export const replayPlan = async (
  { boxes, goods }: Plan,
  url: string,
  { concurrency, storm }: Settings,
) => {
  const started = performance.now();
  const figures: ReturnType<typeof figuresOf>[] = [];
  const differences: string[] = [];
  const answersOf = new Map<string, Answer[]>();
  const stormy = ({ key }: Write) => drawn(key) < storm;
  const writes = writesOf(goods);
  const all = Object.values(writes).flat();
  const again = all.filter(stormy).toReversed();
  let further = all.length + again.length + boxes.length + 2 * goods.length;

  const { ask, write } = await scannerAt(url, demo);

  /** Does the work on every item, so many at once, and counts its answers. */
  const step = async <Item>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<Answer[]>,
  ) => {
    const all: Answer[] = [];
    further -= items.length;
    const send = (add: () => void) =>
      atOnce(items, concurrency, async (item) => {
        all.push(...(await work(item)));
        add();
      });
    await progress(name, items.length, send, further);
    figures.push(figuresOf(name, all));
  };
  const send = async (one: Write, times: number): Promise<Answer[]> => {
    const answers = await Promise.all(Array.from({ length: times }, () => write(one)));
    if (stormy(one)) answersOf.set(one.key, [...(answersOf.get(one.key) ?? []), ...answers]);
    return answers;
  };
  /** Reads each item back and compares it. */
  const compare = async <Item, Id extends ReadId>(
    name: string,
    items: readonly Item[],
    route: Id,
    fieldsOf: (item: Item) => Fields<Id>,
    differencesOf: (item: Item, answer: Body<Id>) => string[],
  ) => {
    let equal = 0;
    await step(name, items, async (item) => {
      const fields = fieldsOf(item);
      const answer = await ask(route, fields);
      const found =
        typeof answer === "string"
          ? [`${Object.values(fields).join()}: ${answer}`]
          : differencesOf(item, answer);
      if (found.length === 0) equal += 1;
      differences.push(...found);
      return [{ text: "", replayed: false }];
    });
    return { equal, total: items.length };
  };
  const ofGoods = ({ zongpai }: Goods) => ({ zongpai });

  for (const [name, some] of Object.entries(writes))
    await step(name, some, (one) => send(one, stormy(one) ? 2 : 1));
  if (storm > 0) await step("sent again", again, (one) => send(one, 1));

  return {
    boxes: await compare(
      "box info",
      boxes,
      "get-box-info",
      ({ box_no }) => ({ box_no }),
      boxDifferences,
    ),
    locations: await compare("overview", goods, "location-overview", ofGoods, placeDifferences),
    attachments: await compare(
      "status",
      goods,
      "get-attachment-status",
      ofGoods,
      statusDifferences,
    ),
    figures,
    seconds: (performance.now() - started) / 1_000,
    differences,
    broken: [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers)),
  };
};
