import * as settings from "site:settings";
import words from "site:words/worker";
import { thingOf } from "../shared/labels.ts";
import { categoryName } from "../shared/language.ts";
import { may } from "../shared/may.ts";
import { askForToken } from "../shared/people.ts";
import { amount, fill } from "../shared/text.tsx";
import { lookUp } from "./ask.ts";
import type { Act } from "./button.tsx";
import { client } from "./client.ts";
import { renew } from "./kept.ts";
import { stocktake } from "./later.ts";
import { Count, Counting } from "./pad.tsx";
import { isRefused, modeOf } from "./rows.ts";
import { lastTaken, takeBack } from "./send.ts";
import { Camera, type Held, type SignProps, Typed } from "./sign.tsx";
import { nameOf } from "./sign-in.ts";
import {
  begin,
  expects,
  type Hand,
  isEmpty,
  isHeld,
  labelIn,
  pause,
  type Screen,
  state,
  top,
  waiting,
} from "./store.ts";
import {
  back,
  checkShelf,
  closeCheck,
  endCheck,
  lookUpLabel,
  openRefused,
  push,
  takeOffShelf,
  turnTo,
} from "./take.ts";

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

/** What the sign says now. */
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

/** Back to what was looked up, or to what is in hand. */
const backAct = (): Act => {
  const { hand, screens } = state();
  const under = screens.at(-2);
  const looked = under?.is === "look" ? under.label : undefined;
  const off = hand.mode === "shelve" && hand.at && under?.is !== "look" ? acts.offShelf : undefined;
  const code = (looked ?? labelIn(hand))?.value ?? off;
  const word = code ? acts.backTo : acts.goBack;
  return { icon: "back", word, code, test: "back", main: true, run: back };
};

const ofLast = (): Act | undefined => {
  const { hand, rows, band } = state();
  const [last] = rows;
  if (!last || band?.is === "wrong") return undefined;
  const { goods: code, id } = last.entry;
  const isShown = band?.is === "row" ? band.id === id : band?.is === "waiting";
  if (!isShown && (top() || modeOf(last.entry) !== hand.mode)) return undefined;
  if (isRefused(last)) return { word: acts.seeRefused, run: openRefused };
  if (last.outcome === "superseded") {
    const run = () => lookUpLabel({ kind: "zongpai", value: code });
    return { icon: "look", word: words.modes.look, code, run };
  }
  return (
    lastTaken() && { icon: "undo", word: acts.takeBack, code, test: "take-back", run: takeBack }
  );
};

/** What may be done now besides scanning, the most important first. */
export const actsOf = (): (Act | false | undefined)[] => {
  const { hand, full, update, input, found } = state();
  const over = top();
  const retry = !!full && waiting() > 0 && { word: acts.tryAgain, run: () => client.retry() };
  if (retry && over?.is !== "look") return [retry];
  if (input !== "scanner") return [{ word: acts.goBack, run: back }];
  if (over?.is === "key")
    return [
      provedBy === "token" && {
        word: words.states.held,
        test: "sign-in",
        main: true,
        run: askForToken,
      },
    ];
  if (over?.is === "result")
    return [
      { icon: "show", word: acts.show, test: "show", run: () => push({ ...over, is: "show" }) },
      { icon: "goods", word: acts.scanOn, run: back },
      { word: acts.close, main: true, run: closeCheck },
    ];
  if (over?.is === "move") return [{ word: words.cancel, test: "back", run: back }];
  if (over?.is === "look") {
    const { label } = over;
    const silent = label && found[label.value]?.silent;
    const again = silent && { word: acts.tryAgain, run: () => lookUp(label) };
    return [retry || again || ofLast(), !isEmpty(hand) && backAct()];
  }
  if (over) return [backAct()];
  if (update && isEmpty(hand)) return [{ word: acts.newVersion, run: renew }];
  if (hand.mode === "check")
    return [
      hand.location === undefined
        ? { icon: "back", word: acts.goBack, test: "back", run: closeCheck }
        : { icon: "tick", word: acts.done, test: "check", main: true, run: endCheck },
    ];
  const isPut = hand.mode === "attach" && hand.zongpai && hand.category;
  const isBegin = hand.mode === "shelve" && !hand.at;
  if (!(isPut ? expects(hand).includes("location") : isBegin)) return [ofLast()];
  return [
    { icon: "floor", word: acts.offShelf, test: "off-shelf", run: takeOffShelf },
    isBegin &&
      may("location-overview") && {
        icon: "check",
        word: acts.check,
        test: "check",
        small: true,
        run: checkShelf,
      },
  ];
};
