import * as settings from "site:settings";
import type { Answer, Fields, ReadId } from "#lib/page/requests.ts";
import { askWhatMay } from "../shared/may.ts";
import { type Read, readGoods, readOf } from "../shared/read.ts";
import { client } from "./client.ts";
import { isIdle, isOffered, type Label, modes } from "./flow.ts";
import { type Found, set, state } from "./store.ts";

/** Milliseconds that a worker waits for a read. */
const wait = { patience: 5_000 };

/** Asks the service, for as long as a worker waits. */
export const read = async <Id extends ReadId>(
  route: Id,
  fields: Fields<Id>,
): Promise<Read<Answer<Id>>> => readOf(await client.ask(route, fields, wait));

/** Whether the key is known, if anybody answers, by the read that costs least. */
export const askKey = async (): Promise<boolean | undefined> => {
  const outcome = await client.ask("get-attachment-categories", {}, wait);
  if (outcome.state === "held" && !outcome.forbidden) return false;
  return outcome.state === "done" || undefined;
};

/** Asks what this key may do, where keys differ; a mode that is not for it is left, if nothing is in hand. */
export const askMay = async (): Promise<void> => {
  await askWhatMay(client, [
    "post-trace-location",
    "post-box",
    "post-attachment-box",
    "post-attachment-location",
    "location-overview",
    "get-goods-status",
    "get-box-info",
    "get-history",
    "delete-box",
    "delete-attachment-box",
    "edit-box",
    "patch-attachment-box",
    "clear-place",
  ]);
  const { flow } = state();
  const mode =
    isOffered(flow.mode) || !isIdle(flow) ? flow.mode : (modes.find(isOffered) ?? flow.mode);
  // Another flow would make a new scan of a second reading.
  set({ flow: mode === flow.mode ? flow : { ...flow, mode } });
};

/** The attachments of the goods in hand; offline all that the site has, without headroom. */
export const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = await read("get-attachment-status", { zongpai });
  if (state().flow.goods === zongpai) set({ choices: answer?.categories ?? settings.categories });
};

export const askBox = async (box_no: string): Promise<void> => {
  set({ contents: undefined });
  const { answer } = await read("get-box-info", { box_no });
  if (answer && state().flow.box === box_no) set({ contents: answer });
};

export const askCounted = async (zongpai: string): Promise<void> => {
  set({ counted: undefined });
  const { answer } = await readGoods(read, zongpai);
  if (state().flow.goods === zongpai) set({ counted: answer });
};

const findings = async ({ kind, value }: Label): Promise<Omit<Found, "label">> => {
  if (kind === "zongpai") {
    const { answer: goods, sentence } = await readGoods(read, value);
    return { goods, sentence };
  }
  if (kind === "box_no") {
    const { answer: box, sentence } = await read("get-box-info", { box_no: value });
    return { box, sentence };
  }
  const { answer: shelf, sentence } = await read("location-overview", { location: value });
  return { shelf, sentence };
};

export const lookUp = async (label: Label): Promise<void> => {
  set({ found: { label, asking: true } });
  const found = await findings(label);
  const { goods, box, shelf, sentence } = found;
  const silent = (goods ?? box ?? shelf ?? sentence) === undefined;
  if (state().found?.label === label) set({ found: { label, silent, ...found } });
};
