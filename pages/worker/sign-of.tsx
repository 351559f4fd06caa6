import * as settings from "site:settings";
import words from "site:words/worker";
import { categoryName } from "../shared/category-name.ts";
import { thingOf } from "../shared/labels.ts";
import { amount, fill } from "../shared/text.tsx";
import { stocktake } from "./later.ts";
import { Count, Counting } from "./pad.tsx";
import { Camera, type Held, type SignProps, Typed } from "./sign.tsx";
import { nameOf } from "./sign-in.ts";
import {
  begin,
  expects,
  type Hand,
  isEmpty,
  isHeld,
  labelIn,
  type Screen,
  state,
  top,
  waiting,
} from "./store.ts";
import { turnTo } from "./take.ts";

const { next, hints, acts, kinds } = words;

const attachment = (category: string): Held => ({
  icon: "attach",
  what: kinds.attachments,
  name: categoryName(category),
});

/** What is in hand, with the key that puts it down. */
const heldIn = (hand: Hand): Held[] => {
  if (isEmpty(hand)) return [];
  const act = (then: Hand, word = words.change) => ({ word, run: () => turnTo(then) });
  const empty = begin(hand.mode);
  const label = labelIn(hand);
  if (!label) return [{ icon: "floor", what: kinds.place, name: words.offShelf, act: act(empty) }];
  const thing = thingOf[label.kind];
  const held: Held = { icon: thing, what: kinds[thing], code: label.value };
  if (hand.mode === "check" && hand.location !== undefined)
    return [{ ...held, icon: "check", what: acts.check, sum: stocktake.get().sumOf?.(hand) }];
  if (hand.mode !== "attach" || !hand.category)
    return [{ ...held, act: act(empty, hand.mode === "box" ? acts.close : undefined) }];
  const { category, ...goods } = hand;
  return [held, { ...attachment(category), act: act(goods) }];
};

const heldOn = (over: Extract<Screen, { readonly is: "row" | "pad" | "move" }>): Held[] => {
  const { box_no, zongpai, category } = over.of;
  const isMove = over.is === "move";
  const sum = isMove && `× ${amount(over.quantity)}`;
  const goods: Held[] = [{ icon: "goods", what: kinds.goods, code: zongpai, sum }];
  if (category) goods.push(attachment(category));
  if (!box_no) return goods;
  const box: Held = { icon: isMove ? "out" : "box", what: kinds.box, code: box_no };
  return isMove ? [...goods, box] : [box, ...goods];
};

const firsts = { shelve: "shelf", box: "box", attach: "goods", check: "check" } as const;

const asks = (hand: Hand): SignProps => {
  const { band } = state();
  if (isEmpty(hand)) {
    const icon = firsts[hand.mode];
    const isWrong = band?.is === "wrong" && !band.word;
    return {
      icon,
      shape: "whole",
      next: isWrong ? next.first.replace("{next}", next[icon]) : next[icon],
      hint: !isWrong && hints[hand.mode],
    };
  }
  if (hand.mode !== "attach") {
    const either = hand.mode === "shelve" && expects(hand).includes("box_no");
    return { next: either ? next.goodsOrBox : next.goods, icon: "goods" };
  }
  const shape = band ? undefined : "alone";
  if (!hand.zongpai || !hand.category) return { next: next.choose, icon: "touch", shape };
  const [first, other] = expects(hand);
  const place = first === "location" ? next.shelf : next.box;
  return { next: other ? next.boxOrShelf : place, icon: "label", shape };
};

/** Milliseconds after which another shift may have begun. */
const pause = 4 * 3_600_000;

/** Who is signed in, until they scan: at the start of a shift and after a card. */
const greeting = (): Pick<SignProps, "who" | "hint"> => {
  const { who, hand, rows } = state();
  const last = rows.find(({ entry }) => entry.by === who?.id)?.entry.queuedAt ?? 0;
  if (!who || !isEmpty(hand) || last > Math.max(who.since, Date.now() - pause)) return {};
  return provedBy === "token"
    ? { who }
    : { who, hint: fill(words.people.notYou, { name: nameOf(who.id) }) };
};

const asksOver = (over: Screen): SignProps => {
  if (over.is === "key") {
    const waits = waiting() > 0 && fill(words.safe, { count: amount(waiting()) });
    return provedBy === "token"
      ? {
          next: words.states.held,
          icon: "person",
          hint: navigator.onLine ? waits : words.states.offline,
          shape: "whole",
        }
      : { next: next.key, icon: "held", hint: waits || hints.key, shape: "whole" };
  }
  if (over.is === "look" && !over.label)
    return { next: next.label, icon: "label", hint: words.anything, shape: "whole" };
  if (over.is === "device" || over.is === "look")
    return { next: next.label, icon: "label", shape: "brief alone" };
  if (!("of" in over)) return { next: "", shape: "hide" };
  const held = heldOn(over);
  if (over.is === "move")
    return { next: next.otherBox, icon: "box", hint: hints.move, held, shape: "whole" };
  if (over.is === "row") {
    const sum = over.of.box_no && <span class="sum n">× {amount(over.held)}</span>;
    return { next: next.choose, held, shape: "alone", beside: sum };
  }
  return {
    next: next.howMany,
    held,
    shape: "alone counting",
    beside: <Count pad={over} />,
    children: <Counting pad={over} />,
  };
};

export const signOf = (): SignProps => {
  const { hand, input, full } = state();
  const over = top();
  const shown = over && asksOver(over);
  const held = shown ? shown.held : heldIn(hand);
  if (input !== "scanner") {
    const [kind = "zongpai", ...others] = expects(hand, over);
    const isAny = others.length > 0 && (over || hand.mode !== "box");
    const asked = isHeld() ? "key" : isAny ? "label" : thingOf[kind];
    if (input === "camera")
      return {
        next: next[asked],
        icon: "camera",
        hint: hints.camera,
        held,
        shape: "seeing",
        children: <Camera />,
      };
    const typed = words.type.replace("{what}", kinds[asked]);
    const example = asked === "key" ? undefined : settings.examples[kind];
    return { next: typed, icon: "type", held, children: <Typed label={typed} example={example} /> };
  }
  if (full && waiting()) return { next: next.stop, icon: "refused", held };
  return shown ?? { ...asks(hand), ...greeting(), held };
};
