import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { TransactionConflictException } from "@aws-sdk/client-dynamodb";
import { describe, expect, it } from "vitest";
import { systemClock } from "#lib/clock.ts";
import { deadlineWithin, refusalLifetimeMs } from "#lib/domain/operation.ts";
import { leastForWriteMs, openTable, repeatAttempts } from "#lib/store/client.ts";
import { commit, keepOrder } from "#lib/store/commit.ts";
import { putAction, updateAction } from "#lib/store/expression.ts";
import { goodsKey, operationKey } from "#lib/store/keys.ts";
import { receiptStore } from "#lib/store/operations.ts";
import { first } from "../support/faulty-table.ts";
import { anOperation, type OfGoods } from "../support/operation.ts";
import { plantRow } from "../support/planted.ts";
import { rowAt, table } from "../support/table.ts";
import { patient } from "../support/waits.ts";
import { endpoint } from "../support/worker.ts";

const receipts = receiptStore(table);
const deadline = { left: () => patient.budget };

const operation = (given: Partial<OfGoods> = {}): OfGoods => ({
  ...anOperation(`goods-${randomUUID()}`, "test"),
  ...{ fingerprint: "same", deadline, shared: true },
  ...given,
});

const rowOf = (one: OfGoods) => rowAt(operationKey(one, one.id));
const countOf = async ({ zongpai }: OfGoods) => (await rowAt(goodsKey(zongpai))).count;

/** Sends the same request again. */
const again = (one: OfGoods, given: Partial<OfGoods> = {}) =>
  operation({ ...one, invocation: randomUUID(), deadline, attempts: { doubt: false }, ...given });

const event = { kind: "saved" as const, box_no: "B", quantity: 1 };
const answer = { answer: 1 };
const write = (one: OfGoods, result: unknown = answer) =>
  commit(table, one, () => ({
    result,
    event,
    effects: [
      { name: "counted", action: updateAction(goodsKey(one.zongpai), { add: { count: 1 } }) },
    ],
  }));
const written = { kind: "recorded", result: answer, replayed: false };
const replayed = { kind: "recorded", stored: answer, replayed: true };

describe("exactly once: commit", () => {
  it.each([200, 400])("is in doubt where an answer of status %i breaks off", async (statusCode) => {
    const broken = async function* () {
      yield Buffer.from('{"__type"');
      throw new Error("aborted");
    };
    const handle = async () => ({
      response: { statusCode, headers: {}, body: Readable.from(broken()) },
    });
    const cut = openTable({ name: "cut", requestHandler: { handle } });
    const one = operation({ deadline: deadlineWithin(2 * leastForWriteMs) });
    const written = commit(cut, one, () => ({ result: answer, event, effects: [] }));
    await expect(written).rejects.toMatchObject({ condition: "timeout" });
  });

  it("does not retry what the engine does not accept", async () => {
    const one = operation();
    await plantRow({ ...goodsKey(one.zongpai), count: "a text" });
    endpoint.seen.clear();
    const name = expect.stringMatching(/^(TransactionCanceled|Validation)Exception$/);
    await expect(write(one)).rejects.toMatchObject({ name });
    expect(endpoint.seen.get("TransactWriteItems")).toBe(1);
  });

  it("does not try a request again that is our fault", async () => {
    endpoint.faults = first(1, "TransactWriteItems", { kind: "echo" });
    await expect(write(operation())).rejects.toMatchObject({ name: "ValidationException" });
  });

  it("waits longer before each further attempt, as does a read", async () => {
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
    };
    const clock = { ...systemClock, random: () => 0.5, sleep };
    endpoint.faults = first(4, "TransactWriteItems", { kind: "conflict" });
    await commit({ ...table, clock }, operation(), () => ({ result: answer, event, effects: [] }));
    const waitsOfWrite = waits.splice(0);
    expect(waitsOfWrite).toEqual([1, 2, 4, 8].map((factor) => factor * (waitsOfWrite[0] ?? 0)));
    let failures = 4;
    await repeatAttempts(clock, deadline, async () => {
      failures -= 1;
      if (failures >= 0) throw new TransactionConflictException({ message: "", $metadata: {} });
    });
    expect(waits).toEqual(waitsOfWrite);
  });

  it("looks at the row before the conditions, so a repetition does not meet itself", async () => {
    const one = operation();
    const save = (by: OfGoods) =>
      commit(table, by, () => ({
        result: answer,
        event,
        effects: [{ name: "absent", action: putAction(goodsKey(one.zongpai), [{ absent: "pk" }]) }],
      }));
    expect(await save(one)).toEqual(written);
    expect(await save(again(one))).toEqual(replayed);
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
});

describe("exactly once: a write whose time is up", () => {
  it.each([
    [[], "writeConflict"],
    [["throttle", "throttle"], "throttled"],
    [["throttle", "conflict"], "writeConflict"],
    [["conflict", "throttle"], "writeConflict"],
    [["throttle", "drop", "throttle"], "timeout"],
  ] as const)("after the faults %j is refused as %s", async (faults, condition) => {
    const left = [...faults];
    endpoint.faults = () => {
      const kind = left.shift();
      return kind && { kind };
    };
    const timeLeft = () => (left.length > 0 ? patient.budget : leastForWriteMs);
    const one = operation({ deadline: { left: timeLeft } });
    await expect(write(one)).rejects.toMatchObject({ condition });
    expect(left).toEqual([]);
  });
});

describe("exactly once: the stamp of a write", () => {
  it.each([
    ["is its own instant after an earlier change", -1, 0],
    ["lies after a change of the same instant", 0, 1],
    ["lies after the farthest change that DynamoDB can have accepted", 900_000, 900_001],
    ["does not wait for a change of a wrong clock", 900_001, 0],
  ])("%s", async (_, lastChange, stamp) => {
    const at = Date.now() + 3_600_000;
    const one = operation({ at });
    const key = goodsKey(one.zongpai);
    await plantRow({ ...key, recorded_at: at + lastChange });
    const written = await commit(table, one, (stamp) => ({
      result: answer,
      event,
      effects: [{ name: "ordered", action: updateAction(key, keepOrder(stamp.at)) }],
    }));
    expect(written.kind).toBe("recorded");
    expect(await rowAt(key)).toMatchObject({ recorded_at: at + stamp });
  });
});

describe("exactly once: a refusal in the operation row's place", () => {
  const refusal = { condition: "itemNotFound", detail: { item: "goods", box_no: "box" } } as const;

  it.each(["drop", "error", "throttle", "answerLost"] as const)(
    'is put through three faults of the kind "%s"',
    async (kind) => {
      const one = operation();
      endpoint.faults = first(3, "PutItem", { kind });
      const { invocation } = one;
      expect(await receipts.storeRefusal(one, refusal)).toMatchObject({ invocation, refusal });
    },
  );

  it("is kept a day longer than it counts, because an absent row refuses nothing", async () => {
    const one = operation();
    await receipts.storeRefusal(one, refusal);
    const stands_until = one.at + refusalLifetimeMs;
    const expires_at = Math.ceil(stands_until / 1_000) + 86_400;
    expect(await rowOf(one)).toMatchObject({ stands_until, expires_at });
  });

  it("ends for later requests, however late an earlier request's attempt is", async () => {
    const one = operation();
    await receipts.storeRefusal(one, refusal);
    const inTime = again(one, { at: one.at + refusalLifetimeMs - 1 });
    await expect(write(inTime)).rejects.toMatchObject({ refusal });
    expect(await write(again(one, { at: one.at + refusalLifetimeMs }))).toEqual(written);
    expect(await write(again(inTime))).toEqual(replayed);
  });
});
