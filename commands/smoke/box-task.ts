import { categoriesCappedByGoods, isGoodsBelowUseRefused } from "#lib/domain/attachment-cap.ts";
import type { Site } from "#lib/site/schema.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import { type CheckWriter, takeOut } from "./writer.ts";

/** The least amount that a site takes, and the double of it: little enough for any order and any cap. */
export const amountsOf = ({ formats }: Site): { first: number; second: number } => {
  const { least, most, decimals } = formats.quantity;
  return { first: Math.min(most, Number((2 * least).toFixed(decimals))), second: least };
};

/** Why goods could be saved into a box and not taken out again; `undefined` if they can be. */
export const whyNotBoxed = async (
  { goods, box }: GoodsAndBox,
  contract: ServiceContract,
): Promise<string | undefined> => {
  const { site } = contract;
  const { heldIn, linesOf } = readerOn(contract);
  const held = await heldIn(box, goods);
  if (held.some(({ category }) => category === undefined)) return `${box} holds ${goods}`;
  if (!isGoodsBelowUseRefused(site)) return undefined;
  const capped = categoriesCappedByGoods(site).map(({ code }) => code);
  const used = (await linesOf(goods)).find(
    ({ category, boxed_quantity }) => capped.includes(String(category)) && boxed_quantity,
  );
  return used && `${used.category} of ${goods} is in boxes, and may need the goods there`;
};

/** Why goods are never saved into a box on a site, if so. */
export const neverBoxed = ({ routes }: ServiceContract): string | undefined =>
  routes.has("delete-box") ? undefined : "the site has no route that takes goods out of a box";

/** Saves goods into a box, changes their quantity, moves them, and takes them out. */
export const boxedTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
  pairs: readonly GoodsAndBox[],
): WriteTask => {
  const { site, routes, call, isError } = contract;
  const { heldIn, contentsInWords } = readerOn(contract);
  const { first, second } = amountsOf(site);

  /** Another box that does not hold the goods. */
  const freeBox = async ({ goods, box }: GoodsAndBox): Promise<string | undefined> => {
    for (const other of pairs)
      if (other.goods === goods && other.box !== box && !(await whyNotBoxed(other, contract)))
        return other.box;
    return undefined;
  };

  const run = async ({ goods: zongpai, box }: GoodsAndBox, other: string | undefined) => {
    const item = { box_no: box, zongpai };
    const save = { ...item, quantity: first };
    const holds = async (box_no: string, quantity: number | undefined, promise: string) => {
      const held = (await heldIn(box_no, zongpai)).find(({ category }) => category === undefined);
      const found = held?.quantity;
      if (found !== quantity) throw new Error(`${promise}; ${box_no} holds ${found ?? "none"}`);
    };
    const key = `smoke-${process.pid}-${Date.now()}`.padEnd(20, "0");
    const saved = await write("post-box", save, { undo: takeOut(box, zongpai), key });
    await holds(box, first, "what was saved into a box is in the box's information");
    if (site.extensions.idempotencyKey) {
      const again = await call("post-box", save, { key });
      const same = again.text === saved.text;
      assertPromise(same, "the same request with the same key gets the same answer", again);
      const mark = site.extensions.replayed;
      const marked = !mark || again.headers[mark.toLowerCase()] === "true";
      assertPromise(marked, "an answer given before is marked", again);
    } else {
      const again = await call("post-box", save);
      const error = { group: "product", condition: "duplicateBoxItem" } as const;
      assertPromise(isError(error, again, again.body), "an item is not saved twice", again);
    }
    await write("edit-box", { ...item, quantity: second });
    await holds(box, second, "a changed quantity is in the box's information");
    if (other !== undefined) {
      const move = { ...item, to_box_no: other, quantity: second };
      await write("move-item", move, { undo: takeOut(other, zongpai) });
      await holds(box, undefined, "what was moved is gone from its first box");
      await holds(other, second, "what was moved is in its second box");
    }
    await putBack();
    const last = other ?? box;
    await holds(last, undefined, "what was deleted is gone from the box's information");
    const gone = await call("delete-box", { box_no: last, zongpai });
    const error = { group: "product", condition: "itemNotFound" } as const;
    assertPromise(
      isError(error, gone, gone.body),
      "what was deleted cannot be deleted again",
      gone,
    );
  };

  return {
    name: "goods are saved into a box once, however often it is sent, corrected and taken out",
    whyNever: neverBoxed(contract),
    puttingBack: ["delete-box"],
    prepare: async (pair) => {
      const why = await whyNotBoxed(pair, contract);
      if (why !== undefined) return why;
      const other = routes.has("move-item") ? await freeBox(pair) : undefined;
      return {
        run: () => run(pair, other),
        inWords: async () => [
          ...(await contentsInWords(pair.box, pair.goods)),
          ...(other === undefined ? [] : await contentsInWords(other, pair.goods)),
        ],
      };
    },
  };
};
