import type { Attachment, Extra } from "./attachments.ts";
import { attachmentCalls, calls } from "./calls.ts";
import type { Client } from "./client.ts";
import { boxDifferences, placeDifferences } from "./compare.ts";
import { statusDifferences } from "./compare-attachments.ts";
import type { Plan } from "./data.ts";
import type { Goods } from "./goods.ts";
import { type Compared, type Runner, runnerOf, type Settings } from "./runner.ts";
import type { Figures } from "./tally.ts";

type Equal = Omit<Compared, "differences">;

/** What a replay found. `differences` and `broken` are sentences; both empty means that the store is what the files say. */
export type Outcome = {
  readonly figures: readonly Figures[];
  readonly seconds: number;
  readonly boxes: Equal;
  readonly locations: Equal;
  /** The lines whose attachments, or the lack of one, are as the files say; absent when the replay left them out. */
  readonly attachments?: Equal;
  readonly differences: readonly string[];
  /** Writes whose repeated answers broke the promise of one effect and one answer. */
  readonly broken: readonly string[];
};

/** Configures, registers and boxes the attachments; then the tries over the cap, and the corrections with the deletions. */
const writeAttachments = async (attachments: readonly Attachment[], run: string, { write }: Runner): Promise<void> => {
  const having = (extra: Extra) => attachments.filter((attachment) => attachment.extra === extra);
  await write(
    "config",
    attachments.map((one) => attachmentCalls.config(run, one)),
  );
  await write(
    "attachment location",
    attachments.map((one) => attachmentCalls.register(run, one)),
  );
  await write(
    "attachment box",
    attachments.map((one) => attachmentCalls.box(run, one)),
  );
  await write(
    "over the cap",
    having("overCap").map((one) => attachmentCalls.overCap(run, one)),
  );
  await write("corrections", [
    ...having("correction").map((one) => attachmentCalls.correct(run, one)),
    ...having("deletion").map((one) => attachmentCalls.remove(run, one)),
  ]);
};

const compareStatus = (goods: readonly Goods[], attachments: readonly Attachment[], { compare }: Runner): Promise<Compared> => {
  const attachmentOf = new Map(attachments.map((attachment) => [attachment.goods.zongpai, attachment]));
  return compare("status", goods, calls.status, (line, answer) => statusDifferences(line, attachmentOf.get(line.zongpai), answer));
};

const equalOf = ({ equal, total }: Compared): Equal => ({ equal, total });

/**
 * Replays the plan against the service: registers, boxes, does the same for the attachments, sends the storm's share again, then
 * reads every box, every location and every status back and compares them with the files.
 * @throws the reason of the client's signal once it is aborted
 */
export const replayPlan = async (plan: Plan, client: Client, settings: Settings): Promise<Outcome> => {
  const { boxes, goods } = plan;
  const { run } = settings;
  const attachments = settings.attachments ? plan.attachments : undefined;
  const runner = runnerOf(client, settings);
  const started = performance.now();

  await runner.write(
    "register",
    goods.map((line) => calls.register(run, line)),
  );
  await runner.write(
    "box",
    goods.map((line) => calls.box(run, line)),
  );
  if (attachments) await writeAttachments(attachments, run, runner);
  await runner.writeAgain();

  const inBox = attachments && Map.groupBy(attachments, (attachment) => attachment.goods.box_no);
  const foundBoxes = await runner.compare("box info", boxes, calls.boxInfo, (box, answer) =>
    boxDifferences(box, inBox && (inBox.get(box.box_no) ?? []), answer),
  );
  const foundPlaces = await runner.compare("overview", goods, calls.overview, placeDifferences);
  const foundStatus = attachments && (await compareStatus(goods, attachments, runner));

  const found = [foundBoxes, foundPlaces, ...(foundStatus ? [foundStatus] : [])];
  return {
    figures: runner.figures,
    seconds: (performance.now() - started) / 1_000,
    boxes: equalOf(foundBoxes),
    locations: equalOf(foundPlaces),
    ...(foundStatus ? { attachments: equalOf(foundStatus) } : {}),
    differences: [...runner.unrefused, ...found.flatMap(({ differences }) => differences)],
    broken: runner.broken(),
  };
};
