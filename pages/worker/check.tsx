import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { compared, type Recorded } from "../shared/check.ts";
import { checkText } from "../shared/check-code.ts";
import { together } from "../shared/goods.ts";
import { Icon } from "../shared/icon.tsx";
import { Sums } from "../shared/sums.tsx";
import { qrOf } from "../shared/symbol.ts";
import { amount, Code, fill, time } from "../shared/text.tsx";
import { read } from "./ask.ts";
import { What } from "./band.tsx";
import { Button, Goods, listed, Was } from "./button.tsx";
import { isPlace, isSame, partsOf, placing, type Row } from "./rows.ts";
import { send } from "./send.ts";
import { nameOf } from "./sign-in.ts";
import { inHand, refuse } from "./signals.ts";
import { type Checked, type Seen, set, state } from "./store.ts";

const { check: say, sums, outcomes } = words;

/** As many characters as a code on a handheld's screen may hold. */
const longest = 1_000;

const checkNow = (): Checked | undefined => {
  const { hand } = state();
  return hand.mode === "check" && hand.location !== undefined ? hand : undefined;
};
const codes = ({ seen }: Checked) => seen.map(({ zongpai }) => zongpai);
const compare = (check: Checked) => compared(check.recorded ?? [], codes(check));

/** How much is right; nobody has said what is until somebody answers. */
export const sumOf = (check: Checked): string =>
  check.recorded
    ? `${amount(compare(check).right.length)} ${sums.right}`
    : `${amount(check.seen.length)} ${say.scanned}`;

/** What this page has said of places since the check began, or has still to send; newest first. */
const ownOf = ({ since }: Checked): Row[] =>
  state().rows.filter(
    ({ entry, outcome, gone }) =>
      isPlace(entry) &&
      entry.fields.zongpai &&
      !gone &&
      (outcome === "kept" || entry.queuedAt >= since),
  );

/** What is recorded on the shelf, and what this page has changed of it. */
const withOwn = (items: readonly Recorded[], check: Checked) => {
  let all = items;
  for (const row of ownOf(check).reverse()) {
    if (row.outcome !== "kept" && row.outcome !== "recorded") continue;
    const item = partsOf(row.entry);
    all = all.filter((one) => !isSame(one, item));
    if (item.location === check.location && row.entry.route !== "clear-place")
      all = [...all, { zongpai: item.zongpai, category: item.category }];
  }
  return all;
};

const textOf = (place: Seen["place"]) => {
  if (place?.location !== undefined) return say.belongs;
  return place?.off_shelf ? words.news.newerOff : say.unplaced;
};

const askPlace = async (zongpai: string) => {
  const { answer } = await read("location-overview", { zongpai });
  const check = checkNow();
  if (!answer || !check) return;
  const { location, off_shelf } = together(answer, []);
  const place: Seen["place"] = { location, off_shelf };
  const seen = check.seen.map((one) => (one.zongpai === zongpai ? { ...one, place } : one));
  set({ hand: { ...check, seen } });
  const { band } = state();
  if (band?.is === "wrong" && band.label === zongpai)
    set({ band: { ...band, text: textOf(place), shelf: location } });
};

/** Says whether goods are right; what belongs elsewhere is put aside. */
export const scanned = async (zongpai: string): Promise<void> => {
  const check = checkNow();
  if (!check?.recorded || !compare(check).elsewhere.includes(zongpai)) return inHand();
  refuse({ label: zongpai, word: say.notHere, text: say.unplaced, note: say.aside });
  await askPlace(zongpai);
};

/** Asks what is recorded on the shelf, and where that belongs which is not. */
export const ask = async (): Promise<void> => {
  const check = checkNow();
  if (!check) return;
  const { location } = check;
  const items: Recorded[] = [];
  let cursor: string | undefined;
  do {
    const { answer } = await read("location-overview", { location, cursor });
    if (!answer) return;
    items.push(...answer.locations.flatMap((group) => group.items));
    ({ cursor } = answer);
  } while (cursor !== undefined);
  const now = checkNow();
  if (now?.location !== location) return;
  const next = { ...now, recorded: withOwn(items, now) };
  set({ hand: next });
  // What was scanned before anybody answered.
  for (const zongpai of compare(next).elsewhere)
    await (now.recorded ? askPlace(zongpai) : scanned(zongpai));
};

/** What was scanned; how much is missing is not said, for it would be copied. */
export const SeenList = () => {
  const check = checkNow();
  if (!check) return null;
  const { right } = compare(check);
  return (
    <ol class="trail" aria-label={words.found.scannedHere}>
      {check.seen
        .toReversed()
        .slice(0, listed)
        .map(({ zongpai, at }) => {
          const is = right.includes(zongpai)
            ? ({ outcome: "recorded", word: sums.right } as const)
            : ({ outcome: "wrong-label", word: say.notHere } as const);
          const said = check.recorded ? is : ({ outcome: "kept", word: say.scanned } as const);
          return (
            <Was key={zongpai} {...said} at={at}>
              <Code>{zongpai}</Code>
            </Was>
          );
        })}
    </ol>
  );
};

const page = ({ location }: Checked, at: number, children: ComponentChildren) => (
  <section class="found" data-test="check" aria-labelledby="check">
    <h1 class="row" id="check">
      <Icon name="check" />
      <Code>{location}</Code>
      <time class="soft">{time(at)}</time>
    </h1>
    {children}
  </section>
);

/** What was done with one of them, and what became of it. */
const Settled = ({ row, check }: { row: Row; check: Checked }) => {
  const item = partsOf(row.entry);
  const isHere = row.outcome === "recorded" && item.location === check.location;
  return isHere ? fill(say.moved, { goods: <Goods {...item} /> }) : <What row={row} />;
};

/** The result, and what is to be done: a key turns into what became of it. */
export const Result = ({ at }: { at: number }) => {
  const check = checkNow();
  if (!check) return null;
  const { recorded, seen, location } = check;
  const all = compare(check);
  const own = ownOf(check);
  const strays = recorded ? all.elsewhere.map((zongpai): Recorded => ({ zongpai })) : [];
  const cases = [...strays, ...all.missing].map((of) => {
    const isStray = strays.includes(of);
    const row = own.find(({ entry }) => isSame(partsOf(entry), of));
    const outcome = row?.outcome ?? (isStray ? "wrong-label" : "refused");
    const place = seen.find(({ zongpai }) => zongpai === of.zongpai)?.place;
    const goods = <Goods {...of} />;
    const shelf = <Code>{place?.location ?? ""}</Code>;
    return (
      <li key={`${of.zongpai} ${of.category}`} class="asked" data-outcome={outcome}>
        <Icon name={outcome} />
        <p>
          {row && <Settled row={row} check={check} />}
          {!row && (isStray ? fill(textOf(place), { label: goods, goods, shelf }) : goods)}
          {!row && !isStray && (
            <>
              <br />
              {sums.missing}
            </>
          )}
        </p>
        {row ? (
          <span class="word">{outcomes[outcome]}</span>
        ) : (
          <Button
            word={isStray ? say.moveHere : words.acts.offShelf}
            test="act"
            main={isStray}
            run={() => send(placing(isStray ? { location } : { off_shelf: true }, of))}
          />
        )}
      </li>
    );
  });
  return page(
    check,
    at,
    <>
      {recorded ? <Sums of={all} /> : <p>{words.states.unanswered}</p>}
      <ul>{cases}</ul>
    </>,
  );
};

/** The result as a code, for the scanner at the board. */
export const Show = ({ at }: { at: number }) => {
  const check = checkNow();
  if (!check) return null;
  const { location } = check;
  const text = checkText({ location, at, who: nameOf(state().who?.id), goods: codes(check) });
  if (text.length > longest) return page(check, at, <p>{say.tooMany}</p>);
  const { width, height, path } = qrOf(text);
  return page(
    check,
    at,
    <>
      <svg class="qr" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={say.show}>
        <path d={path} />
      </svg>
      <p>{say.show}</p>
    </>,
  );
};
