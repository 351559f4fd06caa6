import { toScaled } from "#lib/domain/value.ts";
import { historyOf } from "#lib/store/history.ts";
import { category, goodsWithHeadroom, saveEntry } from "./attachments.ts";
import { type Answer, call } from "./client.ts";
import { erp } from "./erp.ts";
import { boxNo, fresh, zongpai } from "./samples.ts";
import { site } from "./site.ts";
import { table } from "./table.ts";

/** Runs tasks, so many at a time. */
const clients = async (
  count: number,
  tasks: readonly (() => Promise<unknown>)[],
): Promise<void> => {
  const left = tasks.values();
  await Promise.all(
    Array.from({ length: count }, async () => {
      for (const task of left) await task();
    }),
  );
};

const any = (to: number) => Math.floor(Math.random() * to);
const patiently = { left: () => 20_000 };

type Act = "save" | "edit" | "delete" | "move";

/** Goods, or with `attachment` an attachment of them, in some of these boxes, with as much boxed as `boxed`. */
export const laidOut = async (boxes: number, each: number, attachment: boolean) => {
  const held = Array.from({ length: boxes }, () => boxNo(fresh()));
  const { goods } = attachment
    ? await goodsWithHeadroom(boxes * each)
    : { goods: zongpai(fresh()) };
  if (!attachment) erp.setOrdered(goods, boxes * each * 10);
  const ref = { zongpai: goods, ...(attachment ? { category } : {}) };
  const save = (box: string, quantity: number) =>
    attachment
      ? saveEntry(goods, box, quantity)
      : call("post-box", { box_no: box, ...ref, quantity });
  for (const box of held.slice(0, Math.ceil(boxes / 2))) await save(box, each);
  return { goods, held, attachment, ref, save };
};

type Laid = Awaited<ReturnType<typeof laidOut>>;

/** So many writes at random by so many clients at once; all of them meet on the same goods. Returns what each was and was told. */
export const rush = async (
  { held, attachment, ref, save }: Laid,
  acts: readonly Act[],
  count: number,
  tries: number,
): Promise<(Answer & { readonly act: Act })[]> => {
  const told: (Answer & { readonly act: Act })[] = [];
  const edits = {
    edit: attachment ? "patch-attachment-box" : "edit-box",
    delete: attachment ? "delete-attachment-box" : "delete-box",
  } as const;
  const one = (act: Act): Promise<Answer> => {
    const [from, to] = [any(held.length), 1 + any(held.length - 1)];
    const box_no = held[from] ?? "";
    const quantity = 1 + any(9);
    if (act === "save") return save(box_no, quantity);
    if (act === "edit") return call(edits.edit, { box_no, ...ref, quantity });
    if (act === "delete") return call(edits.delete, { box_no, ...ref });
    return call("move-item", {
      box_no,
      to_box_no: held[(from + to) % held.length],
      ...ref,
      quantity,
    });
  };
  await clients(
    count,
    Array.from({ length: tries }, () => async () => {
      const act = acts[any(acts.length)] as Act;
      told.push({ act, ...(await one(act)) });
    }),
  );
  return told;
};

/** What is in the boxes; scaled. */
export const inBoxes = async ({ goods, held, attachment }: Laid): Promise<number> => {
  let sum = 0;
  for (const box_no of held) {
    const { items, entries } = (await call("get-box-info", { box_no })).body as Record<
      string,
      { zongpai: string; quantity: number }[]
    >;
    for (const item of (attachment ? entries : items) ?? [])
      if (item.zongpai === goods)
        sum += toScaled(item.quantity, site.formats.quantity.decimals) ?? Number.NaN;
  }
  return sum;
};

/** What history says must be in the boxes, and how many moves it has; scaled. */
export const recordedOf = async ({ goods, attachment }: Laid) => {
  let [sum, moves] = [0, 0];
  for (const { event } of await historyOf(table, goods, patiently)) {
    if (event.kind === "transferred") moves += 1;
    if ("category" in event && (event.category !== undefined) !== attachment) continue;
    if (event.kind === "saved" && (event.category !== undefined) === attachment)
      sum += event.quantity;
    if (event.kind === "corrected" && (event.category !== undefined) === attachment)
      sum += event.to - event.from;
  }
  return { sum, moves };
};
