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

const begin = ({ mode }: Flow) => goTo({ mode, digits: "" });

/** What the worker has in hand. */
const heldIn = (flow: Flow): Held[] => {
  const { mode, shelf, off, box, goods, category } = flow;
  const counting = counts(flow);
  const change = counting ? undefined : { word: acts.change, run: () => begin(flow) };
  const held: (Held | false | undefined | "")[] = [
    shelf && { icon: "shelf", what: kinds.shelf, code: shelf, act: change },
    off && { icon: "floor", what: kinds.place, name: acts.offShelf, act: change },
    mode === "box" &&
      box && {
        icon: "box",
        what: kinds.box,
        code: box,
        act: counting ? undefined : { word: acts.close, run: () => begin(flow) },
      },
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
      act: counting
        ? undefined
        : { word: acts.change, run: () => goTo({ mode, goods, digits: "" }) },
    },
    mode === "attach" && box && { icon: "box", what: kinds.box, code: box },
  ];
  return held.filter((one) => !!one);
};

const asks = (flow: Flow): Pick<SignProps, "next" | "icon" | "hint" | "shape"> => {
  const { mode, shelf, off, box, goods, category } = flow;
  const { found, wrong } = state();
  const first = wrong !== undefined;
  if (mode === "look")
    return {
      next: next.anyLabel,
      icon: "label",
      hint: found ? undefined : hints.look,
      shape: found ? "brief alone" : "whole",
    };
  if (mode === "shelve")
    return shelf || off
      ? { next: next.goods, icon: "goods" }
      : {
          next: first ? next.shelfFirst : next.shelf,
          icon: "shelf",
          hint: first ? undefined : hints.shelve,
          shape: "whole",
        };
  if (mode === "box")
    return box
      ? { next: next.goods, icon: "goods" }
      : {
          next: first ? next.boxFirst : next.box,
          icon: "box",
          hint: first ? undefined : hints.box,
          shape: "whole",
        };
  if (!goods)
    return {
      next: first ? next.goodsFirst : next.goods,
      icon: "goods",
      hint: first ? undefined : hints.attach,
      shape: "whole",
    };
  const kinds = expects(flow);
  return category
    ? {
        next: kinds.length > 1 ? next.boxOrShelf : kinds[0] === "location" ? next.shelf : next.box,
        icon: "label",
      }
    : {
        next: next.choose,
        icon: "touch",
        shape: state().told[0]?.mode === mode ? undefined : "alone",
      };
};

/** How full it is already, and what the next scan would mean. */
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

/** What the sign says now. */
export const signOf = (): SignProps => {
  const { flow, signIn, settling, typing, camera, full, waiting } = state();
  if (settling) return { next: "", icon: "refused", shape: "hide" };
  if (signIn) {
    const hint = waiting ? fill(words.safe, { count: amount(waiting) }) : hints.key;
    if (camera)
      return {
        next: words.aim.key,
        icon: "camera",
        hint: hints.camera,
        shape: "seeing",
        children: <Camera />,
      };
    return { next: typing ? words.type.key : next.key, icon: "held", hint, shape: "whole" };
  }
  const [kind = "zongpai", ...others] = expects(flow);
  const asked =
    flow.mode === "look" || (flow.mode === "attach" && others.includes("location"))
      ? "any"
      : thingOf[kind];
  if (camera)
    return {
      next: words.aim[asked],
      icon: "camera",
      hint: hints.camera,
      held: heldIn(flow),
      shape: "seeing",
      children: <Camera />,
    };
  const held = heldIn(flow);
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
