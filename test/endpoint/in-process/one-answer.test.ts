import { describe, expect, it } from "vitest";
import { category, configure, saveEntry } from "../../support/attachments.ts";
import { call, hasKeys } from "../../support/client.ts";
import { done, expectError, refused } from "../../support/expect-error.ts";
import { type Fault, first } from "../../support/faulty-table.ts";
import {
  latePut,
  lateTransaction,
  lostTransaction,
  spoilFirst,
  untilTimeIsUp,
} from "../../support/late.ts";
import { answered, describeOneAnswer, key, mark } from "../../support/one-answer.ts";
import { lapsedItem, refusables, verifiedItem } from "../../support/refusable.ts";
import { instant, quantitiesIn, saveItem } from "../../support/requests.ts";
import { fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { endpoint } from "../../support/worker.ts";

type Item = Awaited<ReturnType<typeof verifiedItem>>;

const contents = async ({ box_no }: Item) => (await quantitiesIn(box_no))[0];
const save = (item: Item, quantity: number, headers = key()) => saveItem(item, quantity, headers);
const takeOut = (item: Item) => call("delete-box", item, key());
/** An item with a quantity of 7 in its box, so that a second save is refused; and the key of that. */
const boxed = async () => {
  const item = await verifiedItem();
  await save(item, 7);
  return { item, headers: key() };
};
const spoil = (operation: string, fault: Fault) => {
  endpoint.faults = (sent) => (sent === operation ? fault : undefined);
};
const mend = () => {
  endpoint.faults = () => undefined;
};
/** The transactions of a request meet these faults, one after the other, and then the last one. */
const transactionsMeet = (...faults: (Fault | undefined)[]) => {
  const met = { tries: 0 };
  spoilFirst(() => {
    met.tries += 1;
    return faults[Math.min(met.tries, faults.length) - 1];
  });
  return met;
};

describeOneAnswer(refusables.ofProducts);

describe.runIf(hasKeys)("exactly once: the row of a refusal", () => {
  it("is the first answer although the answer to it was lost", async () => {
    const { item } = await boxed();
    endpoint.faults = first(1, "PutItem", { kind: "answerLost" });
    const answer = await save(item, 5);
    expectError(answer, "duplicateBoxItem");
    expect(answer.headers.has(mark)).toBe(false);
  });

  it("is the answer of its key although the request that put it timed out", async () => {
    const { item, headers } = await boxed();
    spoil("PutItem", { kind: "answerLost" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    mend();
    await takeOut(item);
    const again = await save(item, 5, headers);
    expectError(again, "duplicateBoxItem");
    expect(again.headers.get(mark)).toBe("true");
  });

  it("is no answer while it cannot be written: the request times out, and the key is judged anew", async () => {
    const { item, headers } = await boxed();
    spoil("PutItem", { kind: "throttle" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    mend();
    await takeOut(item);
    expect((await save(item, 5, headers)).status).toBe(site.success["post-box"]);
  });

  it("is the answer of its key when it arrives late and alone", async () => {
    const { item, headers } = await boxed();
    const late = latePut({ kind: "throttle" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    mend();
    await takeOut(item);
    await late.lands();
    expectError(await save(item, 5, headers), "duplicateBoxItem");
    expect(await contents(item)).toEqual([]);
  });

  it("yields to a write of its key that was recorded meanwhile, and so does its request's answer", async () => {
    const item = await verifiedItem();
    const headers = key();
    const transaction = lateTransaction();
    const earlier = save(item, 5, headers);
    await transaction.sent;
    mend();
    await save(item, 7);
    const put = latePut();
    const later = save(item, 5, headers);
    await put.sent;
    await takeOut(item);
    await transaction.lands();
    const { status, text } = await earlier;
    await put.lands();
    expect(status).toBe(site.success["post-box"]);
    expect(answered(await later)).toEqual([status, text, "true"]);
    expect(await contents(item)).toEqual([5]);
  });

  it("is one for two requests of a key that are refused at once for different reasons", async () => {
    const { item, headers } = await boxed();
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
    const { item, headers } = await boxed();
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
  it("is answered as recorded although its repetition hears of the item alone", async () => {
    transactionsMeet({ kind: "answerLost" }, { kind: "oneReason" });
    await done("post-box", { ...(await verifiedItem()), quantity: 5 });
  });

  it("is not said to be unrecorded when its repetition hears of the item alone and the store is throttled", async () => {
    const item = await verifiedItem();
    let tries = 0;
    endpoint.faults = (operation) => {
      if (operation !== "TransactWriteItems") return { kind: "throttle" };
      tries += 1;
      return { kind: tries === 1 ? "answerLost" : "oneReason" };
    };
    expectError(await untilTimeIsUp(() => save(item, 5)), "timeout");
  });

  it("is not said to be unrecorded when conflicts follow until the time is up", async () => {
    const item = await verifiedItem();
    transactionsMeet({ kind: "answerLost" }, { kind: "conflict" });
    const answer = await untilTimeIsUp(() => save(item, 5));
    expectError(answer, "timeout");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await contents(item)).toEqual([5]);
  });

  it("remains in doubt for all transactions of its request: those after the ERP was asked, too", async () => {
    const item = await lapsedItem();
    const met = transactionsMeet({ kind: "drop" }, undefined, { kind: "conflict" });
    expectError(await untilTimeIsUp(() => save(item, 1)), "timeout");
    expect(met.tries).toBeGreaterThan(2);
  });
});

describe.runIf(hasKeys)("exactly once", () => {
  it("a request that is answered as unrecorded may be followed by an earlier one of its key that is recorded", async () => {
    const item = await verifiedItem();
    const headers = key();
    const transaction = lateTransaction();
    const earlier = save(item, 5, headers);
    await transaction.sent;
    spoil("TransactWriteItems", { kind: "conflict" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "writeConflict");
    await transaction.lands();
    mend();
    const answer = await save(item, 5, headers);
    expect(answered(answer)).toEqual([site.success["post-box"], answer.text, "true"]);
    expect(await contents(item)).toEqual([5]);
    await earlier;
  });

  it.runIf(site.extensions.dryRun)(
    "the refusal of a dry run is not the answer of its key",
    async () => {
      const { box_no, zongpai: goods } = itemOf(fresh());
      const headers = key();
      await configure(goods, { [category]: 5 });
      await saveItem({ box_no, zongpai: goods });
      await saveEntry(goods, box_no, 3);
      const request = (quantity: number) => ({
        zongpai: goods,
        entries: [{ category, quantity }],
      });
      const dry = { ...request(2), dry_run: true };
      await refused("configuredBelowBoxed", "put-attachment-config", dry, headers);
      await done("put-attachment-config", request(4), headers);
    },
  );

  it.runIf(site.extensions.scannedAt)(
    "a scan from the future remains refused when it arrives again, and its key names no other",
    async () => {
      const headers = key();
      const place = { zongpai: zongpai(fresh()), location: location(1) };
      const scanned_at = instant((site.location.maxClockAhead + 60) * 1_000);
      const ahead = ["post-trace-location", { ...place, scanned_at }, headers] as const;
      const { status, text } = await refused("invalidField", ...ahead);
      expect(answered(await call(...ahead))).toEqual([status, text, "true"]);
      await refused("idempotencyKeyReused", "post-trace-location", place, headers);
    },
  );
});
