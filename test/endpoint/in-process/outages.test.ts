import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { patient } from "../../../commands/waits.ts";
import { openHandlers } from "../../support/api.ts";
import { category, configure } from "../../support/attachments.ts";
import { answerOf, call, keyHeader, requestOf } from "../../support/client.ts";
import { endpoint } from "../../support/environment.ts";
import { erp } from "../../support/erp.ts";
import { done, expectError, refused } from "../../support/expect-error.ts";
import { first } from "../../support/faulty-endpoint.ts";
import { lostTransaction, untilTimeIsUp } from "../../support/late.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

describe("§4 the ERP: while the ERP cannot be asked", () => {
  afterEach(erp.well);

  for (const [how, spoil] of [
    ["gone", erp.gone],
    ["answers nonsense", erp.nonsense],
  ] as const)
    it(`(${how}) an unverified save is refused, to be sent again, and nothing is written`, async () => {
      const n = fresh();
      spoil();
      const answer = await refused("erpUnavailable", "post-box", { ...itemOf(n), quantity: 1 });
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      erp.well();
      expect((await call("location-overview", { zongpai: zongpai(n) })).body.boxes).toEqual([]);
    });

  it("a slow ERP is given up after the site's time, and asked again once it is well", async () => {
    const n = fresh();
    const { send } = await openHandlers({ ...patient, lookup: 500 });
    const save = async () =>
      answerOf(await send(requestOf("post-box", { ...itemOf(n), quantity: 1 })));
    erp.slow();
    expectError(await save(), "erpUnavailable");
    erp.well();
    // As long as the view that was given up still counts, nobody asks again.
    await vi.waitFor(async () => expect((await save()).status).toBe(site.success["post-box"]), {
      timeout: 100_000,
      interval: 100,
    });
  });

  it("an unverified save of which an attempt may still be recorded is not said to be unrecorded", async () => {
    const [n, other] = [fresh(), fresh()];
    const box = { box_no: boxNo(n), zongpai: zongpai(other) };
    await call("post-box", { ...box, quantity: 1 });
    const late = lostTransaction();
    const asked = call("post-box", { ...box, zongpai: zongpai(n), quantity: 1 });
    await late.sent;
    erp.gone();
    late.freed();
    expectError(await asked, "timeout");
    erp.well();
    // Verifies the goods, so that the late attempt is recorded.
    const saved = () =>
      call("post-box", { box_no: boxNo(other), zongpai: zongpai(n), quantity: 1 });
    expect((await saved()).status).toBe(site.success["post-box"]);
    await late.lands();
    const { items } = (await call("get-box-info", { box_no: boxNo(n) })).body as {
      items: { zongpai: string }[];
    };
    expect(items.map((item) => item.zongpai)).toContain(zongpai(n));
  });

  it("goods whose verification is remembered are saved all the same", async () => {
    const [n, other] = [fresh(), fresh()];
    await call("post-box", { ...itemOf(n), quantity: 1 });
    await call("post-box", { ...itemOf(other), quantity: 1 });
    erp.gone();
    await done("post-box", { box_no: boxNo(other), zongpai: zongpai(n), quantity: 1 });
  });

  it("locations are registered and boxes corrected without it", async () => {
    const n = fresh();
    await call("post-box", { ...itemOf(n), quantity: 1 });
    erp.gone();
    await done("post-trace-location", { zongpai: zongpai(n), location: location(1) });
    await done("edit-box", { ...itemOf(n), quantity: 2 });
    await done("delete-box", itemOf(n));
  });

  it("a box with items but without a copy is shown, and the ERP's part said to be unavailable", async () => {
    if (site.box.unknownBox === "refuse") return; // There, saving an item leaves a copy.
    const n = fresh();
    await call("post-box", { ...itemOf(n), quantity: 1 });
    erp.gone();
    const { body } = await call("get-box-info", { box_no: boxNo(n) });
    expect(body).toMatchObject({ erp_state: site.erp.states.unavailable, items_quantity: 1 });
    expect(body).not.toHaveProperty("quantity");
  });

  it("a box of which nothing is here is not said to be unknown", async () => {
    erp.gone();
    await refused("erpUnavailable", "get-box-info", { box_no: boxNo(fresh()) });
  });
});

describe("exactly once: while the store is gone", () => {
  it("every endpoint answers that the outcome is not known, when its time is up", async () => {
    const n = fresh();
    const item = itemOf(n);
    endpoint.faults = () => ({ kind: "drop" });
    for (const ask of [
      () => call("post-trace-location", { zongpai: zongpai(n), location: location(1) }),
      () => call("location-overview", { zongpai: zongpai(n) }),
      () => call("get-box-info", { box_no: boxNo(n) }),
      () => call("post-box", { ...item, quantity: 1 }),
      () => call("edit-box", { ...item, quantity: 1 }),
      () => call("delete-box", item),
    ])
      expectError(await untilTimeIsUp(ask), "timeout");
  });

  it("a black hole is given up within the budget of the request", async () => {
    const { send } = await openHandlers({ ...patient, budget: 400, attempt: 100 });
    endpoint.faults = () => ({ kind: "held", go: new Promise(() => {}), landed: () => {} });
    expectError(
      answerOf(await send(requestOf("location-overview", { zongpai: zongpai(1) }))),
      "timeout",
    );
  });

  it("an attempt that is lost in one is tried again within the budget", async () => {
    const { send } = await openHandlers({ ...patient, attempt: 100 });
    endpoint.faults = first(1, "Query", {
      kind: "held",
      go: new Promise(() => {}),
      landed: () => {},
    });
    const answer = await send(requestOf("location-overview", { zongpai: zongpai(1) }));
    expect(answer.status).toBe(site.success["location-overview"]);
  });

  it.each([
    ["conflicts", "conflict", "writeConflict"],
    ["throttling", "throttle", "throttled"],
  ] as const)(
    "%s without end are told as such, with the word to send again",
    async (_, kind, condition) => {
      endpoint.faults = (operation) => (operation === "TransactWriteItems" ? { kind } : undefined);
      const answer = await untilTimeIsUp(() =>
        call("post-trace-location", { zongpai: zongpai(1), location: location(1) }),
      );
      expectError(answer, condition);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    },
  );

  it("a write of which no attempt is in doubt is said to be unrecorded without another look", async () => {
    const n = fresh();
    const goods = { zongpai: zongpai(n) };
    const item = { ...goods, box_no: boxNo(n) };
    const entry = { ...item, category };
    await configure(goods.zongpai, { [category]: 50 });
    await call("post-box", { ...item, quantity: 5 });
    await call("post-attachment-box", { ...entry, quantity: 1 });
    endpoint.faults = (operation) =>
      operation === "TransactWriteItems" ? { kind: "conflict" } : undefined;
    endpoint.seen.clear();
    const key = () => keyHeader(randomUUID());
    for (const ask of [
      () => call("post-trace-location", { ...goods, location: location(1) }, key()),
      () => call("post-box", { ...item, quantity: 1 }, key()),
      () => call("edit-box", { ...item, quantity: 2 }, key()),
      () => call("delete-box", item, key()),
      () =>
        call("put-attachment-config", { ...goods, entries: [{ category, quantity: 60 }] }, key()),
      () => call("post-attachment-location", { ...goods, category, location: location(1) }, key()),
      () => call("post-attachment-box", { ...entry, quantity: 1 }, key()),
      () => call("patch-attachment-box", { ...entry, quantity: 2 }, key()),
      () => call("delete-attachment-box", entry, key()),
    ]) {
      const { body, headers } = await untilTimeIsUp(ask);
      expect(
        [site.errors.product, site.errors.accessory].map(({ writeConflict }) => writeConflict.code),
      ).toContain(body.error_code);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect([...endpoint.seen.keys()].toSorted()).toEqual(["BatchGetItem", "TransactWriteItems"]);
  });
});
