import { scannedPlaceOf } from "#lib/domain/location.ts";
import type { Site } from "#lib/site/schema.ts";
import type { ServiceContract } from "../contract/contract.ts";
import { type GoodsPlace, offShelf, readerOn } from "./reader.ts";
import type { WriteTask } from "./write-task.ts";
import type { CheckWriter, UndoRequest } from "./writer.ts";

/** Whether a site still takes a shelf that it has recorded. */
const canRegister = (location: string, site: Site): boolean => {
  try {
    scannedPlaceOf({ location }, site);
    return site.formats.location.pattern.test(location);
  } catch {
    return false;
  }
};

/** Registers goods on a shelf and off it, and puts them back where they were. */
export const placedTask = (
  contract: ServiceContract,
  { write, putBack }: CheckWriter,
): WriteTask => {
  const { site, routes } = contract;
  const { placeOf, placeInWords } = readerOn(contract);
  const clears = routes.has("clear-place");

  const run = async (zongpai: string, own: string | undefined) => {
    const isAt = async (place: GoodsPlace, promise: string) => {
      const found = await placeOf(zongpai);
      if (found !== place) throw new Error(`${promise}; the overview says ${String(found)}`);
    };
    const shelf = own ?? site.formats.location.example;
    const undo: UndoRequest =
      own === undefined
        ? { id: "clear-place", fields: { zongpai }, leaves: `a place of ${zongpai}` }
        : {
            id: "post-trace-location",
            fields: { zongpai, location: own },
            leaves: `${zongpai} elsewhere than on ${own}`,
          };
    await write("post-trace-location", { zongpai, location: shelf }, { undo });
    await isAt(shelf, "registered goods are in the overview");
    await write("post-trace-location", { zongpai, off_shelf: true });
    await isAt(offShelf, "goods are in one place only");
    if (clears && own !== undefined) {
      await write("clear-place", { zongpai });
      await isAt(undefined, "goods that left are in no place");
    }
    await putBack();
    await isAt(own, "goods are again where they were");
  };

  return {
    name: clears
      ? "goods are registered on a shelf, off it and as gone, and found so"
      : "goods are registered on a shelf and off it, and found there",
    puttingBack: clears ? ["clear-place"] : [],
    prepare: async ({ goods }) => {
      const place = await placeOf(goods);
      if (place === offShelf)
        return `${goods} is off the shelf, and would be there since another instant`;
      if (place === undefined && !clears)
        return `${goods} has no place, and the site has no route that clears one`;
      if (place !== undefined && !canRegister(place, site))
        return `${goods} is on ${place}, which the site no longer takes`;
      return { run: () => run(goods, place), inWords: () => placeInWords(goods) };
    },
  };
};
