import words from "site:words/board";
import type { ComponentChildren } from "preact";
import {
  type BoxItem,
  moveCommand,
  placeCommand,
  type TargetPlace,
  takeOutCommand,
  type WriteCommand,
} from "../shared/commands.ts";
import { correctionsOf, meaningsOfNumber } from "../shared/corrections.ts";
import type { GoodsDetails } from "../shared/goods-details.ts";
import { refusalValuesOf } from "../shared/refusal.ts";
import { mayCall } from "../shared/rights.ts";
import { SaveLabel } from "../shared/save-label.tsx";
import { type ReadResult, readGoodsDetails } from "../shared/service-reads.ts";
import { CodeText, fillTemplate, formatAmount } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import type { ListedRefusal } from "./seen-refusals.ts";

/** A command that would pass instead of a refused one, and the label of its button. */
type Correction = { readonly command: WriteCommand; readonly label: ComponentChildren };

/** `isThere`: the requested state is already recorded. */
export type RefusalAdvice = {
  readonly corrections: readonly Correction[];
  readonly isThere?: boolean;
};

const nothing: RefusalAdvice = { corrections: [] };

const offer = (command: WriteCommand, label: ComponentChildren): RefusalAdvice =>
  mayCall(command.route) ? { corrections: [{ command, label }] } : nothing;

const quantityIn = ({ boxes }: GoodsDetails, { box_no, category }: BoxItem): number | undefined =>
  boxes.find((box) => box.box_no === box_no && box.category === category)?.quantity;

/** Whether the service would refuse the same request for the same reason. */
const isStillWrong = ({ category, ...refusal }: ListedRefusal, goods: GoodsDetails): boolean => {
  const { condition } = refusalValuesOf(refusal);
  if (condition === "zongpaiNotFound") return goods.ordered_quantity === undefined;
  if (condition === "categoryNotConfigured")
    return !goods.categories.find((line) => line.category === category)?.configured;
  return condition === "boxNotFound";
};

/** Whether only a new row of the ERP can let the request pass. */
export const needsErp = (refusal: ListedRefusal): boolean =>
  refusalValuesOf(refusal).condition === "zongpaiNotFound";

/** Whether a correction may pass: not of a configuration or a clearing, whose request the list does not hold, and not for an unknown box. */
export const canPass = (refusal: ListedRefusal): boolean => {
  const { box_no, location, off_shelf, zongpai } = refusal;
  const isPlace = location !== undefined || off_shelf === true;
  const isInBox = zongpai !== undefined && box_no !== undefined;
  return (isPlace || isInBox) && refusalValuesOf(refusal).condition !== "boxNotFound";
};

const adviseOnMove = (
  item: BoxItem,
  { to_box_no = "", quantity = 0 }: ListedRefusal,
  goods: GoodsDetails,
): RefusalAdvice => {
  const held = quantityIn(goods, item) ?? 0;
  const heldByOther = quantityIn(goods, { ...item, box_no: to_box_no });
  if (held === 0) return { ...nothing, isThere: heldByOther === quantity };
  // The service refuses to move goods into a box that already holds some of them.
  if (heldByOther) return nothing;
  const count = Math.min(quantity, held);
  const values = { count: formatAmount(count), box: <CodeText>{to_box_no}</CodeText> };
  const label = fillTemplate(words.acts.moveNumber, values);
  return offer(moveCommand(item, to_box_no, count, held), label);
};

const adviseOnSave = (
  item: BoxItem,
  refusal: ListedRefusal,
  goods: GoodsDetails,
): RefusalAdvice => {
  const { quantity = 0 } = refusal;
  const held = quantityIn(goods, item);
  if (held === quantity) return { ...nothing, isThere: true };
  const { condition } = refusalValuesOf(refusal);
  const { ordered_quantity: ordered, items_quantity } = goods;
  const isLimited = condition === "boxedBeyondOrdered" && ordered !== undefined;
  const headroom = item.category
    ? goods.categories.find(({ category }) => category === item.category)?.headroom
    : isLimited
      ? Math.max(0, ordered - items_quantity)
      : undefined;
  const meanings = meaningsOfNumber(quantity, held ?? 0, condition === "duplicateBoxItem");
  const isAgain = () => isStillWrong(refusal, goods);
  const corrections = correctionsOf(item, meanings, { held, headroom }, isAgain).map(
    ({ command, ...saved }) => ({
      command,
      label: <SaveLabel {...saved} category={item.category} />,
    }),
  );
  return { corrections };
};

const adviseOnPlace = (refusal: ListedRefusal, goods?: GoodsDetails): RefusalAdvice => {
  const { location, off_shelf, zongpai, category, box_no } = refusal;
  const place: TargetPlace | undefined = off_shelf
    ? { off_shelf, location }
    : location === undefined
      ? undefined
      : { location };
  if (!place || (goods && isStillWrong(refusal, goods))) return nothing;
  const item = zongpai === undefined ? { box_no } : { zongpai, category };
  return offer(placeCommand(place, item), words.acts.tryAgain);
};

/** Finds the commands that would now pass instead of a refused write. */
export const adviseOnRefusal = async (
  refusal: ListedRefusal,
): Promise<ReadResult<RefusalAdvice>> => {
  const { zongpai, box_no, to_box_no, category, quantity } = refusal;
  if (zongpai === undefined) return { answer: adviseOnPlace(refusal) };
  const { answer: goods, ...failed } = await readGoodsDetails(readRoute, zongpai);
  if (!goods) return failed;
  if (box_no === undefined) return { answer: adviseOnPlace(refusal, goods) };
  const item: BoxItem = { box_no, zongpai, category };
  if (to_box_no !== undefined) return { answer: adviseOnMove(item, refusal, goods) };
  if (quantity !== undefined) return { answer: adviseOnSave(item, refusal, goods) };
  const held = quantityIn(goods, item);
  if (!held) return { answer: { ...nothing, isThere: true } };
  return { answer: offer(takeOutCommand(item, held), words.acts.takeOut) };
};
