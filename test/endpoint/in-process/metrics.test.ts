import { renameSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { unknownCaller } from "#infra/gateway-event.ts";
import { metricNamespace } from "#lib/metrics.ts";
import { openHandlers, openTransport } from "../../support/api.ts";
import { traced } from "../../support/audited.ts";
import { call, hasKeys, key, requestOf } from "../../support/client.ts";
import { erp } from "../../support/erp.ts";
import { first } from "../../support/faulty-table.ts";
import { untilTimeIsUp } from "../../support/late.ts";
import { emittedIn, keepOutput } from "../../support/output.ts";
import {
  boxInfo,
  category,
  goodsWithHeadroom,
  instant,
  register,
  saveEntry,
  saveItem,
} from "../../support/requests.ts";
import { boxNo, fresh, itemOf, location, ordered, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { patient } from "../../support/waits.ts";
import { endpoint } from "../../support/worker.ts";

vi.hoisted(() => {
  process.env.WRITE_METRICS = "1";
});

const output = keepOutput();

/** The metrics that a test has counted, without those that have their own test, and refusals by condition. */
const counted = () => {
  const sums: Record<string, number> = {};
  for (const [name, times] of emittedIn(output).flatMap(({ counts }) => Object.entries(counts)))
    if (!/^(Refused|ColdStart|ScanAge)$/.test(name)) sums[name] = (sums[name] ?? 0) + times;
  return sums;
};
const thrice = async (run: () => Promise<unknown>) => {
  for (let times = 0; times < 3; times += 1) await run();
};

beforeEach(() => output.clear());

describe("what is counted", () => {
  it("is nothing for a write that was recorded: the gateway's access log has it", async () => {
    await saveItem(itemOf(fresh()));
    expect(counted()).toEqual({});
  });

  it("is in one line with the namespace and the service", async () => {
    await saveItem(itemOf(fresh()), -1);
    const dimensions = { service: "warehouse-tracking" };
    expect(emittedIn(output)).toMatchObject([{ namespace: metricNamespace, dimensions }]);
  });

  it("counts no write for a read, an invalid request or a dry run", async () => {
    const item = itemOf(fresh());
    await boxInfo(item.box_no);
    await saveItem(item, -1);
    await call("edit-box", { ...item, quantity: 3 });
    if (site.extensions.dryRun) {
      const request = { zongpai: item.zongpai, entries: [{ category, quantity: 5 }] };
      await call("put-attachment-config", { ...request, dry_run: true });
    }
    expect(Object.keys(counted())).toEqual(["Refused:invalidQuantity", "Refused:itemNotFound"]);
  });

  it("is one for a write without its caller's name, which it does not refuse", async () => {
    const { send } = await openHandlers(patient, site, unknownCaller);
    const goods = zongpai(fresh());
    await send(requestOf("post-trace-location", { zongpai: goods, location: location(1) }));
    await send(requestOf("location-overview", { zongpai: goods }));
    if (site.extensions.dryRun)
      await thrice(() =>
        send(requestOf("put-attachment-config", { zongpai: goods, entries: [], dry_run: true })),
      );
    const asks = site.auth.scheme !== "none";
    expect(counted()).toEqual(asks ? { UnnamedCaller: 1 } : {});
    const [line] = await traced({ zongpai: goods });
    expect(line).toMatchObject({ who: asks ? "unnamed" : "anonymous" });
  });

  it("is a refusal, with its name", async () => {
    await saveItem(itemOf(fresh()), -1);
    const [{ counts = {} } = {}] = emittedIn(output);
    expect(counts).toMatchObject({ Refused: 1, "Refused:invalidQuantity": 1 });
  });

  it("is one start for an environment's first request, and none later", async () => {
    const { send } = await openTransport();
    output.clear();
    await thrice(() => send(requestOf("get-box-info", { box_no: boxNo(fresh()) })));
    expect(emittedIn(output).map(({ counts }) => counts.ColdStart)).toEqual([1]);
  });

  it.runIf(site.extensions.scannedAt)("is how many seconds a scan was under way", async () => {
    const place = { location: location(1), scanned_at: instant(-7_200_000) };
    await register(zongpai(fresh()), place);
    const [age = 0] = emittedIn(output).flatMap(({ counts }) => counts.ScanAge ?? []);
    expect(age).toBeGreaterThanOrEqual(7_200);
    expect(age).toBeLessThan(7_800);
  });

  it.runIf(hasKeys)("is a replay for a write and for a refusal that is sent again", async () => {
    const [item, first, second] = [itemOf(fresh()), key(), key()];
    await thrice(() => saveItem(item, 3, first));
    expect(counted()).toEqual({ Replayed: 2 });
    output.clear();
    await thrice(() => saveItem(item, 3, second));
    expect(counted()).toEqual({ "Refused:duplicateBoxItem": 1, Replayed: 2 });
  });

  it("is one duplicate for a repeated save, and one over the cap", async () => {
    const { goods, headroom } = await goodsWithHeadroom(5);
    const item = itemOf(fresh());
    for (const counts of [{}, { "Refused:duplicateBoxItem": 2 }]) {
      output.clear();
      await saveItem(item);
      await saveEntry(goods, item.box_no, 1);
      expect(counted()).toEqual(counts);
    }
    output.clear();
    await saveEntry(goods, boxNo(fresh()), headroom);
    expect(counted()).toEqual({ "Refused:capExceeded": 1 });
    if (site.box.beyondOrdered === "allow") return;
    await saveItem(itemOf(fresh()), ordered + 1);
    expect(counted()).toEqual({ "Refused:capExceeded": 1, "Refused:boxedBeyondOrdered": 1 });
  });

  it("counts each repeated conflict, next to the write that follows", async () => {
    endpoint.faults = first(3, "TransactWriteItems", { kind: "conflict" });
    await register(zongpai(fresh()));
    expect(counted()).toEqual({ Conflict: 3 });
    output.clear();
    endpoint.faults = (operation) =>
      operation === "TransactWriteItems" ? { kind: "conflict" } : undefined;
    await untilTimeIsUp(() => register(zongpai(fresh())));
    expect(counted()).toEqual({ Conflict: 4, "Refused:writeConflict": 1 });
  });

  it("counts one copy served for a box when the ERP is unavailable", async () => {
    const box = boxNo(fresh());
    await boxInfo(box);
    erp.gone();
    await boxInfo(box);
    erp.well();
    expect(counted()).toEqual({ ErpCopyServed: 1 });
  });

  it("counts once when the breaker opens, and once for each request it stops", async () => {
    const { goods } = await goodsWithHeadroom(10);
    const file = process.env.ERP_SQLITE ?? "";
    renameSync(file, `${file}.away`);
    // New functions, because used functions keep the ERP's file open.
    const { send } = await openTransport();
    const save = () => {
      const entry = { box_no: boxNo(fresh()), zongpai: goods, category, quantity: 1 };
      return send(requestOf("post-attachment-box", entry));
    };
    output.clear();
    for (let times = 0; times < 5; times += 1) await save();
    expect(counted()).toEqual({ ErpBreakerOpen: 1, "Refused:erpUnavailable": 5 });
    await save();
    await save();
    expect(counted()).toEqual({ ErpBreakerOpen: 3, "Refused:erpUnavailable": 7 });
    renameSync(`${file}.away`, file);
  });
});
