import { expect, it } from "vitest";
import { goodsKey } from "#lib/store/keys.ts";
import { rememberVerified } from "#lib/store/known-goods.ts";
import { table } from "../support/table.ts";

it("a process remembers at most 10,000 goods and boxes that it has seen verified", () => {
  const verified = new Map<string, string | undefined>();
  let most = 0;
  for (let goods = 0; goods <= 10_000; goods += 1) {
    rememberVerified({ ...table, verified }, goodsKey(`PO${goods}`));
    most = Math.max(most, verified.size);
  }
  expect([most, verified.size]).toEqual([10_000, 1]);
});
