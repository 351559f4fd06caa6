import { may } from "../shared/may.ts";
import { read } from "./ask.ts";
import { expecting } from "./expecting.ts";
import { send } from "./send.ts";
import { type Problem, type Scanned, set, state } from "./store.ts";

type Item = { readonly box_no: string; readonly zongpai: string; readonly quantity: number };

type Advice = Pick<Problem, "correction" | "there">;

const goodsCorrection = async (item: Item): Promise<Advice> => {
  const { answer } = await read("get-box-info", { box_no: item.box_no });
  const there = answer?.items.find(({ zongpai }) => zongpai === item.zongpai);
  if (!there || there.quantity === item.quantity) return { there: there !== undefined };
  return {
    correction: {
      route: "edit-box",
      fields: { ...item, ...expecting("edit-box", there.quantity) },
    },
  };
};

/** As for goods; or fewer of them, as many as still may be boxed. */
const attachmentCorrection = async (item: Item, category: string): Promise<Advice> => {
  const { box_no, zongpai, quantity } = item;
  const [box, status] = await Promise.all([
    read("get-box-info", { box_no }),
    read("get-attachment-status", { zongpai }),
  ]);
  const there = box.answer?.entries.find(
    (entry) => entry.zongpai === zongpai && entry.category === category,
  );
  const line = status.answer?.categories.find((one) => one.category === category);
  const most = (line?.headroom ?? quantity) + (there?.quantity ?? 0);
  const possible = Math.min(quantity, most);
  if (there?.quantity === quantity) return { there: true };
  if (possible <= 0 || possible === there?.quantity) return {};
  const fields = { ...item, category, quantity: possible };
  if (there)
    return {
      correction: {
        route: "patch-attachment-box",
        fields: { ...fields, ...expecting("patch-attachment-box", there.quantity) },
      },
    };
  return possible < quantity ? { correction: { route: "post-attachment-box", fields } } : {};
};

/** What would pass in the place of a refused save, or that it is there, as the service says now. */
const adviceOn = async ({
  route,
  fields: { box_no, zongpai, category, quantity },
}: Scanned): Promise<Advice> => {
  const item = { box_no: String(box_no), zongpai: String(zongpai), quantity: Number(quantity) };
  if (route === "post-box") return goodsCorrection(item);
  return route === "post-attachment-box" ? attachmentCorrection(item, String(category)) : {};
};

/** The entries with advice since the list was opened. */
let advised = new Set<string>();
let turn = Promise.resolve();

/** Looks once for what would pass in the place of a refusal. */
export const advise = ({ entry, refusal }: Problem): void => {
  if (!refusal || advised.has(entry.id)) return;
  advised.add(entry.id);
  turn = turn.then(async () => {
    const { correction, there } = await adviceOn(entry);
    const advice = {
      there,
      correction: correction && may(correction.route) ? correction : undefined,
    };
    set({
      problems: state().problems.map((one) =>
        one.entry.id === entry.id ? { ...one, ...advice } : one,
      ),
    });
  });
};

export const openProblems = (): void => {
  advised = new Set();
  set({
    showsProblems: true,
    problemsOpenedAt: state().resultCount,
    typing: false,
    camera: false,
    wrong: undefined,
    note: undefined,
  });
};

export const correct = async ({ correction, understood }: Problem): Promise<void> => {
  set({ wrong: undefined, note: undefined });
  if (correction && (await send(correction))) understood();
};
