import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { compared, type Recorded } from "../shared/check.ts";
import { checkText } from "../shared/check-code.ts";
import { together } from "../shared/goods.ts";
import { Icon } from "../shared/icon.tsx";
import { Sums } from "../shared/sums.tsx";
import { qrOf } from "../shared/symbol.ts";
import { amount, Code, fill, time } from "../shared/text.tsx";
import { read } from "./ask.ts";
import { type Command, placing } from "./commands.ts";
import type { Checked, Seen } from "./hand.ts";
import { wordOf } from "./lines.tsx";
import { refuse } from "./refuse.ts";
import { isPlace, type OutcomeName, partsOf, type Row } from "./rows.ts";
import { send } from "./send.ts";
import { nameOf } from "./sign-in.ts";
import { inHand } from "./signals.ts";
import { set, state } from "./store.ts";

const { check: say } = words;

/** As many characters as a code on a handheld's screen may hold. */
const longest = 1_000;
/** As many rows as somebody reads. */
const listed = 60;

const checkNow = (): Checked | undefined => {
  const { hand } = state();
  return hand.mode === "check" && hand.location !== undefined ? hand : undefined;
};
const compare = ({ recorded = [], seen }: Checked) =>
  compared(
    recorded,
    seen.map(({ zongpai }) => zongpai),
  );

/** How much is right; nobody has said what is until somebody answers. */
export const sumOf = (check: Checked): string =>
  check.recorded
    ? `${amount(compare(check).right.length)} ${words.sums.right}`
    : `${amount(check.seen.length)} ${say.scanned}`;

/** What this page has said of the place of an item since the check began, or has still to send. */
const ownOf = ({ since }: Checked, of?: Recorded): Row[] =>
  state().rows.filter(
    ({ entry, outcome, gone }) =>
      isPlace(entry) &&
      !gone &&
      (outcome === "kept" || entry.queuedAt >= since) &&
      (!of || (entry.goods === of.zongpai && partsOf(entry).category === of.category)),
  );

/** What is recorded on the shelf, and what this page has changed of it. */
const withOwn = (items: readonly Recorded[], check: Checked): Recorded[] => {
  const key = ({ zongpai, category }: Recorded) => `${zongpai} ${category ?? ""}`;
  const all = new Map(
    items.map(({ zongpai, category }) => [key({ zongpai, category }), { zongpai, category }]),
  );
  for (const { entry, outcome } of ownOf(check).reverse()) {
    const { zongpai, category, location } = partsOf(entry);
    if (outcome !== "kept" && outcome !== "recorded") continue;
    if (location === check.location && entry.route !== "clear-place")
      all.set(key({ zongpai, category }), { zongpai, category });
    else all.delete(key({ zongpai, category }));
  }
  return [...all.values()];
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

const textOf = (place: Seen["place"]) => {
  if (place?.location !== undefined) return say.belongs;
  return place?.off_shelf ? words.news.newerOff : say.unplaced;
};

/** Says whether goods are right; what belongs elsewhere is put aside. */
export const scanned = async (zongpai: string): Promise<void> => {
  const check = checkNow();
  if (!check) return;
  if (!check.recorded || !compare(check).elsewhere.includes(zongpai)) return inHand();
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

/** Without an answer nobody knows whether it is right. */
const sayOf = ({ recorded }: Checked, zongpai: string) => {
  if (!recorded) return { is: "kept", word: say.scanned } as const;
  return recorded.some((one) => one.zongpai === zongpai)
    ? ({ is: "recorded", word: words.sums.right } as const)
    : ({ is: "wrong-label", word: say.notHere } as const);
};

/** What was scanned; how much is missing is not said, for it would be copied. */
export const SeenList = () => {
  const check = checkNow();
  return check ? (
    <ol class="trail" aria-label={words.found.scannedHere}>
      {check.seen
        .toReversed()
        .slice(0, listed)
        .map(({ zongpai, at }) => {
          const { is, word } = sayOf(check, zongpai);
          return (
            <li key={zongpai} data-outcome={is}>
              <Icon name={is} />
              <span>
                <Code>{zongpai}</Code>
              </span>
              <span class="word">{word}</span>
              <time class="soft">{time(at)}</time>
            </li>
          );
        })}
    </ol>
  ) : null;
};

const Name = ({ of, at }: { of: Checked; at: number }) => (
  <h1 class="row" id="check">
    <Icon name="check" />
    <Code>{of.location}</Code>
    <time class="soft">{time(at)}</time>
  </h1>
);

type CaseProps = {
  readonly row?: Row;
  readonly is: OutcomeName;
  readonly act: string;
  readonly command: Command;
  readonly children: ComponentChildren;
};
/** What is to be settled: the key turns into what became of it. */
const Case = ({ row, is, act, command, children }: CaseProps) => {
  const outcome = row?.outcome ?? is;
  return (
    <li class="asked" data-outcome={outcome}>
      <Icon name={outcome} />
      <p>{children}</p>
      {row ? (
        <span class="word">{wordOf(row.outcome)}</span>
      ) : (
        <button
          type="button"
          class={is === "refused" ? "btn" : "btn main"}
          data-test="act"
          onClick={() => void send(command)}
        >
          {act}
        </button>
      )}
    </li>
  );
};

/** The result, and what is to be done. */
export const Result = ({ at }: { at: number }) => {
  const check = checkNow();
  if (!check) return null;
  const all = compare(check);
  const goods = (zongpai: string) => <Code>{zongpai}</Code>;
  return (
    <section class="found" data-test="check" aria-labelledby="check">
      <Name of={check} at={at} />
      {check.recorded ? <Sums of={all} words={words.sums} /> : <p>{words.states.unanswered}</p>}
      <ul>
        {check.recorded &&
          all.elsewhere.map((zongpai) => {
            const place = check.seen.find((one) => one.zongpai === zongpai)?.place;
            const shelf = goods(place?.location ?? "");
            return (
              <Case
                key={zongpai}
                row={ownOf(check, { zongpai })[0]}
                is="wrong-label"
                act={say.moveHere}
                command={placing({ location: check.location }, zongpai, undefined)}
              >
                {fill(textOf(place), { label: goods(zongpai), goods: goods(zongpai), shelf })}
              </Case>
            );
          })}
        {all.missing.map((item) => (
          <Case
            key={`${item.zongpai} ${item.category}`}
            row={ownOf(check, item)[0]}
            is="refused"
            act={words.acts.offShelf}
            command={placing({ off_shelf: true }, item.zongpai, item.category)}
          >
            {item.category !== undefined && `${categoryName(item.category)} `}
            {goods(item.zongpai)}
            <br />
            {words.sums.missing}
          </Case>
        ))}
      </ul>
    </section>
  );
};

/** The result as a code, for the scanner at the board. */
export const Show = ({ at }: { at: number }) => {
  const check = checkNow();
  if (!check) return null;
  const { location, seen } = check;
  const goods = seen.map(({ zongpai }) => zongpai);
  const text = checkText({ location, at, who: nameOf(state().who?.id), goods });
  const code = text.length > longest ? undefined : qrOf(text);
  return (
    <section class="found" aria-labelledby="check">
      <Name of={check} at={at} />
      {code && (
        <svg
          class="qr"
          viewBox={`0 0 ${code.width} ${code.height}`}
          role="img"
          aria-label={say.show}
          data-test="check"
        >
          <path d={code.path} />
        </svg>
      )}
      <p>{code ? say.show : say.tooMany}</p>
    </section>
  );
};
