import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { operationKey } from "#lib/store/keys.ts";
import {
  answered,
  call,
  done,
  expectError,
  hasKeys,
  key,
  keyHeader,
  mark,
  refused,
} from "../../support/client.ts";
import type { Fault } from "../../support/faulty-table.ts";
import {
  latePut,
  lateTransaction,
  lostTransaction,
  spoilFirst,
  untilTimeIsUp,
} from "../../support/late.ts";
import { lapsedItem, plantRow } from "../../support/planted.ts";
import {
  category,
  configure,
  goodsWithHeadroom,
  instant,
  quantitiesIn,
  saveEntry,
  saveItem,
  verifiedItem,
} from "../../support/requests.ts";
import { fresh, itemOf, location, zongpai } from "../../support/samples.ts";
import { site } from "../../support/site.ts";
import { rowAt } from "../../support/table.ts";
import { endpoint, noFaults } from "../../support/worker.ts";

type Item = Awaited<ReturnType<typeof verifiedItem>>;

const contents = async ({ box_no }: Item) => (await quantitiesIn(box_no))[0];
const save = (item: Item, quantity: number, headers = key()) => saveItem(item, quantity, headers);
const takeOut = (item: Item) => call("delete-box", item, key());
/** An item with quantity 7 in its box, so that a second save is refused, and a key for that save. */
const boxed = async () => {
  const item = await verifiedItem();
  await save(item, 7);
  return { item, headers: key() };
};
/** Makes the transactions of a request meet these faults in order, and then always the last one. */
const transactionsMeet = (...faults: (Fault | undefined)[]) => {
  const met = { tries: 0 };
  spoilFirst(() => {
    met.tries += 1;
    return faults[Math.min(met.tries, faults.length) - 1];
  });
  return met;
};

describe("exactly once: a refusal", () => {
  it("stays the same when a transaction of its request arrives late", async () => {
    const [item, headers] = [await verifiedItem(), key()];
    const late = lostTransaction();
    const asked = save(item, 5, headers);
    await late.sent;
    await save(item, 7);
    late.freed();
    const answer = await asked;
    expectError(answer, "duplicateBoxItem");
    expect(answer.headers.has(mark)).toBe(false);
    await takeOut(item);
    await late.lands();
    expect(await contents(item)).toEqual([]);
    if (hasKeys)
      expect(answered(await save(item, 5, headers))).toEqual([answer.status, answer.text, "true"]);
    await done("post-box", { ...item, quantity: 5 }, key());
  });

  it.runIf(hasKeys)("answers an earlier request of its key that is still trying, too", async () => {
    const [item, headers] = [await verifiedItem(), key()];
    let fault: Fault | undefined = { kind: "conflict" };
    const tried = Promise.withResolvers<void>();
    spoilFirst(() => {
      tried.resolve();
      return fault;
    });
    const earlier = save(item, 5, headers);
    await tried.promise;
    await save(item, 7);
    const later = await save(item, 5, headers);
    expectError(later, "duplicateBoxItem");
    await takeOut(item);
    fault = undefined;
    expect(answered(await earlier)).toEqual([later.status, later.text, "true"]);
    expect(await contents(item)).toEqual([]);
  });
});

describe.runIf(hasKeys)("exactly once: the row of a refusal", () => {
  it("is the answer of its key when it arrives late and alone", async () => {
    const { item, headers } = await boxed();
    const late = latePut({ kind: "throttle" });
    expectError(await untilTimeIsUp(() => save(item, 5, headers)), "timeout");
    endpoint.faults = noFaults;
    await takeOut(item);
    await late.lands();
    expectError(await save(item, 5, headers), "duplicateBoxItem");
    expect(await contents(item)).toEqual([]);
  });

  it("yields to a write of its key that was recorded in between", async () => {
    const item = await verifiedItem();
    const headers = key();
    const transaction = lateTransaction();
    const earlier = save(item, 5, headers);
    await transaction.sent;
    endpoint.faults = noFaults;
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

  it("is one for two simultaneous requests of a key with different refusals", async () => {
    const { goods, headroom } = await goodsWithHeadroom(30);
    const [entry, headers] = [{ ...itemOf(fresh()), zongpai: goods, category }, key()];
    await saveEntry(goods, entry.box_no, 7);
    const put = latePut();
    const ask = () => call("patch-attachment-box", { ...entry, quantity: headroom + 1 }, headers);
    const earlier = ask();
    await put.sent;
    await done("delete-attachment-box", entry, key());
    const later = await ask();
    expectError(later, "itemNotFound", "accessory");
    await put.lands();
    expect(answered(await earlier)).toEqual([later.status, later.text, "true"]);
  });
});

describe("exactly once: a write whose answer was lost", () => {
  it("is answered as recorded although its repetition hears of the item alone", async () => {
    transactionsMeet({ kind: "answerLost" }, { kind: "oneReason" });
    await done("post-box", { ...(await verifiedItem()), quantity: 5 });
  });

  it("remains in doubt for every transaction of its request, also after the ERP's answer", async () => {
    const item = await lapsedItem();
    const met = transactionsMeet({ kind: "drop" }, undefined, { kind: "conflict" });
    const answer = await untilTimeIsUp(() => save(item, 1));
    expectError(answer, "timeout");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(met.tries).toBeGreaterThan(2);
  });
});

describe.runIf(hasKeys)("exactly once", () => {
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

  it.runIf(hasKeys)("a stored result that does not fit the route is a fault", async () => {
    const [item, id] = [await verifiedItem(), randomUUID()];
    const ask = () => save(item, 5, keyHeader(id));
    await ask();
    const { result, ...row } = await rowAt(operationKey({ zongpai: item.zongpai }, `k#${id}`));
    for (const wrong of [{ quantity: "3" }, { colour: "red" }]) {
      await plantRow({ ...row, result: Object.assign({}, result, wrong) });
      expectError(await ask(), "internal");
    }
    await plantRow(row);
    expectError(await ask(), "internal");
  });

  it.runIf(site.extensions.scannedAt)(
    "a scan from the future stays refused when it arrives again with its key",
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
