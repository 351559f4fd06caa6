import words from "site:words/board";
import { Fragment } from "preact";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { Icon, type IconName } from "../shared/icon.tsx";
import { categoryNameOf, siteNameOf, spokenFormats } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount, formatList, formatTime } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { renderRepeats, shownNameOf } from "./facts.tsx";
import { groupByKey, MoreButton } from "./item-table.tsx";
import { CodeLink } from "./links.tsx";
import type { PagedList } from "./use-answer.ts";

const { history: historyWords } = words;
const { lines: historyLines } = historyWords;

type HistoryPage = RouteAnswer<"get-history">;
export type HistoryEvent = HistoryPage["events"][number];

export const readHistory = async (
  zongpai: string,
  cursor?: string,
): Promise<ReadResult<HistoryPage>> =>
  mayCall("get-history") ? readRoute("get-history", { zongpai, cursor }) : {};

/** The newest event that placed the goods, or one of their attachments; late scans do not count. */
export const lastSightingIn = (
  events: readonly HistoryEvent[] = [],
  category?: string,
): HistoryEvent | undefined =>
  events.find((event) => event.registered_at && !event.stays && event.category === category);

const describeConfig = (entries: NonNullable<HistoryEvent["entries"]>) => {
  if (entries.length === 0) return historyLines.configuredNone;
  const limits = entries.map(({ category, quantity }) => {
    const name = categoryNameOf(category);
    return quantity === undefined
      ? historyLines.unlimited.replace("{category}", name)
      : `${name} ${formatAmount(quantity)}`;
  });
  return fillTemplate(historyLines.configured, { list: formatList(limits) });
};

/** The previous place, as part of a sentence. */
const renderPlaceBefore = ({ location, off_shelf }: NonNullable<HistoryEvent["before"]>) =>
  off_shelf
    ? historyLines.off
    : location !== undefined && <CodeLink kind="shelf" code={location} />;

/** The template for an event's line. It has an arrow if the history knows the previous value. */
const templateOf = (event: HistoryEvent, hasBefore: boolean) => {
  const { box_no, to_box_no, quantity, cleared, off_shelf } = event;
  if (to_box_no !== undefined) return historyLines.moved;
  if (box_no !== undefined && !quantity) return historyLines.unboxed;
  if (box_no !== undefined) return hasBefore ? historyLines.corrected : historyLines.boxed;
  if (cleared) return historyLines.left;
  if (off_shelf) return hasBefore ? historyLines.takenOff : historyLines.off;
  return hasBefore ? historyLines.relocated : historyLines.shelved;
};

/** Describes an event from its fields and not from its kind, so that a new kind needs no change here. */
const describeEvent = (event: HistoryEvent) => {
  const { did, entries, category, stays, registered_at, before, location } = event;
  const { box_no = "", to_box_no = "", quantity } = event;
  if (entries) return describeConfig(entries);
  if (!box_no && !registered_at) return siteNameOf(did);
  const valueBefore = before && (renderPlaceBefore(before) || formatAmount(before.quantity));
  let what = fillTemplate(templateOf(event, Boolean(valueBefore)), {
    before: valueBefore,
    count: formatAmount(quantity),
    box: <CodeLink kind="box" code={box_no} />,
    other: <CodeLink kind="box" code={to_box_no} />,
    shelf: <CodeLink kind="shelf" code={location ?? ""} />,
  });
  const note = event.off_shelf && location;
  if (note) what = fillTemplate(historyLines.note, { what, note });
  if (category !== undefined)
    what = fillTemplate(historyLines.note, { what: categoryNameOf(category), note: what });
  const isLate = stays && registered_at;
  if (!isLate) return what;
  return fillTemplate(historyLines.late, { what, time: formatTime(registered_at) });
};

const iconOf = ({
  entries,
  box_no,
  category,
  off_shelf,
  cleared,
  stays,
}: HistoryEvent): IconName => {
  if (stays) return "superseded";
  if (entries || category !== undefined) return "attach";
  if (box_no !== undefined) return "box";
  if (cleared) return "gone";
  return off_shelf ? "floor" : "shelf";
};

/** A key that scans of the same goods at the same place share, because the second scan adds no information. */
const sightingKeyOf = ({
  registered_at,
  stays,
  category,
  location,
  off_shelf,
  cleared,
}: HistoryEvent) =>
  registered_at && !stays && JSON.stringify([category, location, off_shelf, cleared]);

const dayMs = 86_400_000;

const midnightOf = (date: Date) => new Date(date).setHours(0, 0, 0, 0);

/** The day of an instant: today, yesterday, or a date. */
const formatDay = (instant: string): string => {
  const { lang } = document.documentElement;
  const date = new Date(instant);
  // Round, because a day with a clock change has 23 or 25 hours.
  const daysAgo = Math.round((midnightOf(new Date()) - midnightOf(date)) / dayMs);
  return daysAgo < 2
    ? new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(-daysAgo, "day")
    : new Intl.DateTimeFormat(lang, { weekday: "short", day: "numeric", month: "short" }).format(
        date,
      );
};

const formatClock = (instant: string): string => spokenFormats.clock.format(new Date(instant));

type Repeats = readonly [HistoryEvent, ...HistoryEvent[]];
const HistoryLine = ({ repeats }: { repeats: Repeats }) => {
  const [newest] = repeats;
  const { before, recorded_at } = repeats.at(-1) ?? newest;
  return (
    <li data-outcome={newest.stays && "superseded"}>
      <time dateTime={newest.recorded_at}>{formatClock(newest.recorded_at)}</time>
      <Icon name={iconOf(newest)} />
      <span>
        {describeEvent({ ...newest, before })}{" "}
        {repeats.length > 1 && (
          <span class="pill">{renderRepeats(repeats.length, recorded_at)}</span>
        )}
      </span>
      <span class="soft">{shownNameOf(newest.who)}</span>
    </li>
  );
};

/** Groups consecutive events that record the same. */
const foldRepeats = (events: readonly HistoryEvent[]): Repeats[] => {
  const runs: [HistoryEvent, ...HistoryEvent[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const key = sightingKeyOf(event);
    if (run && key && key === sightingKeyOf(run[0])) run.push(event);
    else runs.push([event]);
  }
  return runs;
};

/** The history of goods, newest first, grouped by day. Repeats share a line. */
export const GoodsHistory = ({ items: events, loadMore }: PagedList<HistoryEvent>) => {
  const runs = foldRepeats(events);
  const days = groupByKey(runs, ([{ recorded_at }]) => formatDay(recorded_at));
  return (
    <section class="history" data-test="history">
      <h3>{historyWords.title}</h3>
      {events.length === 0 && <p class="soft">{words.empty}</p>}
      {days.map(([day, runsOfDay]) => (
        <Fragment key={day}>
          <h4>{day}</h4>
          <ol>
            {runsOfDay.map((run) => (
              <HistoryLine key={runs.length - runs.indexOf(run)} repeats={run} />
            ))}
          </ol>
        </Fragment>
      ))}
      <MoreButton loadMore={loadMore}>{historyWords.earlier}</MoreButton>
    </section>
  );
};
