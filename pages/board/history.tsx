import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { categoryName } from "../shared/category-name.ts";
import { called } from "../shared/language.ts";
import { amount, Code, fill, listOf, time } from "../shared/text.tsx";
import { earlier } from "./find.ts";
import { Link, More, named, times } from "./parts.tsx";
import type { Event, List } from "./store.ts";

const { history: say } = words;
const { lines } = say;

const seen = ({ location, off_shelf, before }: Event): ComponentChildren => {
  if (off_shelf) {
    if (location !== undefined) return fill(lines.note, { note: location });
    return before?.location === undefined || before.off_shelf
      ? words.offShelf
      : fill(lines.offFrom, { before: <Code>{before.location}</Code> });
  }
  const shelf = location === undefined ? "" : <Link kind="shelf" code={location} />;
  if (before?.off_shelf) return fill(lines.onFromOff, { shelf });
  return before?.location === undefined
    ? fill(lines.on, { shelf })
    : fill(lines.onFrom, { shelf, before: <Code>{before.location}</Code> });
};

const boxed = ({ box_no = "", to_box_no, quantity, before }: Event) => {
  const box = <Link kind="box" code={box_no} />;
  const count = amount(quantity);
  if (to_box_no !== undefined)
    return fill(lines.transferred, { count, box, to: <Link kind="box" code={to_box_no} /> });
  if (before?.quantity === undefined) return fill(lines.boxed, { count, box });
  const was = amount(before.quantity);
  return quantity === 0
    ? fill(lines.unboxed, { count: was, box })
    : fill(lines.corrected, { count, box, before: was });
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
const shown = (event: Event): ComponentChildren => {
  const { did, entries, box_no, cleared, location, off_shelf } = event;
  if (entries) return configured(entries);
  if (box_no !== undefined) return boxed(event);
  if (cleared) return lines.left;
  return location === undefined && !off_shelf ? called(did) : seen(event);
};

const whatOf = (event: Event) => {
  const { category, stays, registered_at } = event;
  const what =
    category === undefined
      ? shown(event)
      : fill(lines.attachment, { category: categoryName(category), what: shown(event) });
  return stays && registered_at ? fill(lines.late, { what, time: time(registered_at) }) : what;
};

const isSeenAgain = (one: Event, earlier: Event) =>
  one.registered_at !== undefined &&
  earlier.registered_at !== undefined &&
  !one.stays &&
  !earlier.stays &&
  (["category", "location", "off_shelf", "cleared"] as const).every(
    (field) => one[field] === earlier[field],
  );

/** Scans that saw the same goods at the same place again, newest first, as one. */
const repeatsIn = (all: readonly Event[]): Event[][] => {
  const groups: Event[][] = [];
  for (const event of all) {
    const last = groups.at(-1);
    const [newest] = last ?? [];
    if (last && newest && isSeenAgain(newest, event)) last.push(event);
    else groups.push([event]);
  }
  return groups;
};

const Line = ({ repeats }: { repeats: readonly Event[] }) => {
  const [newest] = repeats;
  const oldest = repeats.at(-1);
  if (!newest || !oldest) return null;
  return (
    <li data-outcome={newest.stays && "superseded"}>
      <time dateTime={newest.recorded_at}>{time(newest.recorded_at)}</time>
      <span>
        {whatOf({ ...newest, before: oldest.before })}{" "}
        {newest !== oldest && <span class="soft">{times(repeats.length, oldest.recorded_at)}</span>}
      </span>
      <span class="soft">{named && newest.who}</span>
    </li>
  );
};

export const History = ({ all, more }: List<Event>) => (
  <>
    <h3>{say.title}</h3>
    {all.length === 0 && <p class="soft">{words.empty}</p>}
    <ol class="history" data-test="history">
      {repeatsIn(all).map((repeats, at, groups) => (
        <Line key={groups.length - at} repeats={repeats} />
      ))}
    </ol>
    {more && <More run={earlier}>{say.earlier}</More>}
  </>
);
