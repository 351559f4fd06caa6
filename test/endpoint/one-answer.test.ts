import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { category, configure } from "../support/attachments.ts";
import { call, hasKeys, keyHeader } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { expectError } from "../support/expect-error.ts";
import { type Fault, first } from "../support/faulty-endpoint.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const mark = site.extensions.replayed || "";
const key = () => keyHeader(randomUUID());
const contents = async (box_no: string) => (await call("get-box-info", { box_no })).body.items;

/** An item of which goods and box are verified, and which is in no box. */
const verified = async () => {
  const n = fresh();
  const item = { box_no: boxNo(n), zongpai: zongpai(n) };
  await call("post-box", { ...item, quantity: 1 });
  await call("delete-box", item);
  return item;
};

/** Spoils the writes of the request that writes first, and of no other, until the time is over. */
const ofFirst = (fault: Fault, until: number) => {
  let first: string | undefined;
  endpoint.faults = (operation, body) => {
    if (operation !== "TransactWriteItems") return undefined;
    const invocation = /"invocation":\{"S":"([^"]+)"/.exec(body)?.[1];
    first ??= invocation;
    return invocation === first && Date.now() < until ? fault : undefined;
  };
};

describe("a refusal that was told", () => {
  it("stays one when a transaction of the same request arrives late", async () => {
    const item = await verified();
    const headers = key();
    endpoint.faults = first(1, "TransactWriteItems", { kind: "delay", ms: 1_500 });
    const asked = call("post-box", { ...item, quantity: 5 }, headers);
    await sleep(200);
    await call("post-box", { ...item, quantity: 7 }, key());
    const answer = await asked;
    expectError(answer, "duplicateBoxItem");
    await call("delete-box", item, key());
    await sleep(800);
    expect(await contents(item.box_no)).toEqual([]);
    if (!hasKeys) return;
    const again = await call("post-box", { ...item, quantity: 5 }, headers);
    expect([again.status, again.text, again.headers.get(mark)]).toEqual([answer.status, answer.text, "true"]);
  });

  if (hasKeys)
    it("is told to an earlier request of its key that is still trying, too", async () => {
      const item = await verified();
      const headers = key();
      await call("post-box", { ...item, quantity: 7 }, key());
      ofFirst({ kind: "conflict" }, Date.now() + 1_000);
      const earlier = call("post-box", { ...item, quantity: 5 }, headers);
      await sleep(300);
      const later = await call("post-box", { ...item, quantity: 5 }, headers);
      expectError(later, "duplicateBoxItem");
      await call("delete-box", item, key());
      const answer = await earlier;
      expect([answer.status, answer.text, answer.headers.get(mark)]).toEqual([later.status, later.text, "true"]);
      expect(await contents(item.box_no)).toEqual([]);
    });

  it("is told although the answer to its own row was lost, and then as the first", async () => {
    const item = await verified();
    const headers = key();
    await call("post-box", { ...item, quantity: 7 }, key());
    endpoint.faults = first(1, "PutItem", { kind: "answerLost" });
    const answer = await call("post-box", { ...item, quantity: 5 }, headers);
    expectError(answer, "duplicateBoxItem");
    expect(answer.headers.has(mark || "x")).toBe(false);
  });

  it("is not told while its row cannot be written: then nobody knows", async () => {
    if (!hasKeys) return;
    const item = await verified();
    const headers = key();
    await call("post-box", { ...item, quantity: 7 }, key());
    endpoint.faults = (operation) => (operation === "PutItem" ? { kind: "throttle" } : undefined);
    expectError(await call("post-box", { ...item, quantity: 5 }, headers), "timeout");
    endpoint.faults = () => undefined;
    expectError(await call("post-box", { ...item, quantity: 5 }, headers), "duplicateBoxItem");
  });

  if (!hasKeys)
    it("costs nothing more where no other request has its name and no attempt is in doubt", async () => {
      const item = await verified();
      await call("post-box", { ...item, quantity: 7 });
      endpoint.seen.clear();
      expectError(await call("post-box", { ...item, quantity: 5 }), "duplicateBoxItem");
      expect([...endpoint.seen.keys()]).toEqual(["TransactWriteItems"]);
    });
});

describe("a write whose answer was lost", () => {
  it("is answered as recorded although its repetition hears of the item alone", async () => {
    const item = await verified();
    let tries = 0;
    endpoint.faults = (operation) => {
      if (operation !== "TransactWriteItems") return undefined;
      tries += 1;
      return { kind: tries === 1 ? "answerLost" : "oneReason" };
    };
    expect((await call("post-box", { ...item, quantity: 5 }, key())).status).toBe(site.success["post-box"]);
  });

  it("is not said to be unrecorded when its repetition hears of the item alone and nobody can look", async () => {
    const item = await verified();
    let tries = 0;
    endpoint.faults = (operation) => {
      if (operation !== "TransactWriteItems") return { kind: "throttle" };
      tries += 1;
      return { kind: tries === 1 ? "answerLost" : "oneReason" };
    };
    expectError(await call("post-box", { ...item, quantity: 5 }, key()), "timeout");
  });

  it("an answer that breaks off is tried again", async () => {
    const item = await verified();
    await call("post-box", { ...item, quantity: 7 }, key());
    endpoint.faults = first(1, "TransactWriteItems", { kind: "half" });
    expectError(await call("post-box", { ...item, quantity: 5 }, key()), "duplicateBoxItem");
  });
});

if (hasKeys && site.extensions.dryRun)
  describe("a dry run that is refused", () => {
    it("is not the answer of its key", async () => {
      const n = fresh();
      const goods = zongpai(n);
      const headers = key();
      await configure(goods, { [category]: 5 });
      await call("post-box", { box_no: boxNo(n), zongpai: goods, quantity: 1 });
      await call("post-attachment-box", { box_no: boxNo(n), zongpai: goods, category, quantity: 3 });
      const entries = [{ category, quantity: 2 }];
      expectError(
        await call("put-attachment-config", { zongpai: goods, entries, dry_run: true }, headers),
        "configuredBelowBoxed",
        "accessory",
      );
      const put = await call("put-attachment-config", { zongpai: goods, entries: [{ category, quantity: 4 }] }, headers);
      expect(put.status).toBe(site.success["put-attachment-config"]);
    });
  });

if (hasKeys && site.extensions.scannedAt)
  describe("a scan from the future", () => {
    it("stays refused when the same request arrives again later", async () => {
      const headers = key();
      const ahead = new Date(Date.now() + site.location.maxClockAhead * 1_000 + 700).toISOString();
      const request = { zongpai: zongpai(fresh()), location: location(1), scanned_at: ahead };
      const one = await call("post-trace-location", request, headers);
      expectError(one, "invalidField");
      await sleep(1_000);
      expect((await call("post-trace-location", request, headers)).text).toBe(one.text);
    });
  });
