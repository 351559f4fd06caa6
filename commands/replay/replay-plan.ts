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
  /** The share of writes, 0 to 1, that are sent twice at once and again later. */
  readonly storm: number;
};

/** The writes for the lines, by step. A key is made only from its line, so that a second replay counts no scan twice. */
const writesOf = (goods: readonly PlannedGoods[]): Record<string, KeyedWrite[]> => {
  const writes = <Line extends PlannedGoods, Id extends WriteId>(
    route: Id,
    // With the zongpai, at most 64 characters, the limit of a key.
    keyPart: string,
    lines: readonly Line[],
    fieldsOf: (line: Line) => RouteFields<Id>,
  ) =>
    lines.map((line) => {
      const key = `replay-aw-${keyPart}-${line.zongpai}`;
      return { route, key, fields: fieldsOf(line) };
    });
  const placeFields = ({ zongpai, location }: PlannedGoods) =>
    location === undefined ? { zongpai, off_shelf: true } : { zongpai, location };
  const linesWithAttachment = goods.flatMap((line) =>
    line.attachment ? { ...line, ...line.attachment } : [],
  );
  return {
    register: writes("post-trace-location", "loc", goods, placeFields),
    box: writes("post-box", "box", goods, ({ box_no, zongpai, received: quantity }) => ({
      box_no,
      zongpai,
      quantity,
    })),
    config: writes(
      "put-attachment-config",
      "config",
      linesWithAttachment,
      ({ zongpai, category, configured: quantity }) => ({
        zongpai,
        entries: [{ category, quantity }],
      }),
    ),
    "attachment location": writes(
      "post-attachment-location",
      "place",
      linesWithAttachment,
      (line) => ({
        ...placeFields(line),
        category: line.category,
      }),
    ),
    "attachment box": writes(
      "post-attachment-box",
      "entry",
      linesWithAttachment,
      ({ box_no, zongpai, category, packed: quantity }) => ({
        box_no,
        zongpai,
        category,
        quantity,
      }),
    ),
  };
};

/** The figures of one step: `sent` = `accepted` + `replayed` + all `refused`. */
const figuresOf = (step: string, answers: readonly WriteAnswer[]) => {
  const accepted = answers.filter(({ refusal }) => !refusal);
  const replayed = accepted.filter((answer) => answer.replayed).length;
  const refused: Record<string, number> = {};
  for (const { error_code: code } of answers.flatMap(({ refusal }) => refusal ?? []))
    refused[code] = (refused[code] ?? 0) + 1;
  return { step, sent: answers.length, accepted: accepted.length - replayed, replayed, refused };
};

/**
 * Replays the plan on the service, and compares its answers with the files. `broken` lists writes whose repeated answers broke the promise
 * of one effect and one answer.
 * @throws Error if the service does not answer
 */
export const replayPlan = async (
  { boxes, goods }: ReplayPlan,
  url: string,
  { concurrency, storm }: ReplaySettings,
) => {
  const startedAt = performance.now();
  const figures: ReturnType<typeof figuresOf>[] = [];
  const differences: string[] = [];
  const answersOf = new Map<string, WriteAnswer[]>();
  const isStormy = ({ key }: KeyedWrite) => shareOfKey(key) < storm;
  const writes = writesOf(goods);
  const allWrites = Object.values(writes).flat();
  const repeatedWrites = allWrites.filter(isStormy).toReversed();
  let itemsLeft = allWrites.length + repeatedWrites.length + boxes.length + 2 * goods.length;

  const { ask, write } = await scannerAt(url, demo);

  /** Runs the work for all items, several at once, and counts the answers. */
  const runStep = async <Item>(
    name: string,
    items: readonly Item[],
    work: (item: Item) => Promise<WriteAnswer[]>,
  ) => {
    const answers: WriteAnswer[] = [];
    itemsLeft -= items.length;
    const doAll = (advance: () => void) =>
      forEachConcurrently(items, concurrency, async (item) => {
        answers.push(...(await work(item)));
        advance();
      });
    await showProgress(name, items.length, doAll, itemsLeft);
    figures.push(figuresOf(name, answers));
  };
  const send = async (keyedWrite: KeyedWrite, times: number): Promise<WriteAnswer[]> => {
    const answers = await Promise.all(Array.from({ length: times }, () => write(keyedWrite)));
    const { key } = keyedWrite;
    const earlierAnswers = answersOf.get(key) ?? [];
    if (isStormy(keyedWrite)) answersOf.set(key, [...earlierAnswers, ...answers]);
    return answers;
  };
  /** Reads each item back, and compares it. */
  const readBack = async <Item, Id extends ReadId>(
    name: string,
    items: readonly Item[],
    route: Id,
    fieldsOf: (item: Item) => RouteFields<Id>,
    differencesOf: (item: Item, answer: Body<Id>) => string[],
  ) => {
    let equal = 0;
    await runStep(name, items, async (item) => {
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
  const zongpaiOf = ({ zongpai }: PlannedGoods) => ({ zongpai });

  for (const [name, writesOfStep] of Object.entries(writes))
    await runStep(name, writesOfStep, (keyedWrite) =>
      send(keyedWrite, isStormy(keyedWrite) ? 2 : 1),
    );
  if (storm > 0) await runStep("sent again", repeatedWrites, (keyedWrite) => send(keyedWrite, 1));

  return {
    boxes: await readBack(
      "box info",
      boxes,
      "get-box-info",
      ({ box_no }) => ({ box_no }),
      boxDifferences,
    ),
    locations: await readBack("overview", goods, "location-overview", zongpaiOf, placeDifferences),
    attachments: await readBack(
      "status",
      goods,
      "get-attachment-status",
      zongpaiOf,
      statusDifferences,
    ),
    figures,
    seconds: (performance.now() - startedAt) / 1_000,
    differences,
    broken: [...answersOf].flatMap(([key, answers]) => brokenPromises(key, answers)),
  };
};
