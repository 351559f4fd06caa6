import words from "site:words/board";
import { useState } from "preact/hooks";
import { sumQuantities } from "../shared/commands.ts";
import { FillBar } from "../shared/fill-bar.tsx";
import { Icon } from "../shared/icon.tsx";
import { fillTemplate, formatAmount, formatTime, renderAmountOf } from "../shared/text.tsx";
import {
  type BoxList,
  dayAt,
  hasBoxLeft,
  isComplete,
  type ListedBox,
  lastScanOf,
  missingIn,
  useBoxList,
} from "./box-list.ts";
import { CsvButton } from "./csv-button.tsx";
import { formatAge, formatDay, NamedFact, renderPlace } from "./facts.tsx";
import { formatShortCount, ItemTable, MoreButton } from "./item-table.tsx";
import { CodeLink } from "./links.tsx";
import { PackingListButton } from "./packing-list-button.tsx";

const { boxList, box: boxWords, columns, kinds } = words;

const dayMs = 86_400_000;

const BoxState = ({ box }: { box: ListedBox }) => {
  const missing = missingIn(box);
  if (hasBoxLeft(box))
    return fillTemplate(boxList.leftAt, { time: formatTime(box.registered_at ?? "") });
  if (missing === undefined) return box.more ? boxList.large : boxWords.notCounted;
  if (missing === 0)
    return (
      <span class="complete">
        <Icon name="tick" /> {boxList.complete}
      </span>
    );
  const template = missing > 0 ? boxWords.lacks : boxWords.extra;
  return (
    <span class="lack">{fillTemplate(template, { count: formatAmount(Math.abs(missing)) })}</span>
  );
};

const renderBoxPlace = (box: ListedBox) => {
  if (hasBoxLeft(box)) return undefined;
  const { off_shelf, registered_at } = box;
  if (!off_shelf || registered_at === undefined) return renderPlace(box);
  return fillTemplate(boxList.offFor, { age: formatAge(registered_at) });
};

const renderBoxed = ({ items_quantity, quantity, more }: ListedBox) => (
  <>
    <FillBar part={items_quantity} whole={quantity} />
    {renderAmountOf(words.of, items_quantity, quantity, more)}
  </>
);

type RowsProps = { boxes: readonly ListedBox[]; caption: preact.ComponentChildren };
const BoxTable = ({ boxes, caption }: RowsProps) => (
  <ItemTable
    data-test="boxes"
    class="boxes"
    caption={caption}
    rows={boxes}
    groupOf={(box) => (hasBoxLeft(box) ? boxList.left : "")}
    countsRows
    columns={[
      [kinds.box, ({ box_no }) => <CodeLink kind="box" code={box_no} />],
      [columns.boxed, renderBoxed],
      [columns.state, (box) => <BoxState box={box} />],
      [columns.stands, renderBoxPlace],
      [columns.lastScan, (box) => lastScanOf(box) && formatTime(lastScanOf(box))],
      ["", (box) => isComplete(box) && <PackingListButton boxes={[box.box_no]} />, "n"],
    ]}
  />
);

/** Left boxes come last. */
const inGroups = (boxes: readonly ListedBox[]) => [
  ...boxes.filter((box) => !hasBoxLeft(box)),
  ...boxes.filter(hasBoxLeft),
];

/** The facts of the boxes that are still here. */
const DayFacts = ({ boxes, loadMore }: Pick<BoxList, "boxes" | "loadMore">) => {
  const here = boxes.filter((box) => !hasBoxLeft(box));
  const lacking = here.map((box) => missingIn(box) ?? 0).filter((missing) => missing > 0);
  const complete = here.filter(isComplete).length;
  const inBoxes = fillTemplate(boxList.inBoxes, { count: formatAmount(lacking.length) });
  return (
    <dl class="facts" data-test="facts">
      <NamedFact name={boxList.toShip} notes={[]}>
        {formatShortCount(here.length, loadMore)}
      </NamedFact>
      <NamedFact name={boxList.complete} notes={[<FillBar part={complete} whole={here.length} />]}>
        {renderAmountOf(words.of, complete, here.length, loadMore)}
      </NamedFact>
      <NamedFact
        name={boxList.missing}
        isLacking={lacking.length > 0}
        notes={[lacking.length > 0 && inBoxes]}
      >
        {formatShortCount(sumQuantities(...lacking), loadMore)}
      </NamedFact>
      <NamedFact name={boxList.left} notes={[]}>
        {formatShortCount(boxes.length - here.length, loadMore)}
      </NamedFact>
    </dl>
  );
};

/** The boxes of the day after, read when a person unfolds them: each costs a read. */
const NextDay = ({ day }: { day: string }) => {
  const { result, boxes, loadMore } = useBoxList(day);
  if (!result) return <p class="soft">{words.asking}</p>;
  if (!result.answer) return <p>{words.states.unanswered}</p>;
  if (boxes.length === 0) return <p>{boxList.none}</p>;
  return (
    <>
      <BoxTable boxes={inGroups(boxes)} caption={formatDay(day)} />
      <MoreButton loadMore={loadMore}>{words.more}</MoreButton>
    </>
  );
};

const FoldedNextDay = ({ day }: { day: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="next-day"
      data-test="next-day"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="more" /> <b>{boxList.nextDay}</b> <span class="soft">{formatDay(day)}</span>
      </summary>
      {isOpen && <NextDay day={day} />}
    </details>
  );
};

/** The first view: the boxes that are to leave, by the ERP's day, or those with a place. */
export const BoxesView = ({ code: day }: { code: string }) => {
  const { result, boxes, readAt, readAgain, loadMore } = useBoxList(day);
  const { answer } = result ?? {};
  const complete = boxes.filter(isComplete);
  const isByDay = answer?.day !== undefined;
  const whyNotByDay = answer?.erp_state ? boxList.erpAway : boxList.withoutDay;
  return (
    <section class="found" aria-labelledby="found" aria-busy={!result}>
      <div class="apart">
        <h2 class="row title" id="found">
          <span class="name">{words.boxes}</span>
          {answer && <span>{fillTemplate(boxList.readAt, { time: formatTime(readAt) })}</span>}
        </h2>
        <div class="keys">
          {complete.length > 0 && (
            <PackingListButton boxes={complete.map(({ box_no }) => box_no)} isForMany />
          )}
          <CsvButton name={words.boxes} rows={boxes} />
          {result && (
            <button type="button" class="act" data-test="read-again" onClick={readAgain}>
              {boxList.readAgain}
            </button>
          )}
        </div>
      </div>
      {!result && <p class="soft">{words.asking}</p>}
      {result && !answer && <p>{words.states.unanswered}</p>}
      {answer && <DayFacts boxes={boxes} loadMore={loadMore} />}
      {answer && !isByDay && <p data-test="not-by-day">{whyNotByDay}</p>}
      {answer && boxes.length === 0 && <p>{isByDay ? boxList.none : words.empty}</p>}
      {boxes.length > 0 && (
        <BoxTable boxes={inGroups(boxes)} caption={isByDay ? formatDay(day) : words.boxes} />
      )}
      <MoreButton loadMore={loadMore}>{words.more}</MoreButton>
      {isByDay && <FoldedNextDay key={day} day={dayAt(Date.parse(`${day}T12:00`) + dayMs)} />}
    </section>
  );
};
