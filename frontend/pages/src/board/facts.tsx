import words from "site:words/board";
import type { ComponentChildren } from "preact";
import { siteNameOf } from "../shared/language.ts";
import { fillTemplate, formatAmount, formatDuration, formatTime } from "../shared/text.tsx";
import { CodeLink } from "./links.tsx";
import type { PlacedItem } from "./store.ts";

/** The name of a person; `undefined` on a site without keys, where all people have the same name. */
export const shownNameOf = (name: string | undefined) =>
  provedBy === "nothing" ? undefined : name;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const ageMsOf = (instant: string) => Date.now() - Date.parse(instant);

/** The time since an instant, in one unit. */
export const formatAge = (instant: string) => {
  const ageMs = Math.max(0, ageMsOf(instant));
  if (ageMs < hourMs) return formatDuration("minute", ageMs / minuteMs);
  if (ageMs < dayMs) return formatDuration("hour", ageMs / hourMs);
  return formatDuration("day", ageMs / dayMs);
};

/** A day such as 2026-11-28, with its weekday. */
export const formatDay = (day: string) =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    ...{ weekday: "short", day: "numeric", month: "short" },
  }).format(new Date(`${day}T12:00`));

export const isOlderThanDay = (instant: string): boolean => ageMsOf(instant) >= dayMs;

export type ItemPlace = Partial<Pick<PlacedItem, "location" | "registered_at">> & {
  readonly off_shelf?: boolean | undefined;
  /** It left. */
  readonly cleared?: boolean | undefined;
};

/** The place of an item, if it is known, or that it left. */
export const renderPlace = ({ location, off_shelf, cleared }: ItemPlace) => {
  if (cleared) return words.acts.left;
  if (off_shelf) return location ?? words.offShelf;
  return location !== undefined && <CodeLink kind="shelf" code={location} />;
};

/** The time of the scan that recorded an item's place, and the person who scanned, if known. */
export const renderSince = ({ registered_at }: ItemPlace, who?: string) => {
  const name = shownNameOf(who);
  const template = name ? words.sinceBy : words.since;
  return registered_at && fillTemplate(template, { time: formatTime(registered_at), who: name });
};

type ErpSource = { readonly erp_state?: string; readonly erp_as_of?: string };

/** The source of a value: the ERP, or a copy with its time. */
export const renderErpSource = ({ erp_state = "", erp_as_of }: ErpSource) =>
  erp_as_of ? fillTemplate(words.copyFrom, { time: formatTime(erp_as_of) }) : siteNameOf(erp_state);

type PlaceFactProps = { place: ItemPlace; who?: string | undefined };

/** The place of an item as a fact. `who`: the person who recorded it, if known. */
export const PlaceFact = ({ place, who }: PlaceFactProps) => (
  <NamedFact name={words.kinds.place} notes={[renderSince(place, who)]}>
    {renderPlace(place) || words.nowhere}
  </NamedFact>
);

/** The number of repeats, and the time of the first. */
export const renderRepeats = (count: number, since: string) =>
  fillTemplate(words.times, { count: formatAmount(count), time: formatTime(since) });

/** A large number, followed by its total in small type. */
export const renderPartOf = (part: ComponentChildren, total: number | undefined) =>
  total === undefined ? (
    part
  ) : (
    <span class="part">
      {fillTemplate(words.of, { count: <b>{part}</b>, total: formatAmount(total) })}
    </span>
  );

type NamedFactProps = {
  name: string;
  isLacking?: boolean;
  children: ComponentChildren;
  notes: readonly ComponentChildren[];
};

/** A fact: its name, its value, and notes below. */
export const NamedFact = ({ name, isLacking, children, notes }: NamedFactProps) => (
  <div>
    <dt>{name}</dt>
    <dd class={isLacking ? "n lack" : "n"}>{children || "–"}</dd>
    {notes.map(
      (note, at) =>
        note && (
          <dd key={at} class="soft">
            {note}
          </dd>
        ),
    )}
  </div>
);
