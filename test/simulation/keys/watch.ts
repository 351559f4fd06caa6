import type { ReadId, WriteId } from "#lib/page/requests.ts";
import type { Arrival } from "./arrival.ts";
import type { Judgement } from "./judge.ts";
import { people } from "./labels.ts";
import { isKept, isOfPad, unowed } from "./owed.ts";
import type { Page } from "./page.ts";
import { accepts, codesIn, itemOf, padIn, type Shown, textOf } from "./shown.ts";
import type { Tally } from "./tally.ts";
import type { Written } from "./worker-state.ts";

/** In these milliseconds the same label is read twice, and counts once. On the number pad, a worker counts pieces sooner. */
const againWithin = 1_500;
const pieceAfter = 500;
/** In these milliseconds the service has said whether it knows a card. */
const signInLasts = 7_000;

type Watched = {
  readonly page: Page;
  /** Whether the site has a route. */
  readonly serves: (route: WriteId | ReadId) => boolean;
  readonly judge: (arrival: Arrival) => Judgement;
  readonly tally: Tally;
  readonly report: (sentence: string) => void;
};

/** Compares what the page does with what was printed. */
export const watchOn = ({ page, serves, judge, tally, report }: Watched) => {
  const written = new Map<string, Written>();
  /** The quantity of each item that this page wrote last. */
  const held = new Map<string, unknown>();
  const heldOn = (shown: Shown) => held.get(itemOf(padIn(shown)?.of ?? {}));
  /** The number on the pad may be that of a label, so only a touch may save it. */
  let isAsked = false;
  let last = { raw: "", at: Number.NEGATIVE_INFINITY, isTaken: false };
  let cardUntil = 0;

  const newWrites = (): readonly Written[] => {
    const all = page.state().rows.map(({ entry }) => entry);
    const made = all.filter(({ id }) => !written.has(id));
    for (const one of made) {
      written.set(one.id, one);
      if (one.fields.quantity !== undefined) held.set(itemOf(one.fields), one.fields.quantity);
    }
    return made;
  };

  /** The page before a text ends. */
  const before = (arrival: Arrival, at: number) => {
    const judgement = judge(arrival);
    const { command } = judgement.says;
    const shown = page.shown();
    const pad = padIn(shown);
    return {
      ...{ arrival, judgement, at, shown, signals: page.signals() },
      hasButton: command !== undefined && page.hasButton(command),
      canSave: pad !== undefined && page.hasButton("save"),
      isSignIn: shown.screens.some(({ is }) => is === "key"),
      /** The number on the pad, which a list may cover, and the quantity in the box. */
      number: shown.number ?? Number(pad?.digits || heldOn(shown) || 1),
      quantity: heldOn(shown),
      person: page.state().person?.id,
    };
  };
  type Before = ReturnType<typeof before>;

  /** What happened since. */
  const changeSince = ({ arrival, judgement, shown, at, signals }: Before) => {
    const { raw, says } = judgement;
    const now = page.shown();
    const made = newWrites();
    const { note, banner } = page.state();
    const { all, wrong } = page.signals();
    const isSame = textOf(shown) === textOf(now) && made.length === 0;
    const sinceLast = at - last.at;
    const isRepeated = !arrival.isTyped && raw === last.raw && sinceLast < againWithin;
    const isTwice = isRepeated && last.isTaken && !isSame;
    if (!arrival.isTyped) last = { raw, at, isTaken: !isSame || (isRepeated && last.isTaken) };
    const isNoted = note !== undefined || /^(wrong|unended)$/.test(banner?.is ?? "");
    return {
      ...{ now, made, isSame, isRepeated, isTwice, said: JSON.stringify([banner, note]) },
      isAgain: isSame && (isRepeated || says.command !== undefined) && isNoted,
      /** Another pull, because it comes too late for the same one. */
      isLater: sinceLast >= againWithin || (padIn(shown) && sinceLast > pieceAfter),
      isTold: wrong > arrival.signals.wrong,
      isHeard: all - wrong > signals.all - signals.wrong,
      // A worker sees what is in the field for typing.
      isQuiet: arrival.isTyped || arrival.isUnsure,
      isPadGone: padIn(now)?.of !== padIn(shown)?.of,
    };
  };
  type Change = ReturnType<typeof changeSince>;

  const checkNumber = ({ judgement, shown }: Before, { now, isTold }: Change) => {
    const { raw, digits } = judgement;
    const isShown = now.number === Number(raw);
    if (digits === "label") {
      if (padIn(now)?.digits !== padIn(shown)?.digits) isAsked = true;
      tally.told.asked += 1;
    } else if (digits === "either") {
      tally.count("digits of a slow scanner, or a label of one digit", isShown);
      isAsked = false;
    } else if (isShown) isAsked = false;
    else if (!isTold) report(`a typed number: ${raw} became ${now.number}`);
  };

  type Say = (what: string) => void;
  /** A label that the page has taken. */
  const checkTaken = (was: Before, change: Change, say: Say): void => {
    const { judgement, shown, number, quantity } = was;
    const { says, isCopy } = judgement;
    const { now, made, isTwice, isPadGone, isTold } = change;
    const isLabel = !says.command && says.card === undefined;
    tally.told.taken += 1;
    const wrong = unowed(shown, now, made, { says, number });
    if (wrong.length > 0) say(`the label does not say ${wrong}`);
    if (isLabel && isCopy && isTwice) say("one pull counts twice");
    if (isLabel && !isKept(shown, now, made, says)) say("a label was lost");
    if (isAsked && made.some((one) => isOfPad(shown, one)))
      say("the number of another label was saved");
    if (padIn(shown) && isPadGone && says.zongpai && made.length === 0 && quantity !== number)
      say("a number was lost");
    if (isTold && page.now() > cardUntil) say("what was told as not taken was taken");
  };

  const check = (was: Before, change: Change, say: Say): void => {
    const { judgement, shown, number, hasButton, canSave } = was;
    const { says, must, why, isCopy } = judgement;
    const { now, made, isSame, isRepeated, isAgain, isTold, isQuiet } = change;
    if (was.isSignIn) {
      // Any text may be a key.
      if (unowed(shown, now, made, { says, number }).length > 0) say("a label without a person");
      tally.told[isSame ? "refused" : "taken"] += 1;
    } else if (must === "unknowable") {
      isAsked = false;
      tally.count(why ?? "", !isSame);
    } else if (must === "refuse") {
      if (!isSame) say("what is no label was taken");
      else if (!isTold && !isAgain && !isQuiet) say("nothing was said");
      tally.told.refused += 1;
    } else if (isCopy && change.isLater && !says.command)
      tally.count("one label sent as two", !isSame);
    else if (isAgain) tally.told.again += 1;
    else if (!isSame || change.isHeard) checkTaken(was, change, say);
    else if (isTold) {
      tally.told.refused += 1;
      const isAccepted = says.command ? hasButton : accepts(shown, says, canSave, serves);
      if (must === "take" && isAccepted && !isRepeated && !isAsked) say("a good label was refused");
    } else if (!isQuiet) say("nothing was said");
  };

  /** Compares the page after the end of a text with what is owed for it. */
  const after = (was: Before): void => {
    const { arrival, judgement, shown } = was;
    const { raw, says, must, why, digits } = judgement;
    const change = changeSince(was);
    const { now, made, said, isAgain } = change;
    const say = (what: string) =>
      report(
        `${what}: ${JSON.stringify(raw)} (${must} ${why ?? ""}) from ${textOf(shown)} to ${textOf(now)} ${JSON.stringify(made)} ${said}`,
      );
    tally.labels += 1;
    if (was.isSignIn || says.card !== undefined || /key:/i.test(raw))
      cardUntil = page.now() + signInLasts;
    if (/key:[^"…]/i.test(said)) say("a key was shown");
    const person = people.find((one) => one === page.state().person?.id);
    if (person && person !== was.person && person !== says.card && must !== "unknowable")
      say("another person was signed in");
    const isNumber = padIn(shown) && digits && !arrival.refused && !isAgain && made.length === 0;
    if (isNumber) return void checkNumber(was, change);
    check(was, change, say);
    if (change.isPadGone) isAsked = false;
  };

  /** Only the end of a text and a touch change anything. Only the buttons of a number write. */
  const between = (was: Shown, at: number, what: string): void => {
    const now = page.shown();
    const before = Number(heldOn(was));
    const isSave = /save|add/.test(what);
    const wrong = newWrites().filter((one) => {
      const { quantity } = one.fields;
      const isNumber = quantity === was.number || quantity === (was.number ?? 0) + before;
      return !(isSave && isNumber && isOfPad(was, one));
    });
    if (wrong.length > 0) report(`${what} wrote: ${JSON.stringify(wrong)}`);
    const known = codesIn(was);
    const codes = [...codesIn(now)].filter((one) => !known.has(one));
    if (codes.length > 0 && at > cardUntil) report(`${what} changed: ${codes}`);
    // A touched digit may be the one that is asked about.
    if (what === "digit" || padIn(now)?.digits !== padIn(was)?.digits) isAsked = false;
  };

  return { before, after, between, written };
};
