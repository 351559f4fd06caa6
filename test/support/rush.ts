import { toScaled } from "#lib/domain/value.ts";
import { boxes, category, goodsWithHeadroom, saveEntry } from "./attachments.ts";
import { type Answer, call } from "./client.ts";
import { erp } from "./erp.ts";
import { fresh, zongpai } from "./samples.ts";
import { site } from "./site.ts";

/** Runs jobs by so many clients at once; gives their results in the order of the jobs. */
export const clients = async <Result>(
  count: number,
  jobs: readonly (() => Promise<Result>)[],
): Promise<Result[]> => {
  const results: Result[] = [];
  const left = jobs.entries();
  const work = async () => {
    for (const [at, job] of left) results[at] = await job();
  };
  await Promise.all(Array.from({ length: count }, work));
  return results;
};

const any = (to: number) => Math.floor(Math.random() * to);

type Act = "save" | "edit" | "delete" | "move";

/** Goods, or an attachment of them, of which half of the boxes hold `each`. */
export const laidOut = async (count: number, each: number, attachment: boolean) => {
  const held = boxes(count);
  const { goods } = attachment
    ? await goodsWithHeadroom(count * each)
    : { goods: zongpai(fresh()) };
  if (!attachment) erp.setOrdered(goods, count * each * 10);
  const ref = { zongpai: goods, ...(attachment ? { category } : {}) };
  const save = (box: string, quantity: number) =>
    attachment
      ? saveEntry(goods, box, quantity)
      : call("post-box", { box_no: box, ...ref, quantity });
  for (const box of held.slice(0, Math.ceil(count / 2))) await save(box, each);
  return { goods, held, attachment, ref, save };
};

type Laid = Awaited<ReturnType<typeof laidOut>>;

/** So many random writes of the same goods by twelve clients at once, each with its answer. */
export const rush = (
  { held, attachment, ref, save }: Laid,
  acts: readonly Act[],
  tries: number,
): Promise<(Answer & { readonly act: Act })[]> => {
  const ask = (act: Act): Promise<Answer> => {
    const [from, to] = [any(held.length), 1 + any(held.length - 1)];
    const box_no = held[from] ?? "";
    const quantity = 1 + any(9);
    if (act === "save") return save(box_no, quantity);
    if (act === "edit")
      return call(attachment ? "patch-attachment-box" : "edit-box", { box_no, ...ref, quantity });
    if (act === "delete")
      return call(attachment ? "delete-attachment-box" : "delete-box", { box_no, ...ref });
    const to_box_no = held[(from + to) % held.length];
    return call("move-item", { box_no, to_box_no, ...ref, quantity });
  };
  const job = async () => {
    const act = acts[any(acts.length)] as Act;
    return { act, ...(await ask(act)) };
  };
  return clients(12, Array<typeof job>(tries).fill(job));
};

type Rows = readonly { readonly zongpai: string; readonly quantity: number }[] | undefined;

/** What is in the boxes; scaled. */
export const inBoxes = async ({ goods, held, attachment }: Laid): Promise<number> => {
  let sum = 0;
  for (const box_no of held) {
    const { body } = await call("get-box-info", { box_no });
    for (const { zongpai, quantity } of (body[attachment ? "entries" : "items"] as Rows) ?? [])
      if (zongpai === goods)
        sum += toScaled(quantity, site.formats.quantity.decimals) ?? Number.NaN;
  }
  return sum;
};
