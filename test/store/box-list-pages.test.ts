import { expect, it } from "vitest";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { UnknownCursorError } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import { boxListStore } from "#lib/store/box-lists.ts";
import { boxContentsStore, boxSumStore } from "#lib/store/box-queries.ts";
import { cursorAt } from "#lib/store/cursor.ts";
import { site } from "../support/site.ts";
import { table } from "../support/table.ts";

it("a page of boxes asks at most four times", async () => {
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

it.each<[when: string, clearBox: Site["routes"]["clearBox"]]>([
  ["a box can leave", { method: "POST", path: "/box/clear" }],
  ["no box can leave", false],
])("the contents of a box are read with the person only where %s", async (_, clearBox) => {
  const names: string[] = [];
  const read = async ({ input }: { input: { ExpressionAttributeNames?: object } }) => {
    names.push(...Object.values(input.ExpressionAttributeNames ?? {}));
    return { Items: [] };
  };
  const given = { ...site, routes: { ...site.routes, clearBox } };
  const { readSums } = boxSumStore({ ...table, read: read as never }, given);
  await readSums(["BX1"], 0, deadlineWithin(5_000));
  expect(names).toContain("quantity");
  expect(names.includes("who")).toBe(clearBox !== false);
});

it("a box takes no cursor of another list, whatever its number is", async () => {
  const cursor = cursorAt("Z", ["refusals"]);
  const { readContents } = boxContentsStore(table, site);
  const read = readContents({ box_no: "refusals", cursor }, 0, deadlineWithin(5_000));
  await expect(read).rejects.toThrow(UnknownCursorError);
});
