import { randomUUID } from "node:crypto";
import { renameSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type MetricName, metricNamespace } from "#lib/metrics.ts";
import { openTransport } from "../../support/api.ts";
import { boxes, category, goodsWithHeadroom, saveEntry } from "../../support/attachments.ts";
import { call, hasKeys, keyHeader, requestOf } from "../../support/client.ts";
import { endpoint } from "../../support/environment.ts";
import { erp } from "../../support/erp.ts";
import { first } from "../../support/faulty-endpoint.ts";
import { untilTimeIsUp } from "../../support/late.ts";
import { emittedIn, keepOutput } from "../../support/output.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

vi.hoisted(() => {
  process.env.WRITE_METRICS = "1";
});

const output = keepOutput();

/** What the requests of a test counted, and how often. */
const counted = (): Partial<Record<MetricName, number>> => {
  const sums: Record<string, number> = {};
  for (const { counts } of emittedIn(output))
    for (const [name, times] of Object.entries(counts)) {
      // Told by tests of their own.
      if (!/^(Refused|ColdStart|ScanAge)/.test(name)) sums[name] = (sums[name] ?? 0) + times;
    }
  return sums;
};

const item = (n: number, quantity = 3) => ({ ...itemOf(n), quantity });

beforeEach(() => output.clear());

describe("what is counted", () => {
  it("is one for a write that was recorded, in one line with the namespace and the service", async () => {
    await call("post-box", item(fresh()));
    expect(counted()).toEqual({ Accepted: 1 });
    expect(emittedIn(output)).toEqual([
      {
        namespace: metricNamespace,
        dimensions: { service: "warehouse-tracking" },
        counts: expect.objectContaining({ Accepted: 1 }),
      },
    ]);
  });

  it("is nothing for what only reads, or was refused for what it says", async () => {
    const n = fresh();
    await call("location-overview", { zongpai: zongpai(n) });
    await call("get-attachment-categories", {});
    await call("get-box-info", { box_no: boxNo(n) });
    await call("post-box", item(n, -1));
    await call("edit-box", item(n));
    expect(counted()).toEqual({});
  });

  it("is a refusal, and which one, so that the floor's trouble has a name", async () => {
    await call("post-box", item(fresh(), -1));
    await call("post-box", { ...item(fresh()), zongpai: "?" });
    const refusals = emittedIn(output).map(({ counts }) =>
      Object.keys(counts).filter((name) => name.startsWith("Refused")),
    );
    expect(refusals).toEqual([
      ["Refused", "Refused:invalidQuantity"],
      ["Refused", "Refused:invalidZongpai"],
    ]);
  });

  it("is one for the first request of an environment, and none for the next", async () => {
    const { send } = await openTransport();
    output.clear();
    for (let times = 0; times < 3; times += 1)
      await send(requestOf("get-box-info", { box_no: boxNo(fresh()) }));
    expect(emittedIn(output).map(({ counts }) => counts.ColdStart)).toEqual([1]);
  });

  if (site.extensions.scannedAt !== false)
    it("is how long a scan was under way, in seconds", async () => {
      const scanned_at = new Date(Date.now() - 7_200_000).toISOString();
      await call("post-trace-location", {
        zongpai: zongpai(fresh()),
        location: location(1),
        scanned_at,
      });
      expect(counted()).toEqual({ Accepted: 1 });
      const [age = 0] = emittedIn(output).flatMap(({ counts }) => counts.ScanAge ?? []);
      expect(age).toBeGreaterThanOrEqual(7_200);
      expect(age).toBeLessThan(7_260);
    });

  if (hasKeys)
    it("is a replay, and no second acceptance, for a write that is sent again", async () => {
      const [n, key] = [fresh(), keyHeader(randomUUID())];
      for (let times = 0; times < 3; times += 1)
        await call("post-trace-location", { zongpai: zongpai(n), location: location(1) }, key);
      expect(counted()).toEqual({ Accepted: 1, Replayed: 2 });
    });

  if (hasKeys)
    it("is a replay, and no second duplicate, for a refusal that is given again", async () => {
      const [n, key] = [fresh(), keyHeader(randomUUID())];
      await call("post-box", item(n));
      output.clear();
      for (let times = 0; times < 3; times += 1) await call("post-box", item(n), key);
      expect(counted()).toEqual({ Duplicate: 1, Replayed: 2 });
    });

  if (site.extensions.dryRun)
    it("is nothing for a write that is only tried out", async () => {
      await call("put-attachment-config", {
        zongpai: zongpai(fresh()),
        entries: [{ category, quantity: 5 }],
        dry_run: true,
      });
      expect(counted()).toEqual({});
    });

  it("is one duplicate for goods that are in the box already, and for an attachment that is", async () => {
    const { goods } = await goodsWithHeadroom(10);
    const [box = ""] = boxes(1);
    const n = fresh();
    await call("post-box", item(n));
    await saveEntry(goods, box, 1);
    output.clear();
    await call("post-box", item(n));
    expect(counted()).toEqual({ Duplicate: 1 });
    await saveEntry(goods, box, 1);
    expect(counted()).toEqual({ Duplicate: 2 });
  });

  it("is one over the cap for an attachment beyond what is allowed", async () => {
    const { goods, headroom } = await goodsWithHeadroom(5);
    const [box = ""] = boxes(1);
    output.clear();
    await saveEntry(goods, box, headroom + 1);
    expect(counted()).toEqual({ OverCap: 1 });
  });

  if (site.box.beyondOrdered === "refuse")
    it("is one over the cap for goods beyond what was ordered", async () => {
      await call("post-box", item(fresh(), 101));
      expect(counted()).toEqual({ OverCap: 1 });
    });

  it("is each conflict that was tried again, beside the write that came through", async () => {
    endpoint.faults = first(3, "TransactWriteItems", { kind: "conflict" });
    await call("post-trace-location", { zongpai: zongpai(fresh()), location: location(1) });
    expect(counted()).toEqual({ Conflict: 3, Accepted: 1 });
  });

  it("is one given up for conflicts without end", async () => {
    endpoint.faults = (operation) =>
      operation === "TransactWriteItems" ? { kind: "conflict" } : undefined;
    await untilTimeIsUp(() =>
      call("post-trace-location", { zongpai: zongpai(fresh()), location: location(1) }),
    );
    expect(counted()).toEqual({ Conflict: 4, ConflictGivenUp: 1 });
  });

  it("is one copy served for a box that the ERP could not be asked of", async () => {
    const n = fresh();
    await call("get-box-info", { box_no: boxNo(n) });
    erp.gone();
    await call("get-box-info", { box_no: boxNo(n) });
    erp.well();
    expect(counted()).toEqual({ ErpCopyServed: 1 });
  });

  it("is one when the ERP is given up, and one for each request that then does not ask it", async () => {
    const { goods } = await goodsWithHeadroom(10);
    const file = process.env.ERP_SQLITE ?? "";
    renameSync(file, `${file}.away`);
    // Functions that have not asked the ERP yet: those of the other tests go on with the file that they have open.
    const { send } = await openTransport();
    const save = () =>
      send(
        requestOf("post-attachment-box", {
          box_no: boxNo(fresh()),
          zongpai: goods,
          category,
          quantity: 1,
        }),
      );
    output.clear();
    for (let times = 0; times < 5; times += 1) await save();
    expect(counted()).toEqual({ ErpBreakerOpen: 1 });
    await save();
    await save();
    expect(counted()).toEqual({ ErpBreakerOpen: 3 });
    renameSync(`${file}.away`, file);
  });
});
