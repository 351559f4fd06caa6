import { describe, expect, it } from "vitest";
import { call, done, expectError, key } from "../../support/client.ts";
import { holdTransaction, lateTransaction, spoilFirst } from "../../support/late.ts";
import { placesOf, register } from "../../support/requests.ts";
import { fresh, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

describe.runIf(site.extensions.expectedLocation)("two moves that expect one shelf", () => {
  const move = (goods: string, shelf: number) =>
    call(
      "post-trace-location",
      { zongpai: goods, location: location(shelf), expected_location: location(1) },
      key(),
    );
  const onShelf = async () => {
    const goods = zongpai(fresh());
    await register(goods, 1);
    return goods;
  };
  const expectOn = async (goods: string, shelf: number) =>
    expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(shelf) }] });

  it("refuses the one whose transaction arrives after the other", async () => {
    const goods = await onShelf();
    const late = lateTransaction();
    const first = move(goods, 2);
    await late.sent;
    expect((await move(goods, 3)).status).toBe(site.success["post-trace-location"]);
    await late.lands();
    expectError(await first, "staleExpectedLocation");
    await expectOn(goods, 3);
  });

  it("refuses the one that met conflicts until the other was recorded", async () => {
    const goods = await onShelf();
    const conflict = Promise.withResolvers<void>();
    let recorded = false;
    spoilFirst(() => {
      conflict.resolve();
      return recorded ? undefined : { kind: "conflict" };
    });
    const first = move(goods, 2);
    await conflict.promise;
    expect((await move(goods, 3)).status).toBe(site.success["post-trace-location"]);
    recorded = true;
    expectError(await first, "staleExpectedLocation");
    await expectOn(goods, 3);
  });

  it.runIf(site.extensions.scannedAt)(
    "refuses a late scan whose goods move before its second transaction",
    async () => {
      const goods = await onShelf();
      const scanned_at = new Date(Date.now() - 60_000).toISOString();
      const expected = { expected_location: location(1), scanned_at };
      const held = holdTransaction("stays");
      const first = call("post-trace-location", {
        ...{ zongpai: goods, location: location(2) },
        ...expected,
      });
      await held.sent;
      await done("post-trace-location", { zongpai: goods, location: location(3) });
      await held.lands();
      expectError(await first, "staleExpectedLocation");
      await expectOn(goods, 3);
    },
  );
});
