import * as settings from "site:settings";
import words from "site:words/worker";
import { thingOf } from "../shared/labels.ts";
import { amount, fill } from "../shared/text.tsx";
import { Camera } from "./camera.tsx";
import { counts, expects, type Flow } from "./flow.ts";
import { Count } from "./pad.tsx";
import type { Held, SignProps } from "./sign.tsx";
import { state } from "./store.ts";
import { goTo, shownQuantity } from "./take.ts";

const { next, hints, acts, kinds } = words;

const begin = ({ mode }: Flow): Flow => ({ mode, digits: "" });

const heldIn = (flow: Flow): Held[] => {
  const { mode, shelf, off, box, goods, category } = flow;
  const counting = counts(flow);
  const act = (word: string, next: Flow) =>
    counting ? undefined : { word, run: () => goTo(next) };
  const change = act(acts.change, begin(flow));
  const held: (Held | false | undefined | "")[] = [
    shelf && { icon: "shelf", what: kinds.shelf, code: shelf, act: change },
    off && { icon: "floor", what: kinds.place, name: acts.offShelf, act: change },
    mode === "box" &&
      box && { icon: "box", what: kinds.box, code: box, act: act(acts.close, begin(flow)) },
    goods && {
      icon: "goods",
      what: kinds.goods,
      code: goods,
      act: mode === "attach" && !category ? change : undefined,
    },
    category && {
      icon: "attach",
      what: kinds.attachment,
      name: category.label,
      act: act(acts.change, { ...begin(flow), goods }),
    },
    mode === "attach" && box && { icon: "box", what: kinds.box, code: box },
  ];
  return held.filter((one) => !!one);
};

/** What a mode begins with; another sentence asks for it after a wrong label. */
const firsts = {
  shelve: { next: next.shelf, afterWrong: next.shelfFirst, icon: "shelf", hint: hints.shelve },
  box: { next: next.box, afterWrong: next.boxFirst, icon: "box", hint: hints.box },
  attach: { next: next.goods, afterWrong: next.goodsFirst, icon: "goods", hint: hints.attach },
} as const;

const asks = (flow: Flow): Pick<SignProps, "next" | "icon" | "hint" | "shape"> => {
  const { mode, shelf, off, box, goods, category } = flow;
  const { found, wrong, results } = state();
  if (mode === "look")
    return found
      ? { next: next.anyLabel, icon: "label", shape: "brief alone" }
      : { next: next.anyLabel, icon: "label", hint: hints.look, shape: "whole" };
  if (!{ shelve: shelf || off, box, attach: goods }[mode]) {
    const { afterWrong, icon, ...first } = firsts[mode];
    return { icon, shape: "whole", ...(wrong ? { next: afterWrong } : first) };
  }
  if (mode !== "attach") return { next: next.goods, icon: "goods" };
  if (!category)
    return {
      next: next.choose,
      icon: "touch",
      shape: results[0]?.mode === mode ? undefined : "alone",
    };
  const [first, other] = expects(flow);
  const place = first === "location" ? next.shelf : next.box;
  return { next: other ? next.boxOrShelf : place, icon: "label" };
};

const Counting = ({ flow }: { flow: Flow }) => {
  const { counted, choices } = state();
  const { left, boxedOf } = words.headroom;
  const choice = choices?.find(({ category }) => category === flow.category?.category);
  const total = counted?.ordered_quantity;
  return (
    <>
      {choice?.headroom !== undefined && (
        <span>{fill(left, { count: amount(choice.headroom) })}. </span>
      )}
      {!flow.category && counted && total !== undefined && (
        <span>
          {fill(boxedOf, { count: amount(counted.items_quantity), total: amount(total) })}.{" "}
        </span>
      )}
      <span>{fill(words.nextMeans, { count: shownQuantity(flow.digits) })}</span>
    </>
  );
};

export const signOf = (): SignProps => {
  const { flow, signIn, showsProblems, typing, camera, full, waiting } = state();
  if (showsProblems) return { next: "", icon: "refused", shape: "hide" };
  const [kind = "zongpai", ...others] = expects(flow);
  const place =
    flow.mode === "look" || (flow.mode === "attach" && others.includes("location"))
      ? "any"
      : thingOf[kind];
  const asked = signIn ? "key" : place;
  const held = signIn ? [] : heldIn(flow);
  if (camera)
    return {
      next: words.aim[asked],
      icon: "camera",
      hint: hints.camera,
      held,
      shape: "seeing",
      children: <Camera />,
    };
  if (signIn) {
    const hint = waiting ? fill(words.safe, { count: amount(waiting) }) : hints.key;
    return { next: typing ? words.type.key : next.key, icon: "held", hint, shape: "whole" };
  }
  if (full && waiting) return { next: next.stop, icon: "refused", held };
  if (typing)
    return { next: words.type[asked], icon: "type", example: settings.examples[kind], held };
  if (counts(flow))
    return {
      next: next.howMany,
      icon: "goods",
      held,
      shape: "alone counting",
      beside: <Count />,
      hint: <Counting flow={flow} />,
    };
  return { ...asks(flow), held };
};
