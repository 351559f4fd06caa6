import { isListed } from "../domain/attachment.ts";
import type { ClearResponse, ClearStore } from "../domain/clear.ts";
import { placeAnswer } from "../domain/location.ts";
import type { Site } from "../site/schema.ts";
import { attributesOf } from "./attributes.ts";
import type { Table } from "./client.ts";
import { updateGoods } from "./goods.ts";
import { registerPlace } from "./locations.ts";

/**
 * What left has a row without a place: it is not in the index, and with its instant it refuses older scans, as any place does. An attachment
 * is also no longer located in the goods row.
 */
export const clearStore = (table: Table, site: Site): ClearStore => ({
  clear: async (gone, operation) => {
    const { zongpai, category } = gone;
    const outcome = await registerPlace<ClearResponse, "goods">(table, gone, operation, site, {
      answer: (newest) => ({ ...placeAnswer(newest), category }),
      others:
        category === undefined
          ? []
          : [
              {
                name: "goods",
                action: updateGoods(zongpai, { remove: [attributesOf(category).located] }),
              },
            ],
      // What a site gave up may still have a place; any other category is a mistake.
      mustExist: category !== undefined && !isListed(category, site),
    });
    return outcome.kind === "recorded" ? outcome : { kind: "categoryNotKnown" };
  },
});
