import words from "site:words/board";
import type { Answer } from "#lib/page/requests.ts";
import { called, categoryName } from "../shared/language.ts";
import { lineOf } from "../shared/line.tsx";
import { may } from "../shared/may.ts";
import type { Read } from "../shared/read.ts";
import { amount, fill, listOf, time } from "../shared/text.tsx";
import type { List } from "./answer.ts";
import { read } from "./client.ts";
import { Link, More, nameOf, placeOf, times } from "./parts.tsx";

const { history: say } = words;
const { lines } = say;

type Page = Answer<"get-history">;
export type Event = Page["events"][number];

export const askHistory = async (zongpai: string, cursor?: string): Promise<Read<Page>> =>
  may("get-history") ? read("get-history", { zongpai, cursor }) : {};

/** What was scanned of goods, or of an attachment of them, where they stand now. */
export const seenIn = (events: readonly Event[] = [], category?: string): Event | undefined =>
  events.find((one) => one.registered_at && !one.stays && one.category === category);

const configured = (entries: NonNullable<Event["entries"]>) => {
  if (entries.length === 0) return lines.configuredNone;
  const each = entries.map(({ category, quantity }) => {
    const name = categoryName(category);
    return quantity === undefined
      ? lines.unlimited.replace("{category}", name)
      : `${name} ${amount(quantity)}`;
  });
  return fill(lines.configured, { list: listOf(each) });
};

/** What was done, from the fields that the event has: a new kind of event needs nothing here. */
const whatOf = (event: Event) => {
  const { did, entries, category, stays, registered_at, to_box_no, before } = event;
  if (entries) return configured(entries);
  if (event.box_no === undefined && !registered_at) return called(did);
  const goods = category === undefined ? words.kinds.goods : categoryName(category);
  let what = lineOf({ ...event, zongpai: goods, category: undefined }, undefined, goods, Link);
  const note = event.off_shelf && event.location;
  if (note) what = fill(lines.note, { what, note });
  const was = before && (placeOf(before) || amount(before.quantity));
  if (was && to_box_no === undefined) what = fill(lines.before, { what, before: was });
  return stays && registered_at ? fill(lines.late, { what, time: time(registered_at) }) : what;
};

/** Where a scan saw the goods, or an attachment; the next one that saw the same there says nothing new. */
const seenAt = ({ registered_at, stays, category, location, off_shelf, cleared }: Event) =>
  registered_at && !stays && JSON.stringify([category, location, off_shelf, cleared]);

const Line = ({ repeats }: { repeats: readonly [Event, ...Event[]] }) => {
  const [newest] = repeats;
  const { before, recorded_at } = repeats.at(-1) ?? newest;
  return (
    <li data-outcome={newest.stays && "superseded"}>
      <time dateTime={newest.recorded_at}>{time(newest.recorded_at)}</time>
      <span>
        {whatOf({ ...newest, before })}{" "}
        {repeats.length > 1 && <span class="soft">{times(repeats.length, recorded_at)}</span>}
      </span>
      <span class="soft">{nameOf(newest.who)}</span>
    </li>
  );
};

/** Newest first; repeats are shown as one. */
export const History = ({ all, more }: List<Event>) => {
  const runs: [Event, ...Event[]][] = [];
  for (const one of all) {
    const run = runs.at(-1);
    if (run && seenAt(one) && seenAt(one) === seenAt(run[0])) run.push(one);
    else runs.push([one]);
  }
  return (
    <>
      <h3>{say.title}</h3>
      {all.length === 0 && <p class="soft">{words.empty}</p>}
      <ol class="history" data-test="history">
        {runs.map((run, at) => (
          <Line key={runs.length - at} repeats={run} />
        ))}
      </ol>
      <More run={more}>{say.earlier}</More>
    </>
  );
};
