import type { ReadId, WriteId } from "#lib/page/requests.ts";
import type { Arrival } from "./arrival.ts";
import type { Judgement } from "./judge.ts";
import { fields, people, type Truth } from "./labels.ts";
import type { Page, Shown } from "./page.ts";
import type { Tally } from "./tally.ts";
import type { StackedScreen, Written } from "./worker-state.ts";

/** In these milliseconds the same label is read twice, and counts once. On the number pad, a worker counts pieces sooner. */
const againWithin = 1_500;
const pieceAfter = 500;
/** In these milliseconds the service has said whether it knows a card. */
const signInLasts = 7_000;

/** The screens without those that any scan closes. */
const openScreens = ({ screens }: Shown): readonly StackedScreen[] =>
  screens.slice(0, screens.findLastIndex(({ is }) => !/^(refused|me)$/.test(is)) + 1);
const padIn = (shown: Shown): StackedScreen | undefined => {
  const top = openScreens(shown).at(-1);
  return top?.is === "pad" ? top : undefined;
};
const itemOf = ({ box_no, zongpai }: Readonly<Record<string, unknown>>) => `${box_no} ${zongpai}`;

/** Every code that the page holds, with its field. */
const codesIn = ({ hand, hands, screens }: Shown): ReadonlySet<string> => {
  const holders = [
    ...[hand, ...Object.values(hands)].map(({ at, ...rest }) => ({ ...rest, ...at })),
    ...screens.map(({ of, label }) => ({ ...of, ...(label && { [label.kind]: label.value }) })),
  ] as readonly Truth[];
  return new Set(
    holders.flatMap((holder) =>
      fields.flatMap((field) => (holder[field] ? `${field} ${holder[field]}` : [])),
    ),
  );
};
const textOf = (shown: Shown) => {
  const screens = openScreens(shown).map(({ is, label, of, digits }) => [is, label, of, digits]);
  return JSON.stringify([shown.hand, screens]);
};

/** Whether the page must take what a label says now. Labels with box and goods have many ways. */
const accepts = (
  shown: Shown,
  { card, zongpai, box_no, location }: Truth,
  canSave: boolean,
  serves: (route: WriteId | ReadId) => boolean,
): boolean => {
  const { hand, screens } = shown;
  const pad = padIn(shown);
  if (pad && !canSave) return false;
  if (card !== undefined || screens.some(({ is }) => is === "key")) return card !== undefined;
  if (box_no && zongpai) return !pad && hand.mode === "box" && !hand.box_no && screens.length === 0;
  if (screens.some(({ is }) => is === "look"))
    return serves("location-overview") && serves("get-box-info");
  if (hand.mode === "shelve") {
    const isPlaced = zongpai !== undefined || serves("post-box-location");
    return location !== undefined || (hand.at !== undefined && isPlaced);
  }
  if (hand.mode === "box") return box_no !== undefined || (!!zongpai && !!hand.box_no);
  return zongpai !== undefined && !hand.category;
};

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
  /** The number on the pad may be that of a label, so only a touch may save it. */
  let isAsked = false;
  let last = { raw: "", at: Number.NEGATIVE_INFINITY };
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

  /** The number on the pad. A list may cover it. */
  const numberOf = (shown: Shown): number | undefined => {
    const { digits, of = {} } = padIn(shown) ?? {};
    return shown.number ?? Number(digits || held.get(itemOf(of)) || 1);
  };
  const isOfPad = (was: Shown, { fields: { box_no, zongpai } }: Written) => {
    const { of } = padIn(was) ?? {};
    return of !== undefined && of.box_no === box_no && of.zongpai === zongpai;
  };
  const isPlace = ({ hand }: Shown, says: Truth, { fields: of }: Written) =>
    hand.mode === "shelve" &&
    hand.at?.location === of.location &&
    hand.at?.off_shelf === of.off_shelf &&
    (of.zongpai ? of.zongpai === says.zongpai : !!of.box_no && of.box_no === says.box_no);

  /** What a change owes to no label. */
  const unowed = (was: Shown, now: Shown, says: Truth, made: readonly Written[]): string[] => {
    const known = codesIn(was);
    const said = fields.map((field) => `${field} ${says[field]}`);
    const codes = [...codesIn(now)].filter((one) => !known.has(one) && !said.includes(one));
    const saves = made.filter((one) => isOfPad(was, one) && one.fields.quantity === numberOf(was));
    const places = made.filter((one) => isPlace(was, says, one));
    const others = made.filter((one) => !saves.includes(one) && !places.includes(one));
    const twice = saves.length > 1 || places.length > (says.zongpai && says.box_no ? 2 : 1);
    return [...codes, ...others, ...(twice ? made : [])].map((one) => JSON.stringify(one));
  };
  /** Whether what a label says is in hand, on the screen or written; of box and goods for an empty hand both. */
  const isKept = ({ hand }: Shown, now: Shown, says: Truth, made: readonly Written[]) => {
    const codes = codesIn(now);
    const said = fields.filter((field) => says[field]);
    const kept = said.filter((field) => {
      const value = says[field];
      return codes.has(`${field} ${value}`) || made.some((one) => one.fields[field] === value);
    });
    const isBoth =
      hand.mode === "box" && !hand.box_no && now.hand.mode === "box" && said.length > 1;
    return isBoth ? padIn(now)?.of?.zongpai === says.zongpai : kept.length > 0;
  };

  /** The page before a text ends. */
  const before = (arrival: Arrival, at: number) => {
    const judgement = judge(arrival);
    const { command } = judgement.says;
    return {
      ...{ arrival, judgement, at, shown: page.shown(), signals: page.signals() },
      hasButton: command !== undefined && page.hasButton(command),
      canSave: padIn(page.shown()) !== undefined && page.hasButton("save"),
      person: page.state().person?.id,
    };
  };
  type Before = ReturnType<typeof before>;

  const checkNumber = ({ judgement, shown }: Before, now: Shown, isTold: boolean) => {
    const { raw, digits } = judgement;
    const isShown = now.number === Number(raw);
    if (digits === "label") {
      if (now.number !== numberOf(shown)) isAsked = true;
      tally.told.asked += 1;
    } else if (digits === "either") {
      tally.count("digits of a slow scanner, or a label of one digit", isShown);
      isAsked = false;
    } else if (isShown) isAsked = false;
    else if (!isTold) report(`a typed number: ${raw} became ${now.number}`);
  };

  /** Compares the page after the end of a text with what is owed for it. */
  const after = (was: Before): void => {
    const { arrival, judgement, shown, at, hasButton, canSave } = was;
    const { raw, says, must, why, digits, isCopy } = judgement;
    const now = page.shown();
    const [number, quantity] = [numberOf(shown), held.get(itemOf(padIn(shown)?.of ?? {}))];
    const made = newWrites();
    const { note, banner, person } = page.state();
    const signals = page.signals();
    const isTold = signals.wrong > arrival.signals.wrong;
    const isSame = textOf(shown) === textOf(now) && made.length === 0;
    const sinceLast = at - last.at;
    const isRepeated = !arrival.isTyped && raw === last.raw && sinceLast < againWithin;
    if (!arrival.isTyped) last = { raw, at };
    if (says.card !== undefined || /key:/i.test(raw)) cardUntil = page.now() + signInLasts;
    const isNoted = note !== undefined || /^(wrong|unended)$/.test(banner?.is ?? "");
    const isAgain = isSame && (isRepeated || says.command !== undefined) && isNoted;
    // A worker sees what is in the field for typing.
    const isQuiet = arrival.isTyped || arrival.isUnsure;
    const say = (what: string) =>
      report(
        `${what}: ${JSON.stringify(raw)} (${must}${why ? `, ${why}` : ""}) from ${textOf(shown)} to ${textOf(now)} ${JSON.stringify([made, banner, note])}`,
      );

    tally.labels += 1;
    if (/key:[^"…]/i.test(JSON.stringify([banner, note]))) say("a key was shown");
    if (person?.id !== was.person && must !== "unknowable" && person?.id !== says.card)
      if (people.some((one) => one === person?.id)) say("another person was signed in");
    if (padIn(shown) && digits && !arrival.refused && !isAgain && made.length === 0)
      return void checkNumber(was, now, isTold);
    if (must === "unknowable") {
      isAsked = false;
      tally.count(why ?? "", !isSame);
      return;
    }
    if (must === "refuse") {
      if (!isSame) say("what is no label was taken");
      else if (!isTold && !isAgain && !isQuiet) say("nothing was said");
      tally.told.refused += 1;
      return;
    }
    const isLater = sinceLast >= againWithin || (padIn(shown) && sinceLast > pieceAfter);
    if (isCopy && isLater && !says.command) tally.count("one label sent as two", !isSame);
    else if (isAgain) tally.told.again += 1;
    else if (!isSame || signals.all - signals.wrong > was.signals.all - was.signals.wrong) {
      tally.told.taken += 1;
      const wrong = unowed(shown, now, says, made);
      if (wrong.length > 0) say(`the label does not say ${wrong}`);
      if (isCopy && isRepeated && !isSame && !says.command && !says.card)
        say("one pull counts twice");
      if (!says.command && !says.card && !isKept(shown, now, says, made)) say("a label was lost");
      const isSaved =
        padIn(shown) && padIn(now)?.of !== padIn(shown)?.of && says.command !== "cancel";
      if (isSaved && isAsked) say("the number of another label was saved");
      if (isSaved && says.zongpai && made.length === 0 && quantity !== number)
        say("a number was lost");
      if (isTold && page.now() > cardUntil) say("what was told as not taken was taken");
    } else if (isTold) {
      tally.told.refused += 1;
      const isAccepted = says.command ? hasButton : accepts(shown, says, canSave, serves);
      if (must === "take" && isAccepted && !isRepeated && !isAsked) say("a good label was refused");
    } else if (!isQuiet) say("nothing was said");
    if (padIn(now)?.of !== padIn(shown)?.of) isAsked = false;
  };

  /** Only the end of a text and a touch change anything. Only the buttons of a number write. */
  const between = (was: Shown, at: number, what: string): void => {
    const now = page.shown();
    const before = held.get(itemOf(padIn(was)?.of ?? {}));
    const isSave = /save|add/.test(what);
    const wrong = newWrites().filter((one) => {
      const { quantity } = one.fields;
      const isNumber = quantity === was.number || quantity === (was.number ?? 0) + Number(before);
      return !(isSave && isNumber && isOfPad(was, one));
    });
    if (wrong.length > 0) report(`${what} wrote: ${JSON.stringify(wrong)}`);
    const known = codesIn(was);
    const codes = [...codesIn(now)].filter((one) => !known.has(one));
    if (codes.length > 0 && at > cardUntil) report(`${what} changed: ${codes}`);
    if (padIn(now)?.digits !== padIn(was)?.digits) isAsked = false;
  };

  return { before, after, between, written };
};
