import { describe, expect, it } from "vitest";
import { category, configure } from "../support/attachments.ts";
import { call } from "../support/client.ts";
import { expectError } from "../support/expect-error.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const replayed = "idempotency-replayed";
const instant = () => new Date(Date.now() - 60_000).toISOString();

describe("a site whose scanners cannot send headers", () => {
  it("knows a scan again by the fields that together name it", async () => {
    const request = { zongpai: zongpai(fresh()), location: location(1), scanned_at: instant() };
    const first = await call("post-trace-location", request);
    await call("post-trace-location", {
      ...request,
      location: location(2),
      scanned_at: new Date().toISOString(),
    });
    const again = await call("post-trace-location", request);
    expect([again.status, again.text, again.headers.get(replayed)]).toEqual([
      first.status,
      first.text,
      "true",
    ]);
    expect(first.headers.has(replayed)).toBe(false);
  });

  it("gives a scan its refusal again, although the cause is gone", async () => {
    const goods = zongpai(fresh());
    const request = { zongpai: goods, category, location: location(1), scanned_at: instant() };
    const refused = await call("post-attachment-location", request);
    expectError(refused, "categoryNotConfigured", "accessory");
    await configure(goods, { [category]: 5 });
    const again = await call("post-attachment-location", request);
    expect([again.status, again.text, again.headers.get(replayed)]).toEqual([
      refused.status,
      refused.text,
      "true",
    ]);
    const anew = await call("post-attachment-location", {
      ...request,
      scanned_at: new Date().toISOString(),
    });
    expect(anew.status).toBe(site.success["post-attachment-location"]);
  });

  it("lists a refusal, as it lists those of keys that a client makes", async () => {
    const request = {
      zongpai: zongpai(fresh()),
      category,
      location: location(1),
      scanned_at: instant(),
    };
    expectError(
      await call("post-attachment-location", request),
      "categoryNotConfigured",
      "accessory",
    );
    const { refusals } = (await call("get-refusals", {})).body as { refusals: unknown[] };
    const reason = site.errors.accessory.categoryNotConfigured.code;
    expect(refusals[0]).toMatchObject({
      zongpai: request.zongpai,
      category,
      location: location(1),
      reason,
    });
  });

  it("refuses another request that carries the same name", async () => {
    const request = { zongpai: zongpai(fresh()), location: location(1), scanned_at: instant() };
    await call("post-trace-location", request);
    expectError(
      await call("post-trace-location", { ...request, location: location(2) }),
      "idempotencyKeyReused",
    );
  });

  it("assumes nothing of a request that lacks one of the fields", async () => {
    const n = fresh();
    const item = { box_no: boxNo(n), zongpai: zongpai(n), quantity: 1 };
    await call("post-box", item);
    expectError(await call("post-box", item), "duplicateBoxItem");
  });
});
