import { may } from "../shared/may.ts";
import { read } from "./ask.ts";
import { saving } from "./commands.ts";
import { type Item, partsOf, type Row } from "./rows.ts";
import { type Advice, set, state } from "./store.ts";

type Asked = Map<string, ReturnType<typeof askBox>>;
const askBox = (box_no: string) => read("get-box-info", { box_no });
/** A box is asked once, of how many scans it may be. */
const boxOf = (asked: Asked, box_no: string) => {
  const answer = asked.get(box_no) ?? askBox(box_no);
  asked.set(box_no, answer);
  return answer;
};

/** What would pass in the place of a refused save, or that it is there, as the service says now; of attachments as many as still may be boxed. */
const adviceOn = async (row: Row, asked: Asked): Promise<Advice> => {
  const { route } = row.entry;
  const { zongpai, box_no, category, quantity = 0 } = partsOf(row.entry);
  if (!box_no || (route !== "post-box" && route !== "post-attachment-box")) return {};
  const item: Item = { box_no, zongpai, category };
  const [{ answer: box }, status] = await Promise.all([
    boxOf(asked, box_no),
    category ? read("get-attachment-status", { zongpai }) : undefined,
  ]);
  const all: readonly (Omit<Item, "box_no"> & { readonly quantity: number })[] =
    (category ? box?.entries : box?.items) ?? [];
  const held = all.find((one) => one.zongpai === zongpai && one.category === category)?.quantity;
  const line = status?.answer?.categories.find((one) => one.category === category);
  const possible = Math.min(quantity, (line?.headroom ?? quantity) + (held ?? 0));
  if (held === quantity) return { there: true };
  // What a box without it refuses is refused again, unless it is less.
  if (possible <= 0 || possible === held || (!held && possible === quantity)) return {};
  return { correction: saving(item, possible, held) };
};

/** Looks for what would pass in the place of these refusals, one after the other. */
export const advise = async (rows: readonly Row[]): Promise<void> => {
  const asked: Asked = new Map();
  for (const row of rows) {
    const { newer, entry } = row;
    if (provedBy !== "nothing" && newer?.registered_at && may("get-history")) {
      const { answer } = await read("get-history", { zongpai: entry.goods });
      const is = answer?.events.find(({ registered_at }) => registered_at === newer.registered_at);
      set({ advice: { ...state().advice, [entry.id]: { who: is?.who } } });
    }
    if (!entry.refusal) continue;
    const { correction, there } = await adviceOn(row, asked);
    const advice = {
      there,
      correction: correction && may(correction.route) ? correction : undefined,
    };
    set({ advice: { ...state().advice, [row.entry.id]: advice } });
  }
};
