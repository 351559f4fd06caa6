import words from "site:words/board";
import type { ComponentChildren } from "preact";
import type { Answer } from "#lib/page/requests.ts";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
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

const moved = ({ box_no = "", to_box_no, quantity, before }: Event) => {
  const line = to_box_no ? lines.transferred : quantity === 0 ? lines.unboxed : lines.boxed;
  return fill(line, {
    count: amount(quantity || before?.quantity),
    box: <Link kind="box" code={box_no} />,
    to: to_box_no && <Link kind="box" code={to_box_no} />,
  });
};

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
const doneBy = (event: Event): ComponentChildren => {
  const { did, entries, box_no, cleared, location, off_shelf } = event;
  if (entries) return configured(entries);
  if (box_no !== undefined) return moved(event);
  if (cleared) return lines.left;
  if (location === undefined) return off_shelf ? words.offShelf : called(did);
  return off_shelf
    ? fill(lines.note, { note: location })
    : fill(lines.on, { shelf: <Link kind="shelf" code={location} /> });
};

const whatOf = (event: Event) => {
  const { category, stays, registered_at, quantity, to_box_no, before } = event;
  let what = doneBy(event);
  if (category !== undefined)
    what = fill(lines.attachment, { category: categoryName(category), what });
  const was = before && (placeOf(before) || amount(before.quantity));
  if (was && quantity !== 0 && to_box_no === undefined)
    what = fill(lines.before, { what, before: was });
  return stays && registered_at ? fill(lines.late, { what, time: time(registered_at) }) : what;
};

/** A scan that saw the same goods at the same place as the next one. */
const isSeenAgain = (one: Event, next: Event | undefined) =>
  one.registered_at !== undefined &&
  next?.registered_at !== undefined &&
  !one.stays &&
  !next.stays &&
  (["category", "location", "off_shelf", "cleared"] as const).every(
    (field) => one[field] === next[field],
  );

const Line = ({ newest, repeats }: { newest: Event; repeats: readonly Event[] }) => {
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
  const starts = all.flatMap((one, at) => (isSeenAgain(one, all[at - 1]) ? [] : [{ one, at }]));
  return (
    <>
      <h3>{say.title}</h3>
      {all.length === 0 && <p class="soft">{words.empty}</p>}
      <ol class="history" data-test="history">
        {starts.map(({ one, at }, nth) => (
          <Line key={all.length - at} newest={one} repeats={all.slice(at, starts[nth + 1]?.at)} />
        ))}
      </ol>
      <More run={more}>{say.earlier}</More>
    </>
  );
};
