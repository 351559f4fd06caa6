import { expect, it } from "vitest";
import { routesOf } from "#lib/routes.ts";
import { servedIds } from "#lib/served-ids.ts";
import demo from "../../sites/demo.ts";
import plain from "../../sites/plain.ts";
import odd from "./odd.ts";

it.each([demo, odd, plain])("the served ids of $name are those of its addresses", (site) => {
  const addressed = routesOf(site).map(({ id }) => id);
  expect(servedIds(site).toSorted()).toEqual(addressed.toSorted());
});
