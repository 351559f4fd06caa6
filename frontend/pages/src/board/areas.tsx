import * as settings from "site:settings";
import words from "site:words/board";
import { useState } from "preact/hooks";
import { sortByCode } from "../shared/code-order.ts";
import { Icon } from "../shared/icon.tsx";
import { mayCall } from "../shared/rights.ts";
import type { ReadResult } from "../shared/service-reads.ts";
import { CodeText, fillTemplate } from "../shared/text.tsx";
import { hrefOf } from "./address.ts";
import { readRoute } from "./client.ts";
import { formatShortCount, groupByKey, MoreButton } from "./item-table.tsx";
import { isNarrow } from "./narrow.ts";
import { boardState, type PlaceContents } from "./store.ts";
import { useAnswer } from "./use-answer.ts";

const { areas: areaWords } = words;

/** The number of shelves that an area shows at first, and that each "More" adds. */
const shelvesAtOnce = 40;

/** The number of areas that a phone shows at first, so that every queue is in view. */
const areasAtOnce = 5;

/** The number of goods in an area or on a shelf, if known; `more`: there may be more goods. */
type GoodsCount = { readonly goods_count?: number | undefined; readonly more: boolean };

/** The counts of the areas, or of the shelves of one area. */
type GoodsCounts = {
  readonly places: readonly (GoodsCount & { readonly code: string })[];
  /** There are more places than listed. */
  readonly more?: boolean | undefined;
  /** The goods in areas that the site does not list. */
  readonly otherAreas?: GoodsCount | undefined;
};

const codeOf = ({ code }: { readonly code: string }) => code;

/** Counts goods without their attachments, as `get-counts` does. */
const countGoods = (shelves: readonly PlaceContents[] = []) =>
  shelves.flatMap(({ items }) => items).filter(({ category }) => category === undefined).length;

/** Counts the goods of the areas, or of the shelves of one area, on the overview's first page. */
const readCountsFromOverview = async (area?: string): Promise<ReadResult<GoodsCounts>> => {
  const filter = area === undefined ? { off_shelf: false } : { area };
  const { answer, ...failed } = await readRoute("location-overview", filter);
  if (!answer) return failed;
  const more = answer.cursor !== undefined;
  const listed = groupByKey(answer.locations, (shelf) =>
    area === undefined ? shelf.area : shelf.location,
  );
  const last = listed.at(-1)?.[0] ?? "";
  // Like `get-counts`, leave out places that have only boxes. Keep the last place, because its goods may be on the next page.
  const withGoods = listed.filter(
    ([code, shelves]) => shelves.some(({ items }) => items.length > 0) || (more && code === last),
  );
  const shelvesOf = new Map(withGoods);
  const knownAreas = area === undefined ? settings.areas : [];
  const codes = new Set([...knownAreas, ...shelvesOf.keys()]);
  // The last place may continue on the next page, so its count is unknown.
  const places = [...codes].map((code) => ({
    code,
    goods_count: more && code > last ? undefined : countGoods(shelvesOf.get(code)),
    more: more && code === last,
  }));
  return { answer: { places: sortByCode(places, codeOf), more } };
};

/** Counts the goods of the areas, or of the shelves of one area, in the order of their codes. */
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
  const more = locations && areas[0]?.more;
  return { answer: { places: sortByCode(places, codeOf), more, otherAreas: other_areas } };
};

const GoodsCountText = ({ goods_count, more }: GoodsCount) => (
  <span class="n" data-test="count">
    {goods_count !== undefined && formatShortCount(goods_count, more)}
  </span>
);

const NothingListed = ({ isAsking }: { isAsking: boolean }) => (
  <p class="soft">{isAsking ? words.asking : words.empty}</p>
);

type PlaceProps = { place: GoodsCounts["places"][number] };
const ShelfLink = ({ place: shelf }: PlaceProps) => {
  const { address } = boardState();
  const isShown = address?.kind === "shelf" && address.code === shelf.code;
  return (
    <li>
      <a href={hrefOf("shelf", shelf.code)} aria-current={isShown ? "page" : undefined}>
        <CodeText>{shelf.code}</CodeText> <GoodsCountText {...shelf} />
      </a>
    </li>
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
          <ShelfLink key={shelf.code} place={shelf} />
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

/** An area that loads its shelves when it is unfolded. */
const FoldedArea = ({ place: area }: PlaceProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details data-test="area" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Icon name="more" />
          <CodeText>{area.code}</CodeText> <GoodsCountText {...area} />
        </summary>
        {isOpen && <AreaShelves code={area.code} />}
      </details>
    </li>
  );
};

const totalOf = ({ places, more = false, otherAreas }: GoodsCounts): GoodsCount => {
  const counts: GoodsCount[] = otherAreas ? [...places, otherAreas] : [...places];
  return {
    goods_count: counts.reduce((sum, { goods_count = 0 }) => sum + goods_count, 0),
    more: more || counts.some((count) => count.more || count.goods_count === undefined),
  };
};

export const AreaTree = () => {
  const [showsAll, setShowsAll] = useState(false);
  const { answer } = useAnswer(() => readCounts()) ?? {};
  const { places: areas = [], more, otherAreas } = answer ?? {};
  const shownAreas = isNarrow() && !showsAll ? areas.slice(0, areasAtOnce) : areas;
  return (
    <section class="left" aria-labelledby="areas">
      <h2 id="areas">
        {areaWords.title} {answer && <GoodsCountText {...totalOf(answer)} />}
      </h2>
      {!answer && <NothingListed isAsking />}
      <ul class="tree">
        {shownAreas.map((area) => (
          <FoldedArea key={area.code} place={area} />
        ))}
        {!!otherAreas?.goods_count && (
          <li class="apart soft">
            <span>{areaWords.other}</span> <GoodsCountText {...otherAreas} />
          </li>
        )}
      </ul>
      {shownAreas.length < areas.length && (
        <MoreButton loadMore={() => setShowsAll(true)}>
          {fillTemplate(words.all, { count: formatShortCount(areas.length, more) })}
        </MoreButton>
      )}
    </section>
  );
};
