import { expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { boxListStore } from "#lib/store/box-lists.ts";
import { table } from "../support/table.ts";

it("a page of boxes asks at most four times where all places are of goods", async () => {
  let queries = 0;
  const read = async () => {
    queries += 1;
    if (queries > 9) throw new Error("more queries than a page may take");
    return { Items: [], LastEvaluatedKey: { place_sk: `S#A#${queries}` } };
  };
  const { readPlaced } = boxListStore({ ...table, read: read as never });
  const page = await readPlaced(undefined, 50, deadlineWithin(5_000));
  expect(page).toEqual({ boxNos: [], next: "S#A#4" });
  expect(queries).toBe(4);
});
