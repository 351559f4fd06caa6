import * as settings from "site:settings";
import words from "site:words/board";
import { useState } from "preact/hooks";
import { may } from "../shared/may.ts";
import type { Read } from "../shared/read.ts";
import { Code, fill } from "../shared/text.tsx";
import { linkTo } from "./address.ts";
import { useAnswer } from "./answer.ts";
import { read } from "./client.ts";
import { count, groups, itemsIn, keyOf, More, Thing } from "./parts.tsx";
import type { Group } from "./store.ts";

const { areas: say } = words;
const few = 40;

/** How many goods are in an area or on a shelf; `more`: at least so many; without a number not known. */
type Count = { readonly goods_count?: number | undefined; readonly more: boolean };
type Counts = {
  readonly all: readonly (Count & { readonly code: string })[];
  /** There are more than listed. */
  readonly more?: boolean | undefined;
  /** On shelves of areas that the site does not list. */
  readonly others?: Count | undefined;
};

/** Attachments are not counted, as `get-counts` does. */
const goodsOf = (shelves: readonly Group[] = []) =>
  shelves.flatMap(({ items }) => items).filter(({ category }) => category === undefined).length;

/** The areas, or the shelves of one, as far as the first page of an overview tells them. */
const overviewOf = async (area?: string): Promise<Read<Counts>> => {
  const filter = area === undefined ? { off_shelf: false } : { area };
  const { answer, ...failed } = await read("location-overview", filter);
  if (!answer) return failed;
  const more = answer.cursor !== undefined;
  const listed = groups(answer.locations, (shelf) =>
    area === undefined ? shelf.area : shelf.location,
  );
  const last = listed.at(-1)?.[0] ?? "";
  // As `get-counts` lists them: not what has boxes alone.
  const holding = listed.filter(
    ([code, shelves]) => shelves.some(({ items }) => items.length > 0) || (more && code === last),
  );
  const found = new Map(holding);
  const codes = new Set([...(area === undefined ? settings.areas : []), ...found.keys()]);
  // Of the last there may be more, of those after it nothing is known.
  const all = [...codes].map((code) => ({
    code,
    goods_count: more && code > last ? undefined : goodsOf(found.get(code)),
    more: more && code === last,
  }));
  return { answer: { all, more } };
};

const countsOf = async (area?: string): Promise<Read<Counts>> => {
  if (!may("get-counts") || (area === undefined && settings.areas.length === 0))
    return overviewOf(area);
  const { answer, ...failed } = await read("get-counts", { area });
  if (!answer) return failed.forbidden ? overviewOf(area) : failed;
  const { areas, locations, other_areas } = answer;
  const all = (locations ?? areas).map((one) => ({
    ...one,
    code: "location" in one ? one.location : one.area,
  }));
  return { answer: { all, more: locations && areas[0]?.more, others: other_areas } };
};

const Counted = ({ goods_count, more }: Count) => (
  <span class="n" data-test="count">
    {goods_count !== undefined && count(goods_count, more)}
  </span>
);

const Nothing = ({ yet }: { yet: boolean }) => (
  <p class="soft">{yet ? words.asking : words.empty}</p>
);

const Items = ({ code }: { code: string }) => {
  const shelf = useAnswer(() => read("location-overview", { location: code }))?.answer;
  const items = shelf?.locations.flatMap(itemsIn) ?? [];
  if (items.length === 0) return <Nothing yet={!shelf} />;
  return (
    <>
      <ul class="row codes">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <Thing of={item} />
          </li>
        ))}
      </ul>
      {shelf?.cursor !== undefined && <a href={linkTo("shelf", code)}>{words.more}</a>}
    </>
  );
};

const Shelves = ({ code }: { code: string }) => {
  const [most, setMost] = useState(few);
  const { all, more } = useAnswer(() => countsOf(code))?.answer ?? {};
  if (!all?.length) return <Nothing yet={!all} />;
  const rest = all.length - most;
  return (
    <>
      <ul>
        {all.slice(0, most).map((shelf) => (
          <Folding key={shelf.code} of={shelf} Inside={Items} />
        ))}
      </ul>
      {rest > 0 ? (
        <More run={() => setMost(most + few)}>{fill(say.more, { count: count(rest, more) })}</More>
      ) : (
        more && <p class="soft">{words.andMore}</p>
      )}
    </>
  );
};

type FoldingProps = { of: Counts["all"][number]; Inside: typeof Items };
/** What is inside is asked for while it is folded out. */
const Folding = ({ of, Inside }: FoldingProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details data-test="area" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Code>{of.code}</Code>
          <Counted {...of} />
        </summary>
        {isOpen && <Inside code={of.code} />}
      </details>
    </li>
  );
};

export const Areas = () => {
  const { all, others } = useAnswer(() => countsOf())?.answer ?? {};
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{say.title}</h2>
      {!all && <Nothing yet />}
      <ul class="tree">
        {all?.map((area) => (
          <Folding key={area.code} of={area} Inside={Shelves} />
        ))}
        {!!others?.goods_count && (
          <li class="soft">
            {say.other}
            <Counted {...others} />
          </li>
        )}
      </ul>
    </section>
  );
};
