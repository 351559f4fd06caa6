import { describe, expect, it } from "vitest";
import { call, expectError, key } from "../../support/client.ts";
import { lateTransaction, spoilFirst } from "../../support/late.ts";
import { category, configure, other, statusOf } from "../../support/requests.ts";
import { fresh, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

describe.runIf(site.extensions.expectedRevision)("two saves that expect one revision", () => {
  const save = (goods: string, code: string) =>
    call(
      "put-attachment-config",
      { zongpai: goods, entries: [{ category: code, quantity: 9 }], expected_revision: 1 },
      key(),
    );
  const configured = async (goods: string) => (await statusOf(goods)).map((line) => line.category);

  it("refuses the one whose transaction arrives after the other", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [category]: 5 });
    const late = lateTransaction();
    const first = save(goods, category);
    await late.sent;
    const second = await save(goods, other);
    expect(second.status).toBe(site.success["put-attachment-config"]);
    await late.lands();
    expectError(await first, "staleExpectedRevision", "accessory");
    expect(await configured(goods)).toEqual([other]);
  });

  it("refuses the one that met conflicts until the other was recorded", async () => {
    const goods = zongpai(fresh());
    await configure(goods, { [category]: 5 });
    const conflict = Promise.withResolvers<void>();
    let recorded = false;
    spoilFirst(() => {
      conflict.resolve();
      return recorded ? undefined : { kind: "conflict" };
    });
    const first = save(goods, category);
    await conflict.promise;
    expect((await save(goods, other)).status).toBe(site.success["put-attachment-config"]);
    recorded = true;
    expectError(await first, "staleExpectedRevision", "accessory");
    expect(await configured(goods)).toEqual([other]);
  });
});
