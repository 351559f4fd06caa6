// @module-tag engine
import { expect, it } from "vitest";
import { soak } from "./soak.ts";

it("50 scanners lose nothing in a minute in which service and engine are killed", async () => {
  expect(await soak({ minutes: 1, scanners: 50, pause: 15 }, () => {})).toEqual([]);
});
