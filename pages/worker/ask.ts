import * as settings from "site:settings";
import type { Misread, ReadOutcome } from "#scanner/client/client.ts";
import { type Goods, together } from "../shared/goods.ts";
import { askWhatMay, may } from "../shared/may.ts";
import { client } from "./client.ts";
import { isIdle, isOffered, type Label, modes } from "./flow.ts";
import { type Found, set, state } from "./store.ts";

/** Milliseconds that a worker waits for a read. */
const wait = { patience: 5_000 };

type Answered<A> = { readonly answer?: A; readonly sentence?: string; readonly silent?: boolean };
const answered = <A>(outcome: ReadOutcome<A> | Misread): Answered<A> => {
  if (outcome.state === "done" || outcome.state === "superseded") return { answer: outcome.answer };
  return outcome.state === "refused" ? { sentence: outcome.refusal.message } : { silent: true };
};

/** Whether the key is known, if anybody answers: the read that costs least tells it, and the service's time. */
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

const askGoods = async (zongpai: string): Promise<Answered<Goods>> => {
  if (may("get-goods-status"))
    return answered(await client.ask("get-goods-status", { zongpai }, wait));
  const [{ answer, ...failed }, attachments] = await Promise.all([
    client.ask("location-overview", { zongpai }, wait).then(answered),
    client.ask("get-attachment-status", { zongpai }, wait).then(answered),
  ]);
  return answer ? { answer: together(answer, attachments.answer?.categories ?? []) } : failed;
};

/** The attachments of the goods in hand; offline all that the site has, without headroom. */
export const askChoices = async (zongpai: string): Promise<void> => {
  const { answer } = answered(await client.ask("get-attachment-status", { zongpai }, wait));
  if (state().flow.goods === zongpai) set({ choices: answer?.categories ?? settings.categories });
};

/** What the box holds already; without an answer the list shows what this page has saved. */
export const askBox = async (box_no: string): Promise<void> => {
  set({ contents: undefined });
  const { answer } = answered(await client.ask("get-box-info", { box_no }, wait));
  if (answer && state().flow.box === box_no) set({ contents: answer });
};

/** How many of the goods are boxed, of how many. */
export const askCounted = async (zongpai: string): Promise<void> => {
  set({ counted: undefined });
  const { answer } = await askGoods(zongpai);
  if (state().flow.goods === zongpai) set({ counted: answer });
};

const findings = async ({ kind, value }: Label): Promise<Omit<Found, "label">> => {
  if (kind === "zongpai") {
    const { answer: goods, ...failed } = await askGoods(value);
    return { goods, ...failed };
  }
  if (kind === "box_no") {
    const { answer: box, ...failed } = answered(
      await client.ask("get-box-info", { box_no: value }, wait),
    );
    return { box, ...failed };
  }
  const { answer: shelf, ...failed } = answered(
    await client.ask("location-overview", { location: value }, wait),
  );
  return { shelf, ...failed };
};

/** Everything that the service says of a label. */
export const lookUp = async (label: Label): Promise<void> => {
  set({ found: { label, asking: true } });
  const found = await findings(label);
  // Meanwhile another label may have been scanned.
  if (state().found?.label === label) set({ found: { label, ...found } });
};
