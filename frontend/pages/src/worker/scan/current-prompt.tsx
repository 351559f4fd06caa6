import * as settings from "site:settings";
import words from "site:words/worker";
import { labelKindOf } from "../../shared/labels.ts";
import { redirectToSignIn } from "../../shared/people.ts";
import { mayCall } from "../../shared/rights.ts";
import { fillTemplate, formatAmount } from "../../shared/text.tsx";
import { client } from "../device/client.ts";
import { startNewVersion } from "../device/new-version.ts";
import { shiftPauseMs } from "../device/shift-pause.ts";
import { jobRowsOf } from "../outcome/job.ts";
import { jobs } from "../outcome/jobs-on-demand.ts";
import { modeOf } from "../outcome/queued-write.ts";
import { isRefused, isShownIn } from "../outcome/rows.ts";
import type { Action } from "../screens/button.tsx";
import { goBack, openLookUp, openRefused, openScreen, showHand } from "../screens/navigation.ts";
import { shelfCheck } from "../screens/on-demand.ts";
import { canBeBoxed, lookUpLabel } from "../screens/reads.ts";
import { screensOnDemand } from "../screens/screens-on-demand.ts";
import {
  isAboutLabel,
  isSignInRequired,
  type StackedScreen,
  state,
  topScreen,
  waitingCount,
} from "../state.ts";
import { emptyHand, type Hand, isHandEmpty, labelIn } from "./hand.ts";
import { CameraPicture, type HeldThing, heldAttachment, type PromptProps } from "./prompt.tsx";
import { expectedKinds } from "./scan-table.ts";
import { beginCheck, closeCheck, showCheckResult, takeOffShelf } from "./steps.ts";

const { next, hints, acts, kinds } = words;

/** The things in hand, each with the button that puts it down. */
const thingsInHand = (hand: Hand): HeldThing[] => {
  if (isHandEmpty(hand)) return [];
  const putDown = (rest: Hand, word = acts.putDown) => ({ word, run: () => showHand(rest) });
  const empty = emptyHand(hand.mode);
  const label = labelIn(hand);
  if (!label)
    return [
      {
        icon: "floor",
        what: kinds.place,
        name: words.offShelf,
        action: putDown(empty),
      },
    ];
  const thing = labelKindOf[label.kind];
  const held: HeldThing = { icon: thing, what: kinds[thing], code: label.value };
  if (hand.mode === "check" && hand.location !== undefined)
    return [
      { ...held, icon: "check", what: acts.check, sum: shelfCheck.get().checkSummary?.(hand) },
    ];
  if (hand.mode !== "attach" || !hand.category) return [{ ...held, action: putDown(empty) }];
  const { category, ...goods } = hand;
  return [held, { ...heldAttachment(category), action: putDown(goods, words.change) }];
};

const firstIcons = { shelve: "shelf", box: "box", attach: "goods", check: "check" } as const;

const handPrompt = (hand: Hand): PromptProps => {
  const { banner, choices } = state();
  if (isHandEmpty(hand)) {
    const { SampleLine } = screensOnDemand.get();
    const icon = firstIcons[hand.mode];
    const isWrong = banner?.is === "wrong" && !banner.word;
    return {
      icon,
      shape: "whole",
      text: isWrong ? next.first.replace("{next}", next[icon]) : next[icon],
      hint: !isWrong && hints[hand.mode],
      children: SampleLine && <SampleLine />,
    };
  }
  if (hand.mode !== "attach") {
    const either = hand.mode === "shelve" && expectedKinds(hand).includes("box_no");
    return { text: either ? next.goodsOrBox : next.goods, icon: "goods" };
  }
  const shape = banner ? undefined : "alone";
  if (choices && !hand.category && !choices.some(canBeBoxed))
    return { text: next.otherGoods, icon: "goods", shape };
  if (!hand.zongpai || !hand.category) return { text: next.choose, icon: "touch", shape };
  const [first, other] = expectedKinds(hand);
  const place = first === "location" ? next.shelf : next.box;
  return { text: other ? next.boxOrShelf : place, icon: "label", shape };
};

/** Greets the person until their first scan: at the start of a shift and after a key card. */
const greetPerson = (): Pick<PromptProps, "person"> => {
  const { person, hand, rows } = state();
  const last = rows.find(({ entry }) => entry.by === person?.id)?.entry.queuedAt ?? 0;
  if (!person || !isHandEmpty(hand) || last > Math.max(person.since, Date.now() - shiftPauseMs))
    return {};
  return { person };
};

const screenPrompt = (screen: StackedScreen): PromptProps => {
  if (screen.is === "key") {
    const waits =
      waitingCount() > 0 && fillTemplate(words.safe, { count: formatAmount(waitingCount()) });
    return provedBy === "token"
      ? {
          text: words.states.held,
          icon: "person",
          hint: navigator.onLine ? waits : words.states.offline,
          shape: "whole",
        }
      : { text: next.key, icon: "held", hint: waits || hints.key, shape: "whole" };
  }
  if (screen.is === "look" && !screen.label)
    return { text: next.label, icon: "label", hint: words.anything, shape: "whole" };
  if (screen.is === "device" || screen.is === "look")
    return { text: next.label, icon: "label", shape: "brief alone" };
  return screensOnDemand.get().screenPrompt?.(screen) ?? { text: "", shape: "hide" };
};

/** The content of the prompt in the current state. */
export const currentPrompt = (): PromptProps => {
  const { hand, input, isFull } = state();
  const screen = topScreen();
  const shown = screen && screenPrompt(screen);
  const held = shown ? shown.held : thingsInHand(hand);
  if (input !== "scanner") {
    const [kind = "zongpai", ...others] = expectedKinds(hand, screen);
    const isAny = others.length > 0 && (screen || hand.mode !== "box");
    const asked = isSignInRequired() ? "key" : isAny ? "label" : labelKindOf[kind];
    if (input === "camera")
      return {
        text: next[asked],
        icon: "camera",
        hint: hints.camera,
        held,
        shape: "seeing",
        children: <CameraPicture />,
      };
    const { TypedLabel } = screensOnDemand.get();
    const typed = words.type.replace("{what}", kinds[asked]);
    const example = asked === "key" ? undefined : settings.examples[kind];
    return {
      text: typed,
      icon: "type",
      held,
      children: TypedLabel && <TypedLabel label={typed} example={example} />,
    };
  }
  if (isFull && waitingCount()) return { text: next.stop, icon: "refused", held };
  return shown ?? { ...handPrompt(hand), ...greetPerson(), held };
};

/** The action that returns to the last look-up, or to the things in hand. */
const backAction = (): Action => {
  const { hand, screens } = state();
  const under = screens.at(-2);
  const looked = under?.is === "look" ? under.label : undefined;
  const off = hand.mode === "shelve" && hand.at && under?.is !== "look" ? acts.offShelf : undefined;
  const code = (looked ?? labelIn(hand))?.value ?? off;
  const word = code ? acts.backTo : acts.goBack;
  return { icon: "back", word, code, test: "back", command: "cancel", main: true, run: goBack };
};

const lastScanAction = (): Action | undefined => {
  const { hand, rows, banner } = state();
  const [last] = rows;
  if (!last || isAboutLabel()) return undefined;
  const { goods: code } = last.entry;
  const isShown = banner?.is === "row" ? isShownIn(state(), last.entry) : banner?.is === "waiting";
  if (!isShown && (topScreen() || modeOf(last.entry) !== hand.mode)) return undefined;
  if (jobRowsOf(last, rows).some(isRefused) || isRefused(last))
    return { icon: "refused", word: acts.seeRefused, run: openRefused };
  if (last.outcome === "superseded" && !last.entry.job) {
    const run = () => openLookUp({ kind: "zongpai", value: code });
    return { icon: "look", word: words.modes.look, code, run };
  }
  return jobs.get().takeBackAction?.(last);
};

/** The actions on the hand, without a screen on top. */
const handActions = (hand: Hand): (Action | false | undefined)[] => {
  if (hand.mode === "check")
    return [
      hand.location === undefined
        ? { icon: "back", word: acts.goBack, test: "back", command: "cancel", run: closeCheck }
        : { icon: "tick", word: acts.done, test: "check", main: true, run: showCheckResult },
    ];
  const isPut = hand.mode === "attach" && hand.zongpai && hand.category;
  const isBegin = hand.mode === "shelve" && !hand.at;
  if (!(isPut ? expectedKinds(hand).includes("location") : isBegin)) return [lastScanAction()];
  return [
    {
      icon: "floor",
      word: acts.offShelf,
      test: "off-shelf",
      command: "offShelf",
      run: takeOffShelf,
    },
    isBegin &&
      mayCall("location-overview") && {
        icon: "check",
        word: acts.check,
        test: "check",
        command: "check",
        run: beginCheck,
      },
  ];
};

/** The actions in the current state besides scanning, the most important first. */
export const currentActions = (): (Action | false | undefined)[] => {
  const { hand, isFull, newVersion, input, lookups } = state();
  const screen = topScreen();
  const retry = isFull && waitingCount() > 0 && { word: acts.tryAgain, run: () => client.retry() };
  if (retry && screen?.is !== "look") return [retry];
  if (input !== "scanner") return [{ word: acts.goBack, command: "cancel", run: goBack }];
  if (screen?.is === "key")
    return [
      provedBy === "token" && {
        word: words.states.held,
        test: "sign-in",
        main: true,
        run: redirectToSignIn,
      },
    ];
  if (screen?.is === "result")
    return [
      {
        icon: "show",
        word: acts.show,
        test: "show",
        run: () => openScreen({ ...screen, is: "show" }),
      },
      { icon: "goods", word: acts.scanOn, run: goBack },
      { word: acts.close, main: true, run: closeCheck },
    ];
  if (screen?.is === "move" || screen?.is === "moveAll")
    return [{ word: words.cancel, test: "back", command: "cancel", run: goBack }];
  if (screen?.is === "look") {
    const { label } = screen;
    const isUnanswered = label && lookups[label.value]?.unanswered;
    const again = isUnanswered && { word: acts.tryAgain, run: () => lookUpLabel(label) };
    return [retry || again || lastScanAction(), !isHandEmpty(hand) && backAction()];
  }
  if (screen) return [backAction()];
  const renewal: Action = { word: acts.newVersion, main: true, run: startNewVersion };
  return [...handActions(hand), newVersion && isHandEmpty(hand) && renewal];
};
