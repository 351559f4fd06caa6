import { describe } from "vitest";
import { simulatedOn } from "./promise.ts";

describe("§8 under other rules of the cap and the guard", () => {
  const names = ["category-caps", "fixed-cap", "goods-cap", "unguarded"];
  const sites = names.map((name) => `test/site/${name}.ts`);
  simulatedOn(sites, 20_000);
});
