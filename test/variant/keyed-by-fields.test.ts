import { describe, expect, it } from "vitest";
import { type Answer, answered, call, done, expectError } from "../support/client.ts";
import { category, configure, instant, locate, register, saveItem } from "../support/requests.ts";
import { fresh, itemOf, location, zongpai } from "../support/samples.ts";

const scan = (shelf = 1) => ({ location: location(shelf), scanned_at: instant(-60_000) });
const expectAgain = (again: Answer, first: Answer) => {
  expect(answered(first)).toEqual([first.status, first.text, null]);
  expect(answered(again)).toEqual([first.status, first.text, "true"]);
};

describe("a site whose scanners cannot send headers", () => {
  it("knows a scan again by the fields that together name it", async () => {
    const [goods, place] = [zongpai(fresh()), scan()];
    const first = await register(goods, place);
    await register(goods, { ...scan(2), scanned_at: instant(0) });
    expectAgain(await register(goods, place), first);
    // Another request that carries the same name.
    const other = { ...place, location: location(2) };
    expectError(await register(goods, other), "idempotencyKeyReused");
  });

  it("gives a scan its refusal again, although the cause is gone, and lists it", async () => {
    const [goods, place] = [zongpai(fresh()), scan()];
    const refused = await locate(goods, place);
    expectError(refused, "categoryNotConfigured", "accessory");
    await configure(goods, { [category]: 5 });
    expectAgain(await locate(goods, place), refused);
    const { refusals } = (await call("get-refusals", {})).body as { refusals: unknown[] };
    const reason = refused.body.error_code;
    expect(refusals[0]).toMatchObject({ zongpai: goods, category, location: location(1), reason });
    const anew = { zongpai: goods, category, ...scan(), scanned_at: instant(0) };
    await done("post-attachment-location", anew);
  });

  it("assumes nothing of a request that lacks one of the fields", async () => {
    const item = itemOf(fresh());
    await saveItem(item);
    expectError(await saveItem(item), "duplicateBoxItem");
  });
});
