import * as z from "zod/mini";
import type { Site } from "../site/schema.ts";
import { areaOf, boxPlaceShape, type Place, type RecordedPlace } from "./location.ts";
import type { Deadline, ReadContext } from "./operation.ts";
import {
  AnswerInstant,
  AnswerQuantity,
  FormattedText,
  NonEmptyText,
  PageCursor,
  type SchemaOutput,
  Zongpai,
} from "./value.ts";

const filterNames = ["zongpai", "location", "area", "off_shelf"] as const;

const hasOneFilterAtMost = (
  request: Readonly<Partial<Record<(typeof filterNames)[number], unknown>>>,
): boolean => filterNames.filter((name) => request[name] !== undefined).length <= 1;

/** The whole overview, or the part of one filter. */
export const OverviewRequest = (site: Site) => {
  const { location } = site.formats;
  return z
    .strictObject({
      zongpai: z.optional(Zongpai(site)),
      location: z.optional(FormattedText(location)),
      area: z.optional(NonEmptyText(site.accepts.area)),
      off_shelf: z.optional(z.boolean({ error: site.accepts.offShelf })),
      cursor: z.optional(PageCursor(site)),
    })
    .check(
      z.refine(hasOneFilterAtMost, {
        path: ["area"],
        error: site.accepts.oneFilter,
      }),
    );
};

const placeGroupShape = () => {
  const seen = {
    /** Off shelf only: the note instead of a code. */
    location: z.optional(z.string()),
    registered_at: AnswerInstant(),
    /** Off shelf only: who registered it. */
    who: z.optional(z.string()),
  };
  const item = { zongpai: z.string(), category: z.optional(z.string()), ...seen };
  return {
    shown: z.int(),
    more: z.boolean(),
    items: z.array(z.strictObject(item)),
    /** The boxes at that place; they are not among the goods shown. */
    boxes: z.optional(z.array(z.strictObject({ box_no: z.string(), ...seen }))),
  };
};

export const BoxesOfGoods = (site: Site) =>
  z.array(
    z.strictObject({
      box_no: z.string(),
      category: z.optional(z.string()),
      quantity: AnswerQuantity(site),
      ...boxPlaceShape(),
    }),
  );

export const OverviewResponse = (site: Site) =>
  z.strictObject({
    locations: z.array(
      z.strictObject({ location: z.string(), area: z.string(), ...placeGroupShape() }),
    ),
    off_shelf: z.strictObject(placeGroupShape()),
    /** Only in the overview of one zongpai, as `more`. */
    boxes: z.optional(BoxesOfGoods(site)),
    more: z.optional(z.boolean()),
    cursor: z.optional(z.string()),
  });
export type OverviewResponse = SchemaOutput<typeof OverviewResponse>;

type PlaceGroup = OverviewResponse["off_shelf"];
type ShelfGroup = OverviewResponse["locations"][number];
export type PlaceFilter = Partial<Place>;

export type OverviewPage = {
  /** Sorted by area, location and goods; then the goods off the shelf, oldest first. */
  readonly placed: readonly RecordedPlace[];
  /** The entry after the last one shown, if there is any. */
  readonly next?: RecordedPlace;
  /** Whether goods off the shelf come on a later page. */
  readonly offShelfAhead: boolean;
  readonly cursor?: string;
};

export type OverviewStore = {
  /** Where the goods and their attachments are; strongly consistent. */
  readonly readPlaces: (zongpai: string, deadline: Deadline) => Promise<RecordedPlace[]>;
  /**
   * From the index: boxes of the goods, then of attachments; or of one category. `placed`: with the place of each box, where the site has
   * such places. @throws UnknownCursorError
   */
  readonly readBoxes: (
    zongpai: string,
    page: {
      readonly category?: string;
      readonly placed?: true;
      readonly cursor?: string | undefined;
      readonly size: number;
    },
    deadline: Deadline,
  ) => Promise<{
    readonly boxes: SchemaOutput<typeof BoxesOfGoods>;
    readonly cursor?: string;
  }>;
  /** One page from the index, in one query or two. @throws UnknownCursorError */
  readonly readPage: (
    filter: PlaceFilter,
    cursor: string | undefined,
    size: number,
    deadline: Deadline,
  ) => Promise<OverviewPage>;
};

const seenFieldsOf = ({ off_shelf, location, at, who }: RecordedPlace) => ({
  location: off_shelf ? location : undefined,
  registered_at: at,
  who: off_shelf ? who : undefined,
});

/** `more`: the next page continues the group, or begins the group of goods off the shelf. */
const groupPlaces = (
  page: Omit<OverviewPage, "cursor">,
): Pick<OverviewResponse, "locations" | "off_shelf"> => {
  const { placed, next, offShelfAhead } = page;
  const shelves = new Map<string, ShelfGroup>();
  const isOffShelfNext = next?.off_shelf === true || offShelfAhead;
  const offShelf: PlaceGroup = { shown: 0, more: isOffShelfNext, items: [] };
  const groupOf = ({ off_shelf, location = "", area = "" }: RecordedPlace): PlaceGroup => {
    if (off_shelf) return offShelf;
    const more = next?.off_shelf === false && next.location === location;
    const shelf = shelves.get(location) ?? { location, area, shown: 0, more, items: [] };
    shelves.set(location, shelf);
    return shelf;
  };
  for (const place of placed) {
    const { zongpai, category, box_no } = place;
    const group = groupOf(place);
    const seen = seenFieldsOf(place);
    if (zongpai === undefined) group.boxes = [...(group.boxes ?? []), { box_no, ...seen }];
    else group.shown = group.items.push({ zongpai, category, ...seen });
  }
  return { locations: [...shelves.values()], off_shelf: offShelf };
};

type OverviewContext = ReadContext & { readonly places: OverviewStore };

const readGoodsOverview = async (
  { zongpai, cursor }: { zongpai: string; cursor?: string | undefined },
  { site, deadline, places }: OverviewContext,
): Promise<OverviewResponse> => {
  const [placed, page] = await Promise.all([
    places.readPlaces(zongpai, deadline),
    places.readBoxes(zongpai, { placed: true, cursor, size: site.overview.pageSize }, deadline),
  ]);
  const oldestFirst = placed.toSorted((one, other) => one.at - other.at);
  const groups = groupPlaces({ placed: oldestFirst, offShelfAhead: false });
  const locations = groups.locations.toSorted((one, other) =>
    one.location < other.location ? -1 : 1,
  );
  const { off_shelf } = groups;
  return { locations, off_shelf, ...page, more: page.cursor !== undefined };
};

/**
 * Specification §4, the overview. Of one zongpai the location is exact; boxes and other pages come from an index that may lag.
 * @throws UnknownCursorError
 */
export const readOverview = async (
  request: SchemaOutput<typeof OverviewRequest>,
  context: OverviewContext,
): Promise<OverviewResponse> => {
  const { zongpai, location, area, off_shelf, cursor } = request;
  const { site, deadline, places } = context;
  if (zongpai !== undefined) return readGoodsOverview({ zongpai, cursor }, context);
  const filter =
    location === undefined
      ? { off_shelf, area }
      : { off_shelf, location, area: areaOf(location, site) };
  const page = await places.readPage(filter, cursor, site.overview.pageSize, deadline);
  return { ...groupPlaces(page), cursor: page.cursor };
};
