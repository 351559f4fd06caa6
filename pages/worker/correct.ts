import settings from "site:settings";
import { client } from "./client.ts";
import type { Command } from "./flow.ts";
import { send } from "./send.ts";
import { type Scanned, set, state, type Unsettled } from "./store.ts";

/** Milliseconds. */
const patience = 5_000;

const unless = (route: "edit-box" | "patch-attachment-box", quantity: number) =>
  "expected_quantity" in (settings.client.routes[route]?.takes ?? {}) ? { expected_quantity: quantity } : {};

type Item = { readonly box_no: string; readonly zongpai: string; readonly quantity: number };

/** Goods are in the box already with another quantity: it is corrected. */
const goodsCorrection = async (item: Item): Promise<Command | undefined> => {
  const box = await client.ask("get-box-info", { box_no: item.box_no }, { patience });
  const there = box.state === "done" ? box.answer.items.find(({ zongpai }) => zongpai === item.zongpai) : undefined;
  if (!there || there.quantity === item.quantity) return undefined;
  return { route: "edit-box", fields: { ...item, ...unless("edit-box", there.quantity) } };
};

/** As for goods; or fewer of them, as many as still may be boxed. */
const attachmentCorrection = async (item: Item, category: string): Promise<Command | undefined> => {
  const { box_no, zongpai, quantity } = item;
  const [box, status] = await Promise.all([
    client.ask("get-box-info", { box_no }, { patience }),
    client.ask("get-attachment-status", { zongpai }, { patience }),
  ]);
  const entries = box.state === "done" ? box.answer.entries : [];
  const there = entries.find((entry) => entry.zongpai === zongpai && entry.category === category);
  const state = status.state === "done" ? status.answer.categories.find((one) => one.category === category) : undefined;
  const most = (state?.headroom ?? quantity) + (there?.quantity ?? 0);
  const possible = Math.min(quantity, most);
  if (possible <= 0 || possible === there?.quantity) return undefined;
  if (there)
    return {
      route: "patch-attachment-box",
      fields: { ...item, category, quantity: possible, ...unless("patch-attachment-box", there.quantity) },
    };
  return possible < quantity ? { route: "post-attachment-box", fields: { ...item, category, quantity: possible } } : undefined;
};

/** What would pass in the place of a refused save: as the service says now, never as its sentence reads. */
const correctionOf = async ({ route, fields: { box_no, zongpai, category, quantity } }: Scanned): Promise<Command | undefined> => {
  const item = { box_no: String(box_no), zongpai: String(zongpai), quantity: Number(quantity) };
  if (route === "post-box") return goodsCorrection(item);
  return route === "post-attachment-box" ? attachmentCorrection(item, String(category)) : undefined;
};

/** Shows what the worker must settle, and looks for what would pass instead. */
export const openUnsettled = async (): Promise<void> => {
  set({ settling: true, settlingSince: state().tellings, typing: false, camera: false, wrong: undefined, note: undefined });
  for (const { entry, refusal } of state().unsettled) {
    const correction = refusal && (await correctionOf(entry));
    set({ unsettled: state().unsettled.map((one) => (one.entry.id === entry.id ? { ...one, correction } : one)) });
  }
};

/** Sends the correction; the refusal is settled by it. */
export const correct = async ({ correction, understood }: Unsettled): Promise<void> => {
  if (correction && (await send(correction))) understood();
};
