import { join } from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { createErpDatabase, type ErpRows } from "#infra/erp/erp-database.ts";
import { startStage } from "../../commands/start-stage.ts";
import demo from "../../sites/demo.ts";
import { newFolder } from "./folder.ts";

/** A stage of demo in its own process for all tests of a file, with a new store and these goods and boxes. */
export const stageOfFile = (
  goods: readonly string[],
  boxes: ErpRows["boxes"] = [],
  quantity = 100,
) => {
  const place = { folder: newFolder(), url: "" };
  let stop = async () => {};
  beforeAll(async () => {
    vi.stubEnv("DYNAMODB_ENDPOINT", undefined);
    const erp = join(place.folder, "erp.sqlite");
    createErpDatabase(erp, demo, {
      boxes,
      goods: goods.map((zongpai) => ({ zongpai, quantity, product: "" })),
    });
    ({ url: place.url, stop } = await startStage(join(place.folder, "data"), erp));
  });
  afterAll(() => stop());
  return place;
};
