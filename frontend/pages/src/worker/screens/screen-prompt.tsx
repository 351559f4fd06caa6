import words from "site:words/worker";
import { formatAmount } from "../../shared/text.tsx";
import { fieldsOf } from "../outcome/queued-write.ts";
import type { ScanRow } from "../outcome/rows.ts";
import { PadDetails, PadNumber } from "../scan/number-pad.tsx";
import { isQuestion, type NumberPad } from "../scan/pad-number.ts";
import { type HeldThing, heldAttachment, type PromptProps } from "../scan/prompt.tsx";
import { type StackedScreen, state } from "../state.ts";
import { partWords } from "./part-words.ts";
import { productOf } from "./product.ts";

const { kinds, next } = words;
const { prompts } = partWords;

const thingsOfScreen = (
  screen: Extract<StackedScreen, { readonly is: "row" | "pad" | "move" }>,
): HeldThing[] => {
  const { box_no, zongpai, category } = screen.of;
  const isMove = screen.is === "move";
  const sum = isMove && `× ${formatAmount(screen.quantity)}`;
  const goods: HeldThing[] = [{ icon: "goods", what: kinds.goods, code: zongpai, sum }];
  if (category) goods.push(heldAttachment(category));
  if (!box_no) return goods;
  const box: HeldThing = { icon: isMove ? "out" : "box", what: kinds.box, code: box_no };
  return isMove ? [...goods, box] : [box, ...goods];
};

/** The goods or the box of a scan from a list. */
const thingsOfScan = ({ entry }: ScanRow): HeldThing[] => {
  const { zongpai, box_no, category } = fieldsOf(entry);
  if (!zongpai) return [{ icon: "box", what: kinds.box, code: box_no ?? "" }];
  const goods: HeldThing = { icon: "goods", what: kinds.goods, code: zongpai };
  return category ? [goods, heldAttachment(category)] : [goods];
};

/** The title of a number: the product, if the page knows it. A number that only a touch saves is a question. */
const padTitle = (pad: NumberPad) => {
  const product = productOf(pad.of.zongpai);
  if (!product) return isQuestion(pad) ? prompts.thisMany : prompts.howMany;
  if (isQuestion(pad))
    return (
      <>
        {prompts.thisMany} <small>{product}</small>
      </>
    );
  return (
    <>
      <span class="hide">{prompts.howMany} </span>
      <span class="product">{product}</span>
    </>
  );
};

/** What a screen on top of the hand asks for. */
export const screenPrompt = (screen: StackedScreen): PromptProps => {
  if (screen.is === "moveAll") {
    const sum = `× ${formatAmount(screen.items.length)}`;
    const held: HeldThing[] = [{ icon: "out", what: kinds.shelf, code: screen.from, sum }];
    return {
      text: prompts.otherShelf,
      icon: "shelf",
      hint: prompts.nothingMoved,
      held,
      shape: "whole",
    };
  }
  if (screen.is === "scan") {
    const row = state().rows.find(({ entry }) => entry.id === screen.id);
    return { text: next.choose, held: row && thingsOfScan(row), shape: "alone" };
  }
  if (!("of" in screen)) return { text: "", shape: "hide" };
  const held = thingsOfScreen(screen);
  if (screen.is === "move")
    return {
      text: prompts.otherBox,
      icon: "box",
      hint: prompts.nothingMoved,
      held,
      shape: "whole",
    };
  if (screen.is === "row") {
    const sum = screen.of.box_no && <span class="sum n">× {formatAmount(screen.held)}</span>;
    return { text: next.choose, held, shape: "alone", beside: sum };
  }
  return {
    text: padTitle(screen),
    held,
    shape: "alone counting",
    beside: <PadNumber pad={screen} />,
    children: <PadDetails pad={screen} />,
  };
};
