import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { categoryNameOf, siteNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { renderScanLine } from "../shared/scan-line.tsx";
import type { ReadResult } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount, formatList, formatTime } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { renderPlace, renderRepeats, shownNameOf } from "./facts.tsx";
import { MoreButton } from "./item-table.tsx";
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

/** The newest event that saw the goods, or an attachment of them, at a place; late scans do not count. */
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

/** Says what was done. It looks at the fields of an event and not at its kind, so that a new kind needs no change here. */
const describeEvent = (event: HistoryEvent) => {
  const { did, entries, category, stays, registered_at, to_box_no, before } = event;
  if (entries) return describeConfig(entries);
  if (event.box_no === undefined && !registered_at) return siteNameOf(did);
  const goods = category === undefined ? words.kinds.goods : categoryNameOf(category);
  const scan = { ...event, zongpai: goods, category: undefined };
  let what = renderScanLine(scan, undefined, goods, CodeLink);
  const note = event.off_shelf && event.location;
  if (note) what = fillTemplate(historyLines.note, { what, note });
  const valueBefore = before && (renderPlace(before) || formatAmount(before.quantity));
  if (valueBefore && to_box_no === undefined)
    what = fillTemplate(historyLines.before, { what, before: valueBefore });
  const isLate = stays && registered_at;
  if (!isLate) return what;
  return fillTemplate(historyLines.late, { what, time: formatTime(registered_at) });
};

/** Equal for scans that saw the same goods or attachment at the same place: the second one says nothing new. */
const sightingKeyOf = ({
  registered_at,
  stays,
  category,
  location,
  off_shelf,
  cleared,
}: HistoryEvent) =>
  registered_at && !stays && JSON.stringify([category, location, off_shelf, cleared]);

const HistoryLine = ({ repeats }: { repeats: readonly [HistoryEvent, ...HistoryEvent[]] }) => {
  const [newest] = repeats;
  const { before, recorded_at } = repeats.at(-1) ?? newest;
  return (
    <li data-outcome={newest.stays && "superseded"}>
      <time dateTime={newest.recorded_at}>{formatTime(newest.recorded_at)}</time>
      <span>
        {describeEvent({ ...newest, before })}{" "}
        {repeats.length > 1 && (
          <span class="soft">{renderRepeats(repeats.length, recorded_at)}</span>
        )}
      </span>
      <span class="soft">{shownNameOf(newest.who)}</span>
    </li>
  );
};

/** The history of goods, newest first. Repeats share a line. */
export const GoodsHistory = ({ items: events, loadMore }: PagedList<HistoryEvent>) => {
  const runs: [HistoryEvent, ...HistoryEvent[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const key = sightingKeyOf(event);
    if (run && key && key === sightingKeyOf(run[0])) run.push(event);
    else runs.push([event]);
  }
  return (
    <>
      <h3>{historyWords.title}</h3>
      {events.length === 0 && <p class="soft">{words.empty}</p>}
      <ol class="history" data-test="history">
        {runs.map((run, at) => (
          <HistoryLine key={runs.length - at} repeats={run} />
        ))}
      </ol>
      <MoreButton loadMore={loadMore}>{historyWords.earlier}</MoreButton>
    </>
  );
};
