import words from "site:words/worker";
import type { ComponentChildren } from "preact";
import { writeCheck } from "../../shared/check-code.ts";
import { CheckSums } from "../../shared/check-sums.tsx";
import { isSameItem, placeCommand, type TargetPlace } from "../../shared/commands.ts";
import { compareShelf, type RecordedGoods } from "../../shared/compare-shelf.ts";
import { detailsFromOverview } from "../../shared/goods-details.ts";
import { Icon } from "../../shared/icon.tsx";
import { drawQr } from "../../shared/label-symbol.ts";
import { CodeText, fillTemplate, formatAmount, formatTime } from "../../shared/text.tsx";
import { personName } from "../device/sign-in.ts";
import { signalInHand } from "../device/signals.ts";
import { OutcomeText } from "../outcome/banner.tsx";
import { fieldsOf, isPlaceWrite } from "../outcome/queued-write.ts";
import type { ScanRow } from "../outcome/rows.ts";
import { sendCommand } from "../outcome/send.ts";
import type { CheckedGoods, ShelfCheck } from "../scan/hand.ts";
import { showWrongLabel } from "../scan/scan-labels.ts";
import { set, state } from "../state.ts";
import { Button, GoodsName, maxListed, OutcomeLine } from "./button.tsx";
import { partWords } from "./part-words.ts";
import { askService, askShelf } from "./reads.ts";

const { check: say, found } = partWords;
const { sums, outcomes } = words;

/** The longest text of a code that can be read from a handheld's screen. */
const maxCodeLength = 1_000;

const checkNow = (): ShelfCheck | undefined => {
  const { hand } = state();
  return hand.mode === "check" && hand.location !== undefined ? hand : undefined;
};
const scannedCodes = ({ seen }: ShelfCheck) => seen.map(({ zongpai }) => zongpai);
const compareCheck = (check: ShelfCheck) => compareShelf(check.recorded ?? [], scannedCodes(check));

/** The number of right goods or, until the service answers, the number of scanned goods. */
export const checkSummary = (check: ShelfCheck): string =>
  check.recorded
    ? `${formatAmount(compareCheck(check).right.length)} ${sums.right}`
    : `${formatAmount(check.seen.length)} ${say.scanned}`;

/** The rows of places that were recorded on this page since the check began, or still wait; newest first. */
const ownPlaceRows = ({ since }: ShelfCheck): ScanRow[] =>
  state().rows.filter(
    ({ entry, outcome, gone }) =>
      isPlaceWrite(entry) &&
      entry.fields.zongpai &&
      !gone &&
      (outcome === "kept" || entry.queuedAt >= since),
  );

/** The records of the shelf, updated by the scans of this page. */
const withOwnScans = (items: readonly RecordedGoods[], check: ShelfCheck) => {
  let all = items;
  for (const row of ownPlaceRows(check).reverse()) {
    if (row.outcome !== "kept" && row.outcome !== "recorded") continue;
    const item = fieldsOf(row.entry);
    all = all.filter((one) => !isSameItem(one, item));
    if (item.location === check.location && row.entry.route !== "clear-place")
      all = [...all, { zongpai: item.zongpai, category: item.category }];
  }
  return all;
};

const elsewhereText = (place: CheckedGoods["place"]) => {
  if (place?.location !== undefined) return say.belongs;
  return place?.off_shelf ? words.news.newerOff : say.unplaced;
};

const askPlace = async (zongpai: string) => {
  const { answer } = await askService("location-overview", { zongpai });
  const check = checkNow();
  if (!answer || !check) return;
  const { location, off_shelf } = detailsFromOverview(answer, []);
  const place: CheckedGoods["place"] = { location, off_shelf };
  const seen = check.seen.map((one) => (one.zongpai === zongpai ? { ...one, place } : one));
  set({ hand: { ...check, seen } });
  const { banner } = state();
  if (banner?.is === "wrong" && banner.label === zongpai)
    set({ banner: { ...banner, text: elsewhereText(place), shelf: location } });
};

/** Tells the worker whether goods belong here. Goods that belong elsewhere are put aside. */
export const checkGoods = async (zongpai: string): Promise<void> => {
  const check = checkNow();
  if (!check?.recorded || !compareCheck(check).elsewhere.includes(zongpai)) return signalInHand();
  showWrongLabel({ label: zongpai, word: say.notHere, text: say.unplaced, note: say.aside });
  await askPlace(zongpai);
};

/** Loads the records of the shelf, and the places of the scanned goods that are not among them. */
export const askRecorded = async (): Promise<void> => {
  const check = checkNow();
  if (!check) return;
  const { location } = check;
  const { answer } = await askShelf(location);
  if (!answer || answer.cursor !== undefined) return;
  const items = answer.locations.flatMap((group) => group.items);
  const now = checkNow();
  if (now?.location !== location) return;
  const next = { ...now, recorded: withOwnScans(items, now) };
  set({ hand: next });
  // Check the goods that were scanned before the answer.
  for (const zongpai of compareCheck(next).elsewhere)
    await (now.recorded ? askPlace(zongpai) : checkGoods(zongpai));
};

/** The scanned goods. The number of missing goods is hidden, so that the worker counts instead of copying it. */
export const CheckedGoodsList = () => {
  const check = checkNow();
  if (!check) return null;
  const { right } = compareCheck(check);
  return (
    <ol class="trail" aria-label={found.scannedHere}>
      {check.seen
        .toReversed()
        .slice(0, maxListed)
        .map(({ zongpai, at }) => {
          const compared = right.includes(zongpai)
            ? ({ outcome: "recorded", word: sums.right } as const)
            : ({ outcome: "wrong-label", word: say.notHere } as const);
          const result = check.recorded
            ? compared
            : ({ outcome: "kept", word: say.scanned } as const);
          return (
            <OutcomeLine key={zongpai} {...result} at={at}>
              <CodeText>{zongpai}</CodeText>
            </OutcomeLine>
          );
        })}
    </ol>
  );
};

const checkSection = ({ location }: ShelfCheck, at: number, children: ComponentChildren) => (
  <section class="found" data-test="check" aria-labelledby="check">
    <h1 class="row" id="check">
      <Icon name="check" />
      <CodeText>{location}</CodeText>
      <time class="soft">{formatTime(at)}</time>
    </h1>
    {children}
  </section>
);

/** The outcome of a scan that settles a difference. */
const SettledText = ({ row, check }: { row: ScanRow; check: ShelfCheck }) => {
  const item = fieldsOf(row.entry);
  const isHere = row.outcome === "recorded" && item.location === check.location;
  return isHere ? (
    fillTemplate(say.moved, { goods: <GoodsName {...item} /> })
  ) : (
    <OutcomeText row={row} />
  );
};

type MoveAll = (from: string, items: readonly RecordedGoods[], to: TargetPlace) => Promise<void>;

/** Takes all missing goods off the shelf in one job. The result stays open, and shows their outcomes. */
const takeAllOff = async (
  moveAll: MoveAll,
  location: string,
  missing: readonly RecordedGoods[],
  at: number,
) => {
  await moveAll(location, missing, { off_shelf: true });
  set({ screens: [...state().screens, { is: "result", at }] });
};

/** The result of the check, and its open tasks. After a touch, an outcome replaces the button. `moveAll`: starts a job, once its part is loaded. */
export const CheckResult = ({ at, moveAll }: { at: number; moveAll: MoveAll | undefined }) => {
  const check = checkNow();
  if (!check) return null;
  const { recorded, seen, location } = check;
  const all = compareCheck(check);
  const own = ownPlaceRows(check);
  const strays = recorded ? all.elsewhere.map((zongpai): RecordedGoods => ({ zongpai })) : [];
  const rowOf = (of: RecordedGoods) => own.find(({ entry }) => isSameItem(fieldsOf(entry), of));
  const open = all.missing.filter((of) => !rowOf(of));
  const mayTakeAll = open.length > 1 && state().storageRisk !== "unkept";
  const differences = [...strays, ...all.missing];
  // A late answer already has what was settled here; of several writes of an item, the newest counts.
  const settled = own
    .filter((row) => row.entry.queuedAt >= at && rowOf(fieldsOf(row.entry)) === row)
    .map(({ entry }): RecordedGoods => fieldsOf(entry))
    .filter((of) => !differences.some((one) => isSameItem(one, of)));
  const cases = [...differences, ...settled].map((of) => {
    const isStray = strays.includes(of);
    const row = rowOf(of);
    const outcome = row?.outcome ?? (isStray ? "wrong-label" : "refused");
    const place = seen.find(({ zongpai }) => zongpai === of.zongpai)?.place;
    const goods = <GoodsName {...of} />;
    const shelf = <CodeText>{place?.location ?? ""}</CodeText>;
    return (
      <li key={`${of.zongpai} ${of.category}`} class="asked" data-outcome={outcome}>
        <Icon name={outcome} />
        <p>
          {row && <SettledText row={row} check={check} />}
          {!row &&
            (isStray ? fillTemplate(elsewhereText(place), { label: goods, goods, shelf }) : goods)}
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
            run={() => sendCommand(placeCommand(isStray ? { location } : { off_shelf: true }, of))}
          />
        )}
      </li>
    );
  });
  return checkSection(
    check,
    at,
    <>
      {recorded ? <CheckSums comparison={all} /> : <p>{words.states.unanswered}</p>}
      {moveAll && recorded && mayTakeAll && (
        <p class="offers">
          <Button
            icon="floor"
            word={fillTemplate(partWords.jobs.allOffShelf, { count: formatAmount(open.length) })}
            test="all-off-shelf"
            run={() => takeAllOff(moveAll, location, open, at)}
          />
        </p>
      )}
      <ul>{cases}</ul>
    </>,
  );
};

/** The result of the check as a code for the scanner at the board. */
export const CheckCode = ({ at }: { at: number }) => {
  const check = checkNow();
  if (!check) return null;
  const { location } = check;
  const text = writeCheck({
    location,
    checkedAt: at,
    checkedBy: personName(state().person?.id),
    goods: scannedCodes(check),
  });
  if (text.length > maxCodeLength) return checkSection(check, at, <p>{say.tooMany}</p>);
  const { width, height, path } = drawQr(text);
  return checkSection(
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
