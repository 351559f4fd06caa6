import * as z from "zod/mini";
import { Refusal } from "../errors.ts";
import type { Site } from "../site/schema.ts";
import { CategoryCode } from "./attachment.ts";
import type { WriteContext } from "./operation.ts";
import {
  AnswerInstant,
  BoxNo,
  FormattedText,
  PlainText,
  plainTextPattern,
  ScanInstant,
  Zongpai,
} from "./value.ts";

/** On a shelf, with its area; or off any shelf, perhaps with a note instead of a code. */
export type Place = {
  readonly off_shelf: boolean;
  readonly location?: string;
  readonly area?: string;
};

type PlaceFields = { readonly location?: unknown; readonly off_shelf?: unknown };

const acceptedBy = (schema: z.ZodMiniType) => (text: string) => schema.safeParse(text).success;

/** Not only a code: a stored one may be older than the format. */
const ExpectedLocation = ({ accepts }: Site) => PlainText(accepts.expectedLocation);

/** Extensions of every scan that says where something is, or that it left. */
const scanShape = (site: Site) => ({
  expected_location: z.optional(ExpectedLocation(site)),
  scanned_at: z.optional(ScanInstant(site)),
});

/** The fields that name a place, and the rule between them: a shelf code, or off shelf, where the site may allow a note. */
const addPlaceFields = <Shape extends z.core.$ZodLooseShape>(shape: Shape, site: Site) => {
  const { offShelfNote } = site.location;
  const { accepts } = site.formats.location;
  const isCode = acceptedBy(FormattedText(site.formats.location));
  const note = offShelfNote && {
    ...offShelfNote,
    fits: acceptedBy(PlainText(offShelfNote.accepts, offShelfNote.maxLength)),
  };
  const problemOf = ({ location, off_shelf }: PlaceFields): string | undefined => {
    const isOffShelf = off_shelf === true;
    const isNothingNamed = location === undefined && !isOffShelf;
    const areBothNamed = location !== undefined && isOffShelf;
    if (isNothingNamed || (areBothNamed && !note)) return site.accepts.locationOrOffShelf;
    if (typeof location !== "string") return undefined;
    if (isOffShelf && note) {
      if (!plainTextPattern.test(location)) return site.accepts.plain;
      return note.fits(location) ? undefined : note.accepts;
    }
    return isCode(location) ? undefined : accepts;
  };
  return z
    .strictObject({
      ...shape,
      location: z.optional(z.string({ error: accepts })),
      off_shelf: z.optional(z.boolean({ error: site.accepts.offShelf })),
      ...scanShape(site),
    })
    .check(
      z.refine((fields: PlaceFields) => problemOf(fields) === undefined, {
        path: ["location"],
        // Also if another field is invalid, because the message names every invalid field.
        when: () => true,
        error: ({ input }) => problemOf(input as PlaceFields),
      }),
    );
};

export const LocationRequest = (site: Site) => addPlaceFields({ zongpai: Zongpai(site) }, site);
export const AttachmentLocationRequest = (site: Site) =>
  addPlaceFields({ zongpai: Zongpai(site), category: CategoryCode(site) }, site);
export const BoxLocationRequest = (site: Site) => addPlaceFields({ box_no: BoxNo(site) }, site);
/** A box that left; its goods are cleared for themselves. */
export const BoxClearRequest = (site: Site) =>
  z.strictObject({ box_no: BoxNo(site), ...scanShape(site) });

/** Goods, or with a category an attachment of them, that left. */
export const ClearRequest = (site: Site) =>
  z.strictObject({
    zongpai: Zongpai(site),
    category: z.optional(CategoryCode(site)),
    ...scanShape(site),
  });

/** The newest place after a registration or a clearing. */
const newestPlaceShape = () => ({
  location: z.optional(z.string()),
  off_shelf: z.boolean(),
  cleared: z.optional(z.boolean()),
  registered_at: AnswerInstant(),
});
export type NewestPlace = z.output<z.ZodMiniObject<ReturnType<typeof newestPlaceShape>>>;

export const LocationResponse = () =>
  z.strictObject({ zongpai: z.string(), ...newestPlaceShape() });
export const AttachmentLocationResponse = () =>
  z.strictObject({ zongpai: z.string(), category: z.string(), ...newestPlaceShape() });
export const BoxLocationResponse = () =>
  z.strictObject({ box_no: z.string(), ...newestPlaceShape() });
export const ClearResponse = () =>
  z.strictObject({
    zongpai: z.string(),
    category: z.optional(z.string()),
    ...newestPlaceShape(),
  });

/** The last place of goods or of an attachment. */
export const lastPlaceShape = () => ({
  location: z.optional(z.string()),
  off_shelf: z.optional(z.boolean()),
  registered_at: z.optional(AnswerInstant()),
});

export const lastPlaceOf = (place: RecordedPlace | undefined) => ({
  location: place?.location,
  off_shelf: place?.off_shelf,
  registered_at: place?.at,
});

/** The last place of a box; or that it left, and who recorded that. */
export const boxPlaceShape = () => ({
  ...lastPlaceShape(),
  cleared: z.optional(z.boolean()),
  who: z.optional(z.string()),
});

export const boxPlaceOf = (seen: RecordedPlace | RecordedClearing | undefined) =>
  seen && "cleared" in seen ? { ...newestPlaceOf(seen), who: seen.who } : lastPlaceOf(seen);

/** A scan that saw something at a place: when, epoch ms, and by whom. */
export type PlaceScan = Place & { readonly at: number; readonly who?: string };
export type ClearScan = { readonly at: number; readonly cleared: true; readonly who?: string };

/** Goods, or an attachment of them. */
export type GoodsRef = {
  readonly zongpai: string;
  readonly category?: string | undefined;
  readonly box_no?: undefined;
};
/** A box by itself: its contents have places of their own. */
export type BoxRef = {
  readonly box_no: string;
  readonly zongpai?: undefined;
  readonly category?: undefined;
};
export type RecordedPlace = (GoodsRef | BoxRef) & PlaceScan;
export type RecordedClearing = (GoodsRef | BoxRef) & ClearScan;

/** After a clearing, the newest place is off shelf. */
export const newestPlaceOf = (newest: PlaceScan | ClearScan): NewestPlace => {
  const { at: registered_at } = newest;
  if ("cleared" in newest) return { off_shelf: true, cleared: true, registered_at };
  const { off_shelf, location } = newest;
  return { location, off_shelf, registered_at };
};

export const areaOf = (location: string, site: Site): string =>
  site.location.area.exec(location)?.[1] ?? location;

export const placeOf = (
  request: { location?: string | undefined; off_shelf?: boolean | undefined },
  site: Site,
): Place => {
  const { location } = request;
  if (request.off_shelf === true) return { off_shelf: true, location };
  return { off_shelf: false, location, area: location && areaOf(location, site) };
};

/** The place of a scan. @throws Refusal `invalidField` of a shelf whose area is not listed, where the site refuses such shelves */
export const scannedPlaceOf = (request: Parameters<typeof placeOf>[0], site: Site): Place => {
  const place = placeOf(request, site);
  const { areas, otherAreas } = site.location;
  if (otherAreas !== "count" && areas && place.area && !areas.includes(place.area))
    throw new Refusal("invalidField", { problems: otherAreas.says });
  return place;
};

/**
 * The instant of a scan, at most its arrival. With a later one, a scanner whose clock is ahead would win over the scans that follow.
 * @throws Refusal `invalidField` if the instant lies further ahead than the site allows
 */
export const scanInstantOf = (
  request: { scanned_at?: number | undefined },
  arrival: number,
  site: Site,
): number => {
  const { scanned_at = arrival } = request;
  const latest = arrival + site.location.maxClockAhead * 1_000;
  if (scanned_at > latest)
    throw new Refusal("invalidField", { problems: site.accepts.scannedAtAhead });
  return Math.min(scanned_at, arrival);
};

/** Where and when a scan saw something. @throws as `scannedPlaceOf` and `scanInstantOf` */
export const placeScanOf = (
  request: Parameters<typeof placeOf>[0] & Parameters<typeof scanInstantOf>[0],
  { site, operation }: WriteContext,
): PlaceScan => ({
  ...scannedPlaceOf(request, site),
  at: scanInstantOf(request, operation.at, site),
});
