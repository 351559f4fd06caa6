import { describe } from "vitest";
import { simulatedOn } from "../simulation/promise.ts";
import categoryCaps from "../site/category-caps.ts";
import fixedCap from "../site/fixed-cap.ts";
import goodsCap from "../site/goods-cap.ts";
import unguarded from "../site/unguarded.ts";

// What fails is repeated with this file in place of the one that is printed.
describe.each(Object.entries({ categoryCaps, fixedCap, goodsCap, unguarded }))(
  "§8 under other rules of the cap and the guard (%s)",
  (_, site) => simulatedOn(site, 20_000),
);
