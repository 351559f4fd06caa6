import * as settings from "site:settings";
import words from "site:words/worker";
import { categoryName } from "../shared/category-name.ts";
import { thingOf } from "../shared/labels.ts";
import { amount, fill } from "../shared/text.tsx";
import { Camera } from "./camera.tsx";
import { expects, type Hand, isEmpty, type Screen } from "./hand.ts";
import { Count, Counting } from "./pad.tsx";
import type { Held, SignProps } from "./sign.tsx";
import { nameOf } from "./sign-in.ts";
import { stocktake } from "./stocktake.ts";
import { state, top, waiting } from "./store.ts";
import { putDown } from "./take.ts";

const { next, hints, acts, kinds } = words;

/** What is in hand, each with the key that puts it down. */
const heldIn = (hand: Hand): Held[] => {
  const act = (word: string, then: Hand) => ({ word, run: () => putDown(then) });
  if (hand.mode === "check")
    return hand.location === undefined
      ? []
      : [
          {
            icon: "check",
            what: words.acts.check,
            code: hand.location,
            sum: stocktake.get()?.sumOf(hand),
          },
        ];
  if (hand.mode === "shelve") {
    const change = act(words.change, { mode: "shelve" });
    if (!hand.at) return [];
    return "location" in hand.at
      ? [{ icon: "shelf", what: kinds.shelf, code: hand.at.location, act: change }]
      : [{ icon: "floor", what: kinds.place, name: words.offShelf, act: change }];
  }
  if (hand.mode === "box")
    return hand.box_no
      ? [{ icon: "box", what: kinds.box, code: hand.box_no, act: act(acts.close, { mode: "box" }) }]
      : [];
  const { mode, zongpai } = hand;
  if (!zongpai) return [];
  const { category } = hand;
  const goods: Held = { icon: "goods", what: kinds.goods, code: zongpai };
  if (!category) return [{ ...goods, act: act(words.change, { mode }) }];
  const name = categoryName(category);
  return [
    goods,
    { icon: "attach", what: kinds.attachments, name, act: act(words.change, { mode, zongpai }) },
  ];
};

/** What a row, a number or a move is about. */
const heldOn = (over: Extract<Screen, { readonly is: "row" | "pad" | "move" }>): Held[] => {
  const { box_no, zongpai, category } = over.of;
  const count = over.is === "move" ? ` × ${amount(over.quantity)}` : undefined;
  const box: Held[] = box_no
    ? [{ icon: over.is === "move" ? "out" : "box", what: kinds.box, code: box_no }]
    : [];
  const goods: Held[] = [{ icon: "goods", what: kinds.goods, code: zongpai, count }];
  if (category)
    goods.push({ icon: "attach", what: kinds.attachments, name: categoryName(category) });
  return over.is === "move" ? [...goods, ...box] : [...box, ...goods];
};

/** What a mode begins with. */
const firsts = {
  shelve: "shelf",
  box: "box",
  attach: "goods",
  check: "check",
} as const;

const asks = (hand: Hand): Pick<SignProps, "next" | "icon" | "hint" | "shape"> => {
  const { band } = state();
  if (isEmpty(hand)) {
    const icon = firsts[hand.mode];
    return band?.is === "wrong" && !band.word
      ? { icon, shape: "whole", next: next.first.replace("{next}", next[icon]) }
      : { icon, shape: "whole", next: next[icon], hint: hints[hand.mode] };
  }
  if (hand.mode !== "attach") {
    const either = hand.mode === "shelve" && expects(hand).includes("box_no");
    return { next: either ? next.goodsOrBox : next.goods, icon: "goods" };
  }
  if (!hand.zongpai || !hand.category)
    return { next: next.choose, icon: "touch", shape: band ? undefined : "alone" };
  const [first, other] = expects(hand);
  const place = first === "location" ? next.shelf : next.box;
  return { next: other ? next.boxOrShelf : place, icon: "label" };
};

/** Milliseconds after which another shift may have begun. */
const pause = 4 * 3_600_000;

/** Who is signed in, until they scan: at the start of a shift and after a card. */
const greeting = (): Pick<SignProps, "who" | "hint"> => {
  if (provedBy === "nothing") return {};
  const { who, hand, rows } = state();
  const last = rows.find(({ entry }) => entry.by === who?.id)?.entry.queuedAt ?? 0;
  if (!who || !isEmpty(hand) || last > Math.max(who.since, Date.now() - pause)) return {};
  return provedBy === "token"
    ? { who }
    : { who, hint: fill(words.people.notYou, { name: nameOf(who.id) }) };
};

const asksOver = (over: Screen): SignProps | undefined => {
  const { found } = state();
  if (over.is === "refused" || over.is === "me" || over.is === "result" || over.is === "show")
    return { next: "", icon: "refused", shape: "hide" };
  if (over.is === "look")
    return found
      ? { next: next.label, icon: "label", shape: "brief alone" }
      : { next: next.label, icon: "label", hint: words.anything, shape: "whole" };
  if (over.is === "device") return { next: next.label, icon: "label", shape: "brief alone" };
  if (over.is === "key") return undefined;
  const held = heldOn(over);
  if (over.is === "move")
    return { next: next.otherBox, icon: "box", hint: hints.move, held, shape: "whole" };
  if (over.is === "row") {
    const sum = <span class="sum n">× {amount(over.held)}</span>;
    return {
      next: next.choose,
      icon: "touch",
      held,
      shape: "alone",
      beside: over.of.box_no ? sum : undefined,
    };
  }
  return {
    next: next.howMany,
    icon: "goods",
    held,
    shape: "alone counting",
    beside: <Count pad={over} />,
    children: <Counting pad={over} />,
  };
};

export const signOf = (): SignProps => {
  const { hand, input, full } = state();
  const over = top();
  const [kind = "zongpai", ...others] = expects(hand, over);
  const isAny =
    over?.is === "look" ||
    others.length > 1 ||
    (others.includes("location") && hand.mode === "attach");
  const asked = over?.is === "key" ? "key" : isAny ? "label" : thingOf[kind];
  const typed = words.type.replace("{what}", kinds[asked]);
  const shown = over && asksOver(over);
  const held = shown ? shown.held : over ? [] : heldIn(hand);
  if (input === "camera")
    return {
      next: next[asked],
      icon: "camera",
      hint: hints.camera,
      held,
      shape: "seeing",
      children: <Camera />,
    };
  if (over?.is === "key") {
    const hint = waiting() ? fill(words.safe, { count: amount(waiting()) }) : hints.key;
    const typing = input === "typing";
    if (provedBy === "token")
      return {
        next: words.states.held,
        icon: "person",
        hint: navigator.onLine ? waiting() > 0 && hint : words.states.offline,
        shape: "whole",
      };
    return { next: typing ? typed : next.key, icon: "held", hint, shape: "whole" };
  }
  if (full && waiting()) return { next: next.stop, icon: "refused", held };
  if (input === "typing")
    return { next: typed, icon: "type", example: settings.examples[kind], held };
  return shown ?? { ...asks(hand), ...greeting(), held };
};
