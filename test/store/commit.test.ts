import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { within } from "#lib/domain/operation.ts";
import { leastForWrite, openTable } from "#lib/store/client.ts";
import { commit } from "#lib/store/commit.ts";
import { put, update } from "#lib/store/expression.ts";
import { goodsKey, operationKey } from "#lib/store/keys.ts";
import { operationStore } from "#lib/store/operations.ts";
import { patient } from "../../commands/waits.ts";
import { type Fault, first } from "../support/faulty-table.ts";
import { anOperation, type OfGoods } from "../support/operation.ts";
import { plantRow } from "../support/planted.ts";
import { site } from "../support/site.ts";
import { rowAt, table } from "../support/table.ts";
import { endpoint } from "../support/worker.ts";

const operations = operationStore(table, site);
const deadline = { left: () => patient.budget };

const operation = (given: Partial<OfGoods> = {}): OfGoods => ({
  ...anOperation(`goods-${randomUUID()}`, "test"),
  ...{ fingerprint: "same", deadline, shared: true, refusalStands: 60_000 },
  ...given,
});

/** A request whose time is up after four faults of this kind, however fast or busy the machine is. */
const upAfterFour = (fault: Fault) => {
  let left = patient.budget;
  endpoint.faults = () => {
    left -= patient.budget / 4;
    return fault;
  };
  return operation({ deadline: { left: () => left } });
};

const rowOf = (one: OfGoods) => rowAt(operationKey(one, one.id));
const countOf = async ({ zongpai }: OfGoods) => (await rowAt(goodsKey(zongpai))).count;

/** The same request, sent again. */
const again = (one: OfGoods, given: Partial<OfGoods> = {}) =>
  operation({ ...one, invocation: randomUUID(), deadline, attempts: { doubt: false }, ...given });

const event = { kind: "saved" as const, box_no: "B", quantity: 1 };
const answer = { answer: 1 };
const write = (one: OfGoods, result: unknown = answer) =>
  commit(table, one, () => ({
    result,
    event,
    effects: [{ name: "counted", action: update(goodsKey(one.zongpai), { add: { count: 1 } }) }],
  }));
const written = { kind: "recorded", result: answer, replayed: false };
const replayed = { kind: "recorded", stored: answer, replayed: true };

describe("exactly once: commit", () => {
  it("records the operation with its result, and answers a repeated one from the row", async () => {
    const one = operation();
    expect(await write(one)).toEqual(written);
    expect(await rowOf(one)).toMatchObject({ fingerprint: "same", result: answer });
    expect(await write(again(one), { answer: 2 })).toEqual(replayed);
    expect(await countOf(one)).toBe(1);
  });

  it.each([200, 400])("is in doubt where an answer of status %i breaks off", async (statusCode) => {
    const broken = async function* () {
      yield Buffer.from('{"__type"');
      throw new Error("aborted");
    };
    const handle = async () => ({
      response: { statusCode, headers: {}, body: Readable.from(broken()) },
    });
    const cut = openTable({ name: "cut", requestHandler: { handle } });
    const one = operation({ deadline: within(2 * leastForWrite) });
    const written = commit(cut, one, () => ({ result: answer, event, effects: [] }));
    await expect(written).rejects.toMatchObject({ condition: "timeout" });
  });

  it("does not try again what the engine does not take", async () => {
    const one = operation();
    await plantRow({ ...goodsKey(one.zongpai), count: "a text" });
    endpoint.seen.clear();
    const name = expect.stringMatching(/^(TransactionCanceled|Validation)Exception$/);
    await expect(write(one)).rejects.toMatchObject({ name });
    expect(endpoint.seen.get("TransactWriteItems")).toBe(1);
  });

  it("looks at the row before the conditions: a repeated operation does not meet its own item", async () => {
    const one = operation();
    const key = goodsKey(one.zongpai);
    const save = (by: OfGoods) =>
      commit(table, by, () => ({
        result: answer,
        event,
        effects: [{ name: "absent", action: put({ ...key, quantity: 7 }, [{ absent: "pk" }]) }],
      }));
    expect(await save(one)).toEqual(written);
    expect(await save(again(one))).toEqual(replayed);
    expect(await save(again(one, { id: "k#another" }))).toEqual({
      kind: "unmet",
      failed: new Map([["absent", expect.objectContaining({ quantity: 7 })]]),
    });
  });

  it.each(["drop", "error", "throttle", "conflict", "answerLost"] as const)(
    'counts once through three faults of the kind "%s", and calls it no replay',
    async (kind) => {
      const one = operation();
      endpoint.faults = first(3, "TransactWriteItems", { kind });
      expect(await write(one)).toEqual(
        kind === "answerLost" ? { ...replayed, replayed: false } : written,
      );
      expect(await countOf(one)).toBe(1);
    },
  );

  it.each([
    ["conflict", "writeConflict"],
    ["throttle", "throttled"],
    ["drop", "timeout"],
    ["error", "timeout"],
  ] as const)(
    "gives up at the deadline and says whether anything may have been recorded: after %s %s",
    async (kind, condition) => {
      await expect(write(upAfterFour({ kind }))).rejects.toMatchObject({ condition });
    },
  );
});

describe("exactly once: a refusal in the operation row's place", () => {
  const refusal = { condition: "itemNotFound", detail: { item: "goods", box_no: "box" } } as const;

  it("is the answer of every attempt of the key, and marked for all but its own request", async () => {
    const one = operation();
    expect(await operations.refuse(one, refusal)).toMatchObject({ refusal });
    await expect(write(one)).rejects.toMatchObject({ refusal, replayed: false });
    await expect(write(again(one))).rejects.toMatchObject({ refusal, replayed: true });
    const condition = "idempotencyKeyReused";
    await expect(write(again(one, { fingerprint: "other" }))).rejects.toMatchObject({ condition });
  });

  it("yields to what was recorded", async () => {
    const one = operation();
    await write(one);
    expect(await operations.refuse(again(one), refusal)).toMatchObject({ result: answer });
  });

  it("yields to the refusal that was first", async () => {
    const one = operation();
    await operations.refuse(one, refusal);
    const second = { condition: "boxNotFound", detail: { box_no: "box" } } as const;
    expect(await operations.refuse(again(one), second)).toMatchObject({ refusal });
  });

  it.each(["drop", "error", "throttle", "answerLost"] as const)(
    'is put through three faults of the kind "%s"',
    async (kind) => {
      const one = operation();
      endpoint.faults = first(3, "PutItem", { kind });
      const { invocation } = one;
      expect(await operations.refuse(one, refusal)).toMatchObject({ invocation, refusal });
    },
  );

  it("is kept a day longer than it is the answer, for an absent row refuses nothing", async () => {
    const one = operation();
    await operations.refuse(one, refusal);
    const stands_until = one.at + one.refusalStands;
    const expires_at = Math.ceil(stands_until / 1_000) + 86_400;
    expect(await rowOf(one)).toMatchObject({ stands_until, expires_at });
  });

  it("is no answer when nobody can say whether it is there", async () => {
    await expect(operations.refuse(upAfterFour({ kind: "drop" }), refusal)).rejects.toMatchObject({
      condition: "timeout",
    });
  });

  it("ends for requests that arrive later, however late an attempt of an earlier one is", async () => {
    const one = operation({ refusalStands: 1_000 });
    await operations.refuse(one, refusal);
    const inTime = again(one, { at: one.at + 999 });
    await expect(write(inTime)).rejects.toMatchObject({ refusal });
    expect(await write(again(one, { at: one.at + 1_000 }))).toEqual(written);
    expect(await write(again(inTime))).toEqual(replayed);
  });
});
