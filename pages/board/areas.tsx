import * as settings from "site:settings";
import words from "site:words/board";
import { useState } from "preact/hooks";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, fillTemplate } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { readRoute } from "./client.ts";
import {
  formatShortCount,
  groupByKey,
  ItemLink,
  itemKeyOf,
  itemsIn,
  MoreButton,
} from "./parts.tsx";
import type { PlaceContents } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { areas: areaWords } = words;
const shelvesAtOnce = 40;

/** How many goods are in an area or on a shelf; `more`: at least so many; without a number not known. */
type GoodsCount = { readonly goods_count?: number | undefined; readonly more: boolean };
type GoodsCounts = {
  readonly all: readonly (GoodsCount & { readonly code: string })[];
  /** There are more than listed. */
  readonly more?: boolean | undefined;
  /** On shelves of areas that the site does not list. */
  readonly others?: GoodsCount | undefined;
};

/** Attachments are not counted, as `get-counts` does. */
const countGoods = (shelves: readonly PlaceContents[] = []) =>
  shelves.flatMap(({ items }) => items).filter(({ category }) => category === undefined).length;

/** The areas, or the shelves of one, as far as the first page of an overview tells them. */
const readCountsFromOverview = async (area?: string): Promise<ReadResult<GoodsCounts>> => {
  const filter = area === undefined ? { off_shelf: false } : { area };
  const { answer, ...failed } = await readRoute("location-overview", filter);
  if (!answer) return failed;
  const more = answer.cursor !== undefined;
  const listed = groupByKey(answer.locations, (shelf) =>
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
    goods_count: more && code > last ? undefined : countGoods(found.get(code)),
    more: more && code === last,
  }));
  return { answer: { all, more } };
};

const readCounts = async (area?: string): Promise<ReadResult<GoodsCounts>> => {
  if (!mayCall("get-counts") || (area === undefined && settings.areas.length === 0))
    return readCountsFromOverview(area);
  const { answer, ...failed } = await readRoute("get-counts", { area });
  if (!answer) return failed.forbidden ? readCountsFromOverview(area) : failed;
  const { areas, locations, other_areas } = answer;
  const all = (locations ?? areas).map((one) => ({
    ...one,
    code: "location" in one ? one.location : one.area,
  }));
  return { answer: { all, more: locations && areas[0]?.more, others: other_areas } };
};

const GoodsCountText = ({ goods_count, more }: GoodsCount) => (
  <span class="n" data-test="count">
    {goods_count !== undefined && formatShortCount(goods_count, more)}
  </span>
);

const NothingListed = ({ yet }: { yet: boolean }) => (
  <p class="soft">{yet ? words.asking : words.empty}</p>
);

const ShelfItems = ({ code }: { code: string }) => {
  const shelf = useAnswer(() => readRoute("location-overview", { location: code }))?.answer;
  const items = shelf?.locations.flatMap(itemsIn) ?? [];
  if (items.length === 0) return <NothingListed yet={!shelf} />;
  return (
    <>
      <ul class="row codes">
        {items.map((item) => (
          <li key={itemKeyOf(item)}>
            <ItemLink of={item} />
          </li>
        ))}
      </ul>
      {shelf?.cursor !== undefined && <a href={hrefOf("shelf", code)}>{words.more}</a>}
    </>
  );
};

const AreaShelves = ({ code }: { code: string }) => {
  const [most, setMost] = useState(shelvesAtOnce);
  const { all, more } = useAnswer(() => readCounts(code))?.answer ?? {};
  if (!all?.length) return <NothingListed yet={!all} />;
  const rest = all.length - most;
  return (
    <>
      <ul>
        {all.slice(0, most).map((shelf) => (
          <FoldedPlace key={shelf.code} of={shelf} Inside={ShelfItems} />
        ))}
      </ul>
      {rest > 0 ? (
        <MoreButton run={() => setMost(most + shelvesAtOnce)}>
          {fillTemplate(areaWords.more, { count: formatShortCount(rest, more) })}
        </MoreButton>
      ) : (
        more && <p class="soft">{words.andMore}</p>
      )}
    </>
  );
};

type FoldedPlaceProps = { of: GoodsCounts["all"][number]; Inside: typeof ShelfItems };
/** What is inside is asked for while it is folded out. */
const FoldedPlace = ({ of, Inside }: FoldedPlaceProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details data-test="area" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <CodeText>{of.code}</CodeText>
          <GoodsCountText {...of} />
        </summary>
        {isOpen && <Inside code={of.code} />}
      </details>
    </li>
  );
};

export const AreaTree = () => {
  const { all, others } = useAnswer(() => readCounts())?.answer ?? {};
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{areaWords.title}</h2>
      {!all && <NothingListed yet />}
      <ul class="tree">
        {all?.map((area) => (
          <FoldedPlace key={area.code} of={area} Inside={AreaShelves} />
        ))}
        {!!others?.goods_count && (
          <li class="soft">
            {areaWords.other}
            <GoodsCountText {...others} />
          </li>
        )}
      </ul>
    </section>
  );
};
