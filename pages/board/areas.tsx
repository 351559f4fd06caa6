import * as settings from "site:settings";
import words from "site:words/board";
import { useState } from "preact/hooks";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, fillTemplate } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { readRoute } from "./client.ts";
import { formatShortCount, groupByKey, itemsIn, MoreButton } from "./item-table.tsx";
import { ItemLink, itemKeyOf } from "./links.tsx";
import type { PlaceContents } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { areas: areaWords } = words;

/** An area shows so many shelves at first, and so many more with each touch of "More". */
const shelvesAtOnce = 40;

/** The number of goods in an area or on a shelf, if it is known; `more`: there may be more goods. */
type GoodsCount = { readonly goods_count?: number | undefined; readonly more: boolean };

/** The counts of the areas, or of the shelves of one area. */
type GoodsCounts = {
  readonly places: readonly (GoodsCount & { readonly code: string })[];
  /** There are more places than listed. */
  readonly more?: boolean | undefined;
  /** The goods in areas that the site does not list. */
  readonly otherAreas?: GoodsCount | undefined;
};

/** Counts goods without their attachments, as `get-counts` does. */
const countGoods = (shelves: readonly PlaceContents[] = []) =>
  shelves.flatMap(({ items }) => items).filter(({ category }) => category === undefined).length;

/** Counts from the first page of an overview: of the areas, or of the shelves of one area. */
const readCountsFromOverview = async (area?: string): Promise<ReadResult<GoodsCounts>> => {
  const filter = area === undefined ? { off_shelf: false } : { area };
  const { answer, ...failed } = await readRoute("location-overview", filter);
  if (!answer) return failed;
  const more = answer.cursor !== undefined;
  const listed = groupByKey(answer.locations, (shelf) =>
    area === undefined ? shelf.area : shelf.location,
  );
  const last = listed.at(-1)?.[0] ?? "";
  // `get-counts` does not list a place that has only boxes. The last place may have goods on the next page.
  const withGoods = listed.filter(
    ([code, shelves]) => shelves.some(({ items }) => items.length > 0) || (more && code === last),
  );
  const shelvesOf = new Map(withGoods);
  const knownAreas = area === undefined ? settings.areas : [];
  const codes = new Set([...knownAreas, ...shelvesOf.keys()]);
  // The page ends within the last place, and says nothing of the places after it.
  const places = [...codes].map((code) => ({
    code,
    goods_count: more && code > last ? undefined : countGoods(shelvesOf.get(code)),
    more: more && code === last,
  }));
  return { answer: { places, more } };
};

const readCounts = async (area?: string): Promise<ReadResult<GoodsCounts>> => {
  const hasNoAreas = area === undefined && settings.areas.length === 0;
  if (!mayCall("get-counts") || hasNoAreas) return readCountsFromOverview(area);
  const { answer, ...failed } = await readRoute("get-counts", { area });
  if (!answer) return failed.forbidden ? readCountsFromOverview(area) : failed;
  const { areas, locations, other_areas } = answer;
  const places = (locations ?? areas).map((place) => ({
    ...place,
    code: "location" in place ? place.location : place.area,
  }));
  return { answer: { places, more: locations && areas[0]?.more, otherAreas: other_areas } };
};

const GoodsCountText = ({ goods_count, more }: GoodsCount) => (
  <span class="n" data-test="count">
    {goods_count !== undefined && formatShortCount(goods_count, more)}
  </span>
);

const NothingListed = ({ isAsking }: { isAsking: boolean }) => (
  <p class="soft">{isAsking ? words.asking : words.empty}</p>
);

const ShelfItems = ({ code }: { code: string }) => {
  const overview = useAnswer(() => readRoute("location-overview", { location: code }))?.answer;
  const items = overview?.locations.flatMap(itemsIn) ?? [];
  if (items.length === 0) return <NothingListed isAsking={!overview} />;
  return (
    <>
      <ul class="row codes">
        {items.map((item) => (
          <li key={itemKeyOf(item)}>
            <ItemLink item={item} />
          </li>
        ))}
      </ul>
      {overview?.cursor !== undefined && <a href={hrefOf("shelf", code)}>{words.more}</a>}
    </>
  );
};

const AreaShelves = ({ code }: { code: string }) => {
  const [shownCount, setShownCount] = useState(shelvesAtOnce);
  const { places: shelves, more } = useAnswer(() => readCounts(code))?.answer ?? {};
  if (!shelves?.length) return <NothingListed isAsking={!shelves} />;
  const hiddenCount = shelves.length - shownCount;
  return (
    <>
      <ul>
        {shelves.slice(0, shownCount).map((shelf) => (
          <FoldedPlace key={shelf.code} place={shelf} Content={ShelfItems} />
        ))}
      </ul>
      {hiddenCount > 0 ? (
        <MoreButton loadMore={() => setShownCount(shownCount + shelvesAtOnce)}>
          {fillTemplate(areaWords.more, { count: formatShortCount(hiddenCount, more) })}
        </MoreButton>
      ) : (
        more && <p class="soft">{words.andMore}</p>
      )}
    </>
  );
};

type FoldedPlaceProps = { place: GoodsCounts["places"][number]; Content: typeof ShelfItems };
/** A place whose content is read while it is folded out. */
const FoldedPlace = ({ place, Content }: FoldedPlaceProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details data-test="area" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <CodeText>{place.code}</CodeText>
          <GoodsCountText {...place} />
        </summary>
        {isOpen && <Content code={place.code} />}
      </details>
    </li>
  );
};

export const AreaTree = () => {
  const { places: areas, otherAreas } = useAnswer(() => readCounts())?.answer ?? {};
  return (
    <section aria-labelledby="areas">
      <h2 id="areas">{areaWords.title}</h2>
      {!areas && <NothingListed isAsking />}
      <ul class="tree">
        {areas?.map((area) => (
          <FoldedPlace key={area.code} place={area} Content={AreaShelves} />
        ))}
        {!!otherAreas?.goods_count && (
          <li class="soft">
            {areaWords.other}
            <GoodsCountText {...otherAreas} />
          </li>
        )}
      </ul>
    </section>
  );
};
