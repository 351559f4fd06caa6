import words from "site:words/board";
import type { RouteAnswer } from "#lib/page/requests.ts";
import { categoryNameOf, siteNameOf } from "../shared/language.ts";
import { mayCall } from "../shared/rights.ts";
import { renderScanLine } from "../shared/scan-line.tsx";
import type { ReadResult } from "../shared/service-reads.ts";
import { fillTemplate, formatAmount, formatList, formatTime } from "../shared/text.tsx";
import { readRoute } from "./client.ts";
import { CodeLink, MoreButton, renderPlace, renderRepeats, shownNameOf } from "./parts.tsx";
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

/** What was scanned of goods, or of an attachment of them, where they stand now. */
export const lastSightingIn = (
  events: readonly HistoryEvent[] = [],
  category?: string,
): HistoryEvent | undefined =>
  events.find((one) => one.registered_at && !one.stays && one.category === category);

const describeConfig = (entries: NonNullable<HistoryEvent["entries"]>) => {
  if (entries.length === 0) return historyLines.configuredNone;
  const each = entries.map(({ category, quantity }) => {
    const name = categoryNameOf(category);
    return quantity === undefined
      ? historyLines.unlimited.replace("{category}", name)
      : `${name} ${formatAmount(quantity)}`;
  });
  return fillTemplate(historyLines.configured, { list: formatList(each) });
};

/** What was done, from the fields that the event has: a new kind of event needs nothing here. */
const describeEvent = (event: HistoryEvent) => {
  const { did, entries, category, stays, registered_at, to_box_no, before } = event;
  if (entries) return describeConfig(entries);
  if (event.box_no === undefined && !registered_at) return siteNameOf(did);
  const goods = category === undefined ? words.kinds.goods : categoryNameOf(category);
  let what = renderScanLine(
    { ...event, zongpai: goods, category: undefined },
    undefined,
    goods,
    CodeLink,
  );
  const note = event.off_shelf && event.location;
  if (note) what = fillTemplate(historyLines.note, { what, note });
  const was = before && (renderPlace(before) || formatAmount(before.quantity));
  if (was && to_box_no === undefined)
    what = fillTemplate(historyLines.before, { what, before: was });
  return stays && registered_at
    ? fillTemplate(historyLines.late, { what, time: formatTime(registered_at) })
    : what;
};

/** Where a scan saw the goods, or an attachment; the next one that saw the same there says nothing new. */
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

/** Newest first; repeats are shown as one. */
export const GoodsHistory = ({ all, more }: PagedList<HistoryEvent>) => {
  const runs: [HistoryEvent, ...HistoryEvent[]][] = [];
  for (const one of all) {
    const run = runs.at(-1);
    if (run && sightingKeyOf(one) && sightingKeyOf(one) === sightingKeyOf(run[0])) run.push(one);
    else runs.push([one]);
  }
  return (
    <>
      <h3>{historyWords.title}</h3>
      {all.length === 0 && <p class="soft">{words.empty}</p>}
      <ol class="history" data-test="history">
        {runs.map((run, at) => (
          <HistoryLine key={runs.length - at} repeats={run} />
        ))}
      </ol>
      <MoreButton run={more}>{historyWords.earlier}</MoreButton>
    </>
  );
};
