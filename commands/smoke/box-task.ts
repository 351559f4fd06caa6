import { categoriesCappedByGoods, isGoodsBelowUseRefused } from "#lib/domain/attachment-cap.ts";
import type { Site } from "#lib/site/schema.ts";
import { assertPromise, type ServiceContract } from "../contract/contract.ts";
import type { GoodsAndBox } from "./pairs.ts";
import { readerOn } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import { type CheckWriter, takeOut } from "./writer.ts";

/** The smallest quantity that a site accepts, and twice that quantity. Both are small enough for any order and any cap. */
export const amountsOf = ({ formats }: Site): { first: number; second: number } => {
  const { least, most, decimals } = formats.quantity;
  const twice = Number((2 * least).toFixed(decimals));
  return { first: Math.min(most, twice), second: least };
};

/** The reason why goods must not be saved into a box, because they could not be taken out again; `undefined` if they could. */
export const whyNotBoxed = async (
  { goods, box }: GoodsAndBox,
  contract: ServiceContract,
): Promise<string | undefined> => {
  const { site } = contract;
  const { readContents, readStatusLines } = readerOn(contract);
  const held = await readContents(box, goods);
  if (held.some(({ category }) => category === undefined)) return `${box} holds ${goods}`;
  if (!isGoodsBelowUseRefused(site)) return undefined;
  const cappedCodes = categoriesCappedByGoods(site).map(({ code }) => code);
  const lines = await readStatusLines(goods);
  const boxedLine = lines.find(
    ({ category, boxed_quantity }) => cappedCodes.includes(String(category)) && boxed_quantity,
  );
  return (
    boxedLine && `${boxedLine.category} of ${goods} is in boxes, and may need these goods there`
  );
};

/** The reason why the checks never save goods into a box on a site, if there is one. */
export const whyNeverBoxed = ({ routes }: ServiceContract): string | undefined =>
  routes.has("delete-box") ? undefined : "the site has no route to take goods out of a box";

/** Saves goods into a box, changes their quantity, moves them, and takes them out. */
export const boxTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
  pairs: readonly GoodsAndBox[],
): WriteTask => {
  const { site, routes, call, isError } = contract;
  const { readContents, describeContents } = readerOn(contract);
  const { first, second } = amountsOf(site);

  /** Finds another box that does not hold the goods. */
  const findFreeBox = async ({ goods, box }: GoodsAndBox): Promise<string | undefined> => {
    for (const other of pairs)
      if (other.goods === goods && other.box !== box && !(await whyNotBoxed(other, contract)))
        return other.box;
    return undefined;
  };

  const run = async ({ goods: zongpai, box }: GoodsAndBox, otherBox: string | undefined) => {
    const item = { box_no: box, zongpai };
    const itemToSave = { ...item, quantity: first };
    const requireHeld = async (box_no: string, quantity: number | undefined, promise: string) => {
      const rows = await readContents(box_no, zongpai);
      const found = rows.find(({ category }) => category === undefined)?.quantity;
      if (found !== quantity) throw new Error(`${promise}; ${box_no} holds ${found ?? "none"}`);
    };
    const key = `smoke-${process.pid}-${Date.now()}`.padEnd(20, "0");
    const saved = await write("post-box", itemToSave, { undo: takeOut(box, zongpai), key });
    await requireHeld(box, first, "saved goods are in the box information");
    if (site.extensions.idempotencyKey) {
      const repeated = await call("post-box", itemToSave, { key });
      const isSame = repeated.text === saved.text;
      assertPromise(isSame, "the same request with the same key gets the same answer", repeated);
      const mark = site.extensions.replayed;
      const isMarked = !mark || repeated.headers[mark.toLowerCase()] === "true";
      assertPromise(isMarked, "a repeated answer is marked", repeated);
    } else {
      const repeated = await call("post-box", itemToSave);
      const error = { group: "product", condition: "duplicateBoxItem" } as const;
      const isRefused = isError(error, repeated, repeated.body);
      assertPromise(isRefused, "an item is not saved twice", repeated);
    }
    await write("edit-box", { ...item, quantity: second });
    await requireHeld(box, second, "a changed quantity is in the box information");
    if (otherBox !== undefined) {
      const move = { ...item, to_box_no: otherBox, quantity: second };
      await write("move-item", move, { undo: takeOut(otherBox, zongpai) });
      await requireHeld(box, undefined, "moved goods are no longer in the first box");
      await requireHeld(otherBox, second, "moved goods are in the second box");
    }
    await putBack();
    const lastBox = otherBox ?? box;
    await requireHeld(lastBox, undefined, "deleted goods are no longer in the box information");
    const secondDeletion = await call("delete-box", { box_no: lastBox, zongpai });
    const error = { group: "product", condition: "itemNotFound" } as const;
    assertPromise(
      isError(error, secondDeletion, secondDeletion.body),
      "deleted goods cannot be deleted again",
      secondDeletion,
    );
  };

  return {
    name: "goods are saved into a box only once, corrected and taken out",
    whyNever: whyNeverBoxed(contract),
    undoRoutes: ["delete-box"],
    prepare: async (pair) => {
      const reason = await whyNotBoxed(pair, contract);
      if (reason !== undefined) return reason;
      const otherBox = routes.has("move-item") ? await findFreeBox(pair) : undefined;
      return {
        run: () => run(pair, otherBox),
        describeState: async () => [
          ...(await describeContents(pair.box, pair.goods)),
          ...(otherBox === undefined ? [] : await describeContents(otherBox, pair.goods)),
        ],
      };
    },
  };
};
