import * as settings from "site:settings";
import type { Answer, Fields, ReadId } from "#lib/page/requests.ts";
import { askWhatMay } from "../shared/may.ts";
import { type Read, readGoods, readOf } from "../shared/read.ts";
import { client } from "./client.ts";
import { begin, isEmpty, isOffered, type Label, modes } from "./hand.ts";
import { codesOf, type Row } from "./rows.ts";
import { type Found, type State, set, state, top } from "./store.ts";

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
    "post-box-location",
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
  const { hand, screens } = state();
  if (hand.mode === "check" || isOffered(hand.mode) || !isEmpty(hand)) return set({});
  const mode = modes.find(isOffered) ?? hand.mode;
  // Another hand would make a new scan of a second reading.
  if (mode === "look") set({ screens: [{ is: "look" }, ...screens] });
  else if (mode !== hand.mode) set({ hand: begin[mode] });
};

/** The attachments of the goods in hand; offline all that the site has, without headroom. If one alone may be boxed, that is taken. */
export const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = await read("get-attachment-status", { zongpai });
  const { hand } = state();
  if (hand.mode !== "attach" || hand.zongpai !== zongpai) return;
  const [only, ...others] = answer?.categories.filter(isOpen) ?? [];
  set({ choices: answer?.categories ?? settings.categories });
  if (only && others.length === 0 && !hand.category)
    set({ hand: { mode: "attach", zongpai, category: only.category } });
};

/** Whether it may be boxed, as far as anybody knows. */
export const isOpen = ({ headroom, configured }: NonNullable<State["choices"]>[number]): boolean =>
  headroom !== 0 && configured !== false;

export const askBox = async (box_no: string): Promise<void> => {
  const known = new Set(
    state().rows.flatMap(({ outcome, entry }) => (outcome === "kept" ? [] : [entry.id])),
  );
  const { answer } = await read("get-box-info", { box_no });
  const { hand, screens } = state();
  const isAsked =
    (hand.mode === "box" && hand.box_no === box_no) ||
    screens.some((one) => one.is === "pad" && one.of.box_no === box_no);
  if (answer && isAsked) set({ contents: { box: answer, known } });
};

export const askCounted = async (zongpai: string): Promise<void> => {
  set({ counted: undefined });
  const { answer } = await readGoods(read, zongpai);
  const shown = top();
  if (shown?.is === "pad" && shown.of.zongpai === zongpai) set({ counted: answer });
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
  const shown = state().found;
  // What changes is shown until the answer is there.
  const before = shown?.label.value === label.value ? shown : undefined;
  set({ found: { ...before, label, asking: true } });
  const found = await findings(label);
  const { goods, box, shelf, sentence } = found;
  const silent = (goods ?? box ?? shelf ?? sentence) === undefined;
  if (state().found?.label === label) set({ found: { label, silent, ...found } });
};

/** Asks again what is shown and was changed by a scan that has ended. */
export const refresh = (row: Row): void => {
  const { hand, found } = state();
  const shown = top();
  if (shown?.is === "look" && found && codesOf(row).includes(found.label.value))
    void lookUp(found.label);
  // After a save of an attachment its headroom is another one.
  if (hand.mode === "attach" && hand.zongpai === row.entry.goods && !hand.category)
    void askChoices(hand.zongpai);
};

/** Asks what the screen shows, of a page that starts in the middle of something. */
export const askAll = (): void => {
  const { hand, screens } = state();
  if (hand.mode === "box" && hand.box_no) void askBox(hand.box_no);
  if (hand.mode === "attach" && hand.zongpai) void askChoices(hand.zongpai);
  for (const one of screens) {
    if (one.is === "look" && one.label) void lookUp(one.label);
    if (one.is === "pad") void askCounted(one.of.zongpai);
  }
};
