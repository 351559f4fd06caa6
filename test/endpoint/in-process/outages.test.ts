import { afterEach, describe, expect, it, vi } from "vitest";
import { goodsKey } from "#lib/store/keys.ts";
import { openHandlers } from "../../support/api.ts";
import {
  answerOf,
  call,
  done,
  expectError,
  hasKeys,
  key,
  refused,
  requestOf,
} from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { first } from "../../support/faulty-table.ts";
import { lostTransaction, untilTimeIsUp } from "../../support/late.ts";
import { lapsedItem, spoil } from "../../support/planted.ts";
import { boxes, boxInfo, category, configure, placesOf, saveItem } from "../../support/requests.ts";
import { boxNo, fresh, itemOf, location, unknownToErp, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { patient } from "../../support/waits.ts";
import { endpoint } from "../../support/worker.ts";

type Answer = Awaited<ReturnType<typeof call>>;
const expectRetryAfter = ({ headers }: Answer) =>
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
/** A request that never reaches the engine, and is never answered. */
const blackHole = { kind: "held", go: new Promise<void>(() => {}), landed: () => {} } as const;

describe("§4 the ERP: while the ERP cannot be asked", () => {
  afterEach(erp.well);

  it("an unverified save is refused, to be sent again, and nothing is written", async () => {
    const item = itemOf(fresh());
    erp.gone();
    expectRetryAfter(await refused("erpUnavailable", "post-box", { ...item, quantity: 1 }));
    expect((await placesOf(item.zongpai)).boxes).toEqual([]);
  });

  it("a slow ERP is given up after the site's limit, and asked again later", async () => {
    const request = requestOf("post-box", { ...itemOf(fresh()), quantity: 1 });
    const { send } = await openHandlers({ ...patient, lookup: 500 });
    erp.slow();
    expectError(answerOf(await send(request)), "erpUnavailable");
    erp.well();
    // While the breaker is open, no request asks the ERP.
    await vi.waitFor(
      async () => expect((await send(request)).status).toBe(site.success["post-box"]),
      { timeout: 100_000, interval: 100 },
    );
  });

  it("an unverified save with an attempt in doubt is not reported as unrecorded", async () => {
    const item = await lapsedItem();
    const late = lostTransaction();
    const asked = saveItem(item);
    await late.sent;
    erp.gone();
    late.freed();
    expectError(await asked, "timeout");
    await late.lands();
  });

  it("an unverified save after a lost answer gets its key's answer or a duplicate", async () => {
    const [unknown, headers] = [{ ...itemOf(unknownToErp()), quantity: 1 }, key()];
    await refused("zongpaiNotFound", "post-box", unknown, headers);
    const item = { ...(await lapsedItem()), quantity: 1 };
    const [box_no] = boxes(1);
    await saveItem({ ...item, box_no: box_no ?? "" });
    await spoil(goodsKey(item.zongpai), { verified_at: undefined });
    erp.gone();
    if (hasKeys) await refused("zongpaiNotFound", "post-box", unknown, headers);
    await refused("erpUnavailable", "post-box", item);
    await refused("duplicateBoxItem", "post-box", { ...item, box_no });
  });

  it("still saves verified goods, registers locations and corrects boxes", async () => {
    const [item, other] = [itemOf(fresh()), itemOf(fresh())];
    for (const one of [item, other]) await saveItem(one);
    erp.gone();
    await done("post-box", { ...item, box_no: other.box_no, quantity: 1 });
    await done("post-trace-location", { zongpai: item.zongpai, location: location(1) });
    await done("edit-box", { ...item, quantity: 2 });
    await done("delete-box", item);
  });

  // On other sites a save of an item stores a copy.
  it.runIf(site.box.unknownBox === "accept")(
    "a box with items and no copy is shown with the ERP as unavailable",
    async () => {
      const item = itemOf(fresh());
      await saveItem(item);
      erp.gone();
      const body = await boxInfo(item.box_no);
      const { unavailable } = site.erp.states;
      expect(body).toMatchObject({ erp_state: unavailable, items_quantity: 1 });
      expect(body).not.toHaveProperty("quantity");
    },
  );
});

describe("§4 the ERP: a row that does not fit the site's profile", () => {
  afterEach(erp.well);

  it("refuses an unverified save for good, and names goods and column", async () => {
    const item = itemOf(fresh());
    erp.nonsense();
    const { body, headers } = await refused("erpRowInvalid", "post-box", { ...item, quantity: 1 });
    const { relation, quantity } = site.erp.zongpais;
    expect(body.message).toContain(item.zongpai);
    expect(body.message).toContain(`${relation}.${quantity}`);
    expect(headers.has("retry-after")).toBe(false);
    expect((await placesOf(item.zongpai)).boxes).toEqual([]);
  });

  it("is reported for an empty box, while a box with contents is shown", async () => {
    const [item, box_no] = [itemOf(fresh()), boxNo(fresh())];
    await saveItem(item);
    erp.nonsense();
    await refused("erpRowInvalid", "get-box-info", { box_no });
    expect(await boxInfo(item.box_no)).toMatchObject({ items_quantity: 1 });
  });

  it.runIf(site.location.unknownGoods === "refuse")(
    "still registers a place, because the goods are in the ERP",
    async () => {
      const goods = zongpai(fresh());
      erp.nonsense();
      await done("post-trace-location", { zongpai: goods, location: location(1) });
    },
  );
});

describe("exactly once: while the store is gone", () => {
  it.each(["drop", "error"] as const)(
    "reads and writes answer that the outcome is unknown at the time limit: %s",
    async (kind) => {
      const item = itemOf(fresh());
      endpoint.faults = () => ({ kind });
      for (const ask of [
        () => call("location-overview", { zongpai: item.zongpai }),
        () => call("get-box-info", { box_no: item.box_no }),
        () => saveItem(item),
        () => call("delete-box", item),
      ])
        expectError(await untilTimeIsUp(ask), "timeout");
    },
  );

  it("an attempt without an answer is aborted, and repeated within the request's budget", async () => {
    const overview = requestOf("location-overview", { zongpai: zongpai(1) });
    const hasty = await openHandlers({ ...patient, budget: 400, attempt: 100 });
    endpoint.faults = () => blackHole;
    expectError(answerOf(await hasty.send(overview)), "timeout");
    const { send } = await openHandlers({ ...patient, attempt: 100 });
    endpoint.faults = first(1, "Query", blackHole);
    expect((await send(overview)).status).toBe(site.success["location-overview"]);
  });

  it.each([
    ["conflict", "writeConflict"],
    ["throttle", "throttled"],
  ] as const)(
    "endless %s is answered as %s, because no attempt is in doubt",
    async (kind, condition) => {
      const item = itemOf(fresh());
      await configure(item.zongpai, { [category]: 50 });
      await saveItem(item, 5);
      endpoint.faults = (operation) => (operation === "TransactWriteItems" ? { kind } : undefined);
      endpoint.seen.clear();
      for (const [id, input] of [
        ["post-trace-location", { zongpai: item.zongpai, location: location(1) }],
        ["edit-box", { ...item, quantity: 2 }],
        ["post-attachment-box", { ...item, category, quantity: 1 }],
      ] as const)
        expectRetryAfter(await untilTimeIsUp(() => refused(condition, id, input, key())));
      expect([...endpoint.seen.keys()].toSorted()).toEqual(["BatchGetItem", "TransactWriteItems"]);
    },
  );
});
