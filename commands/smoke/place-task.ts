import { scannedPlaceOf } from "#lib/domain/location.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ServiceContract } from "../contract/contract.ts";
import { type GoodsPlace, offShelf, readerOn } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import type { CheckWriter, UndoRequest } from "./writer.ts";

/** Whether a site still accepts a shelf that it has recorded. */
const canRegister = (location: string, site: Site): boolean => {
  try {
    scannedPlaceOf({ location }, site);
    return site.formats.location.pattern.test(location);
  } catch {
    return false;
  }
};

/** The request that puts goods back on their shelf, or removes their place if they had none. */
const undoOf = (zongpai: string, shelf: string | undefined): UndoRequest =>
  shelf === undefined
    ? { id: "clear-place", fields: { zongpai }, leaves: `a place of ${zongpai}` }
    : {
        id: "post-trace-location",
        fields: { zongpai, location: shelf },
        leaves: `${zongpai} elsewhere than on ${shelf}`,
      };

/** Registers goods on a shelf and off shelf, then restores their place. */
export const placeTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
): WriteTask => {
  const { site, routes } = contract;
  const { readPlace, describePlace } = readerOn(contract);
  const hasClearPlace = routes.has("clear-place");

  const run = async (zongpai: string, ownShelf: string | undefined) => {
    const requirePlace = async (place: GoodsPlace, promise: string) => {
      const found = await readPlace(zongpai);
      if (found !== place) throw new Error(`${promise}; the overview says ${String(found)}`);
    };
    const shelf = ownShelf ?? site.formats.location.example;
    const undo = undoOf(zongpai, ownShelf);
    await write("post-trace-location", { zongpai, location: shelf }, { undo });
    await requirePlace(shelf, "registered goods are in the overview");
    await write("post-trace-location", { zongpai, off_shelf: true });
    await requirePlace(offShelf, "goods are in one place only");
    if (hasClearPlace && ownShelf !== undefined) {
      await write("clear-place", { zongpai });
      await requirePlace(undefined, "goods that left have no place");
    }
    await putBack();
    await requirePlace(ownShelf, "goods are again where they were");
  };

  return {
    name: hasClearPlace
      ? "goods are registered on a shelf, off the shelf and as gone, and found there"
      : "goods are registered on a shelf and off the shelf, and found there",
    undoRoutes: hasClearPlace ? ["clear-place"] : [],
    prepare: async ({ goods }) => {
      const place = await readPlace(goods);
      if (place === offShelf)
        return `${goods} is off the shelf, and restoring it would change its instant`;
      if (place === undefined && !hasClearPlace)
        return `${goods} has no place, and the site has no route to clear one`;
      if (place !== undefined && !canRegister(place, site))
        return `${goods} is on ${place}, which the site no longer accepts`;
      return { run: () => run(goods, place), describeState: () => describePlace(goods) };
    },
  };
};
