import { describe, expect, it } from "vitest";
import { category, configure } from "../../support/attachments.ts";
import { call, hasKeys } from "../../support/client.ts";
import { endpoint } from "../../support/environment.ts";
import { done, expectError, refused } from "../../support/expect-error.ts";
import { first } from "../../support/faulty-endpoint.ts";
import {
  latePut,
  lateTransaction,
  lostTransaction,
  spoilFirst,
  untilTimeIsUp,
} from "../../support/late.ts";
import { answered, describeOneAnswer, key, mark } from "../../support/one-answer.ts";
import { refusables, verifiedItem } from "../../support/refusable.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";

type Item = Awaited<ReturnType<typeof verifiedItem>>;

const contents = async ({ box_no }: Item) =>
  ((await call("get-box-info", { box_no })).body.items as { quantity: number }[]).map(
    ({ quantity }) => quantity,
  );
const save = (item: Item, quantity: number, headers = key()) =>
  call("post-box", { ...item, quantity }, headers);
const takeOut = (item: Item) => call("delete-box", item, key());

describeOneAnswer(refusables.ofProducts);

describe("exactly once: the row of a refusal", () => {
  it("is not written where no other request has its name and no attempt is in doubt", async () => {
    const item = await verifiedItem();
    await save(item, 7, {});
    endpoint.seen.clear();
    expectError(await save(item, 5, {}), "duplicateBoxItem");
    expect([...endpoint.seen.keys()]).toEqual(["TransactWriteItems"]);
  });

  if (!hasKeys) return;

  it("is told as the first answer although the answer to it was lost", async () => {
    const item = await verifiedItem();
    await save(item, 7);
    endpoint.faults = first(1, "PutItem", { kind: "answerLost" });
    const answer = await save(item, 5);
    expectError(answer, "duplicateBoxItem");
    expect(answer.headers.has(mark)).toBe(false);
  });

  it("is the answer of its key when nobody heard of it, and the one who put it was told that nobody knows", async () => {
    const item = await verifiedItem();
    const headers = key();
    await save(item, 7);
    endpoint.faults = (operation) => (operation === "PutItem" ? { kind: "answerLost" } : undefined);
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    endpoint.faults = () => undefined;
    await takeOut(item);
    const again = await save(item, 5, headers);
    expectError(again, "duplicateBoxItem");
    expect(again.headers.get(mark)).toBe("true");
  });

  it("is not told while it cannot be written: then nobody knows, and the key is judged anew", async () => {
    const item = await verifiedItem();
    const headers = key();
    await save(item, 7);
    endpoint.faults = (operation) => (operation === "PutItem" ? { kind: "throttle" } : undefined);
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    endpoint.faults = () => undefined;
    await takeOut(item);
    expect((await save(item, 5, headers)).status).toBe(site.success["post-box"]);
  });

  it("is the answer of its key when it arrives late and alone", async () => {
    const item = await verifiedItem();
    const headers = key();
    await save(item, 7);
    const late = latePut({ kind: "throttle" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    endpoint.faults = () => undefined;
    await takeOut(item);
    await late.lands();
    expectError(await save(item, 5, headers), "duplicateBoxItem");
    expect(await contents(item)).toEqual([]);
  });

  it("yields to a write of its key that was recorded meanwhile, and its request is told so", async () => {
    const item = await verifiedItem();
    const headers = key();
    const transaction = lateTransaction();
    const earlier = save(item, 5, headers);
    await transaction.sent;
    endpoint.faults = () => undefined;
    await save(item, 7);
    const put = latePut();
    const later = save(item, 5, headers);
    await put.sent;
    await takeOut(item);
    await transaction.lands();
    await put.lands();
    const [one, two] = await Promise.all([earlier, later]);
    expect([two.status, two.text]).toEqual([one.status, one.text]);
    expect([two.status, two.headers.get(mark)]).toEqual([site.success["post-box"], "true"]);
    expect(await contents(item)).toEqual([5]);
  });

  it("is one for two requests of a key that are refused at once for different reasons", async () => {
    const item = await verifiedItem();
    const headers = key();
    await save(item, 7);
    const put = latePut();
    const ask = () => call("edit-box", { ...item, quantity: 9, expected_quantity: 5 }, headers);
    const earlier = ask();
    await put.sent;
    await takeOut(item);
    const later = await ask();
    expectError(later, "itemNotFound");
    await put.lands();
    expect(answered(await earlier)).toEqual([later.status, later.text, "true"]);
  });

  it("keeps a late transaction of another request from being recorded under its key", async () => {
    const item = await verifiedItem();
    const headers = key();
    await save(item, 7);
    expectError(await save(item, 5, headers), "duplicateBoxItem");
    await takeOut(item);
    const late = lostTransaction();
    const asked = save(item, 6, headers);
    await late.sent;
    late.freed();
    expectError(await asked, "idempotencyKeyReused");
    await late.lands();
    expect(await contents(item)).toEqual([]);
  });
});

describe("exactly once: a write whose answer was lost", () => {
  /** The transaction is recorded and its answer lost; of what its repetitions meet only the last failed condition is told. */
  const lostThenOneReason = (otherwise: "throttle" | undefined) => {
    let tries = 0;
    endpoint.faults = (operation) => {
      if (operation !== "TransactWriteItems") return otherwise && { kind: otherwise };
      tries += 1;
      return { kind: tries === 1 ? "answerLost" : "oneReason" };
    };
  };

  it("is answered as recorded although its repetition hears of the item alone", async () => {
    const item = await verifiedItem();
    lostThenOneReason(undefined);
    expect((await save(item, 5)).status).toBe(site.success["post-box"]);
  });

  it("is not said to be unrecorded when its repetition hears of the item alone and the store is throttled", async () => {
    const item = await verifiedItem();
    lostThenOneReason("throttle");
    expectError(await untilTimeIsUp(() => save(item, 5)), "timeout");
  });

  it("is tried again when the answer broke off", async () => {
    const item = await verifiedItem();
    await save(item, 7);
    endpoint.faults = first(1, "TransactWriteItems", { kind: "half" });
    expectError(await save(item, 5), "duplicateBoxItem");
  });

  it("is not said to be unrecorded when conflicts follow until the time is up", async () => {
    const item = await verifiedItem();
    let tries = 0;
    spoilFirst(() => {
      tries += 1;
      return tries === 1 ? { kind: "answerLost" } : { kind: "conflict" };
    });
    const answer = await untilTimeIsUp(() => save(item, 5));
    expectError(answer, "timeout");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await contents(item)).toEqual([5]);
  });
});

describe("exactly once: doubt", () => {
  it("lasts for all transactions of a request: those after the ERP was asked, too", async () => {
    const n = fresh();
    let tries = 0;
    spoilFirst(() => {
      tries += 1;
      if (tries === 1) return { kind: "drop" };
      return tries === 2 ? undefined : { kind: "conflict" };
    });
    const unverified = { ...itemOf(n), quantity: 1 };
    expectError(await untilTimeIsUp(() => call("post-box", unverified, key())), "timeout");
    expect(tries).toBeGreaterThan(2);
  });
});

if (hasKeys)
  describe("exactly once: a request that is told that it recorded nothing", () => {
    it("may be followed by an earlier one of its key that is recorded", async () => {
      const item = await verifiedItem();
      const headers = key();
      const transaction = lateTransaction();
      const earlier = save(item, 5, headers);
      await transaction.sent;
      endpoint.faults = (operation) =>
        operation === "TransactWriteItems" ? { kind: "conflict" } : undefined;
      expectError(await untilTimeIsUp(() => save(item, 5, headers)), "writeConflict");
      await transaction.lands();
      endpoint.faults = () => undefined;
      const answer = await save(item, 5, headers);
      expect(answered(answer)).toEqual([site.success["post-box"], answer.text, "true"]);
      expect(await contents(item)).toEqual([5]);
      await earlier;
    });
  });

if (hasKeys && site.extensions.dryRun)
  describe("exactly once: a dry run that is refused", () => {
    it("is not the answer of its key", async () => {
      const n = fresh();
      const goods = zongpai(n);
      const headers = key();
      await configure(goods, { [category]: 5 });
      await call("post-box", { box_no: boxNo(n), zongpai: goods, quantity: 1 });
      await call("post-attachment-box", {
        box_no: boxNo(n),
        zongpai: goods,
        category,
        quantity: 3,
      });
      const entries = [{ category, quantity: 2 }];
      await refused(
        "configuredBelowBoxed",
        "put-attachment-config",
        { zongpai: goods, entries, dry_run: true },
        headers,
      );
      await done(
        "put-attachment-config",
        { zongpai: goods, entries: [{ category, quantity: 4 }] },
        headers,
      );
    });
  });

if (hasKeys && site.extensions.scannedAt)
  describe("exactly once: a scan from the future", () => {
    it("stays refused when the same request arrives again, and its key names no other", async () => {
      const headers = key();
      const ahead = new Date(
        Date.now() + site.location.maxClockAhead * 1_000 + 60_000,
      ).toISOString();
      const request = { zongpai: zongpai(fresh()), location: location(1) };
      const one = await refused(
        "invalidField",
        "post-trace-location",
        { ...request, scanned_at: ahead },
        headers,
      );
      expect(
        answered(await call("post-trace-location", { ...request, scanned_at: ahead }, headers)),
      ).toEqual([one.status, one.text, "true"]);
      await refused("idempotencyKeyReused", "post-trace-location", request, headers);
    });
  });
