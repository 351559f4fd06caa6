import type { RouteAnswer as Body, ReadId, RouteFields, WriteId } from "#lib/page/requests.ts";
import demo from "../../sites/demo.ts";
import { forEachConcurrently } from "../audit/for-each-concurrently.ts";
import { showProgress } from "../cli/output.ts";
import { type KeyedWrite, scannerAt, type WriteAnswer } from "../contract/scanner.ts";
import { boxDifferences, placeDifferences, statusDifferences } from "./fact-differences.ts";
import type { PlannedGoods, ReplayPlan } from "./read-plan.ts";
import { brokenPromises, shareOfKey } from "./storm.ts";

export type ReplaySettings = {
  readonly concurrency: number;
  /** The share of the writes, 0 to 1, that is sent twice at once and again later. */
  readonly storm: number;
};

/** The writes of the lines by their step. A key is made of the line alone, so that a second replay counts no scan twice. */
const writesOf = (goods: readonly PlannedGoods[]): Record<string, KeyedWrite[]> => {
  const writes = <Line extends PlannedGoods, Id extends WriteId>(
    route: Id,
    // With the zongpai at most 64 characters, which a key may have.
    what: string,
    lines: readonly Line[],
    fieldsOf: (line: Line) => RouteFields<Id>,
  ) =>
    lines.map((line) => {
      const key = `replay-aw-${what}-${line.zongpai}`;
      return { route, key, fields: fieldsOf(line) };
    });
  const placed = ({ zongpai, location }: PlannedGoods) =>
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
const figuresOf = (step: string, all: readonly WriteAnswer[]) => {
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
  { boxes, goods }: ReplayPlan,
  url: string,
  { concurrency, storm }: ReplaySettings,
) => {
  const started = performance.now();
  const figures: ReturnType<typeof figuresOf>[] = [];
  const differences: string[] = [];
  const answersOf = new Map<string, WriteAnswer[]>();
  const stormy = ({ key }: KeyedWrite) => shareOfKey(key) < storm;
  const writes = writesOf(goods);
  const all = Object.values(writes).flat();
  const again = all.filter(stormy).toReversed();
  let further = all.length + again.length + boxes.length + 2 * goods.length;

  const { ask, write } = await scannerAt(url, demo);

  /** Does the work on every item, so many at once, and counts its answers. */
  const step = async <Item>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<WriteAnswer[]>,
  ) => {
    const all: WriteAnswer[] = [];
    further -= items.length;
    const send = (add: () => void) =>
      forEachConcurrently(items, concurrency, async (item) => {
        all.push(...(await work(item)));
        add();
      });
    await showProgress(name, items.length, send, further);
    figures.push(figuresOf(name, all));
  };
  const send = async (one: KeyedWrite, times: number): Promise<WriteAnswer[]> => {
    const answers = await Promise.all(Array.from({ length: times }, () => write(one)));
    if (stormy(one)) answersOf.set(one.key, [...(answersOf.get(one.key) ?? []), ...answers]);
    return answers;
  };
  /** Reads each item back and compares it. */
  const compare = async <Item, Id extends ReadId>(
    name: string,
    items: readonly Item[],
    route: Id,
    fieldsOf: (item: Item) => RouteFields<Id>,
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
  const ofGoods = ({ zongpai }: PlannedGoods) => ({ zongpai });

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
