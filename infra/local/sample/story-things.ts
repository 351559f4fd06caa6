import { fitsFormat } from "#labels/fits-format.ts";
import { areaOf } from "#lib/domain/location.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { moreExamples } from "#lib/site/more-examples.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ErpSample } from "../../erp/demo-erp.ts";
import { firstRows } from "../../erp/demo-rows.ts";
import type { ErpViews } from "./erp-views.ts";
import { storyLines } from "./story.ts";

/** The goods, boxes and shelves of the story on a site; quantities are scaled. */
export type StoryThings = {
  readonly goods: readonly { readonly code: string; readonly quantity: number }[];
  readonly boxes: readonly string[];
  /** Goods that the ERP does not know. */
  readonly unknownGoods: string | undefined;
  /** Of each area. */
  readonly shelves: readonly (readonly string[])[];
};

/** How many of each the story names. */
const wantedCounts = {
  goods: 1 + Math.max(...storyLines.map(([, , , { goods = 0 }]) => goods)),
  boxes: 1 + Math.max(...storyLines.map(([, , , { box = 0, to = 0 }]) => Math.max(box, to))),
};
/** With fewer goods or boxes there is no story to tell. */
const leastCounts = { goods: 8, boxes: 2 };

const mostAreas = 5;
const shelvesInArea = 7;

/** Shelves in the areas that the site lists, or in some that are like the area of its example. */
const shelvesOf = (site: Site): string[][] => {
  const { location } = site.formats;
  const area = areaOf(location.example, site);
  const areas =
    site.location.areas || moreExamples({ ...location, pattern: /./, example: area }, mostAreas);
  const shelvesIn = (name: string) =>
    moreExamples(
      { ...location, example: location.example.replace(area, () => name) },
      shelvesInArea,
    ).filter((code) => fitsFormat(location, code) && areaOf(code, site) === name);
  const found = areas.slice(0, mostAreas).map(shelvesIn);
  return [...found.filter((shelves) => shelves.length > 0), [location.example]].slice(0, mostAreas);
};

/**
 * The goods and boxes of the ERP's views that no first request (`taken`) and no smoke test uses.
 * @throws Error when the views cannot be read, or have too few of them
 */
export const findThings = async (
  views: ErpViews,
  site: Site,
  taken: ErpSample,
): Promise<StoryThings> => {
  const { zongpai, boxNo, quantity } = site.formats;
  // The story takes a quarter of a quantity.
  const leastQuantity = Math.ceil(4 * quantity.least * 10 ** quantity.decimals);
  const firstGoods = new Set([...moreExamples(zongpai, firstRows.goods), ...taken.goods]);
  const firstBoxes = new Set([...moreExamples(boxNo, firstRows.boxes), ...taken.boxes]);
  const goods = (await views.goods())
    .filter(({ code, quantity }) => !firstGoods.has(code) && quantity >= leastQuantity)
    .slice(0, wantedCounts.goods);
  const boxes = (await views.boxes())
    .map(({ code }) => code)
    .filter((code) => !firstBoxes.has(code))
    .slice(0, wantedCounts.boxes);
  if (goods.length < leastCounts.goods || boxes.length < leastCounts.boxes)
    throw new Error(
      `the sample needs ${leastCounts.goods} goods and ${leastCounts.boxes} boxes of the ERP after the first ones; there are ${goods.length} and ${boxes.length}`,
    );
  const lastExample = moreExamples(zongpai, 400).at(-1) ?? zongpai.example;
  const isKnown = await views.erp.zongpai(lastExample, deadlineWithin(2_000));
  return {
    goods,
    boxes,
    shelves: shelvesOf(site),
    unknownGoods: isKnown ? undefined : lastExample,
  };
};
