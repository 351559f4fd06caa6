import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { Operation } from "#lib/domain/operation.ts";
import { commit } from "#lib/store/commit.ts";
import { put, update } from "#lib/store/expression.ts";
import { goodsKey, operationKey } from "#lib/store/keys.ts";
import { operationStore } from "#lib/store/operations.ts";
import { readItems } from "#lib/store/query.ts";
import { patient } from "../../commands/waits.ts";
import { endpoint } from "../support/environment.ts";
import { type Fault, first } from "../support/faulty-endpoint.ts";
import { anOperation } from "../support/operation.ts";
import { site } from "../support/site.ts";
import { documents, table, tableName } from "../support/table.ts";

const operations = operationStore(table, site);

const patiently = { left: () => patient.budget };

/** A request whose time is up after four faults of this kind, however fast or busy the machine is. */
const upAfterFour = (fault: Fault) => {
  let left = patient.budget;
  endpoint.faults = () => {
    left -= patient.budget / 4;
    return fault;
  };
  return operation({ deadline: { left: () => left } });
};

const operation = (given: Partial<Operation> = {}): Operation => ({
  ...anOperation(`goods-${randomUUID()}`, "test"),
  ...{ fingerprint: "same", deadline: patiently, shared: true, refusalStands: 60_000 },
  ...given,
});

const rowOf = async ({ zongpai, id }: Operation) =>
  (await readItems(table, [operationKey(zongpai, id)], patiently))[0];

const again = (one: Operation, given: Partial<Operation> = {}) =>
  operation({
    ...one,
    invocation: randomUUID(),
    deadline: patiently,
    attempts: { doubt: false },
    ...given,
  });

const event = { kind: "saved" as const, box_no: "B", quantity: 1 };
const count = (goods: string) => [
  { name: "counted" as const, action: update(goodsKey(goods), { add: { count: 1 } }) },
];
const once = (goods: string) => [
  { name: "absent" as const, action: put({ ...goodsKey(goods), quantity: 7 }, [{ absent: "pk" }]) },
];
const write = (one: Operation, result: unknown = { answer: 1 }) =>
  commit(table, { operation: one, result, event }, count(one.zongpai));

describe("exactly once: commit", () => {
  it("records the operation with its result", async () => {
    const one = operation();
    expect(await write(one)).toEqual({ kind: "recorded", result: { answer: 1 }, replayed: false });
    expect(await rowOf(one)).toMatchObject({ fingerprint: "same", result: { answer: 1 } });
  });

  it("answers a repeated operation from the row, and says so", async () => {
    const one = operation();
    await write(one);
    expect(await write(again(one), { answer: 2 })).toEqual({
      kind: "recorded",
      stored: { answer: 1 },
      replayed: true,
    });
  });

  it("does not try again what the engine does not take", async () => {
    const one = operation();
    await documents.send(
      new PutCommand({ TableName: tableName, Item: { ...goodsKey(one.zongpai), count: "a text" } }),
    );
    endpoint.seen.clear();
    await expect(write(one)).rejects.toMatchObject({
      name: expect.stringMatching(/^(TransactionCanceled|Validation)Exception$/),
    });
    expect(endpoint.seen.get("TransactWriteItems")).toBe(1);
  });

  it("refuses a key that named another request", async () => {
    const one = operation();
    await write(one);
    await expect(write(again(one, { fingerprint: "other" }))).rejects.toMatchObject({
      condition: "idempotencyKeyReused",
    });
  });

  it("looks at the row before the conditions: a repeated operation is not told that its own item exists", async () => {
    const one = operation();
    const save = (by: Operation) =>
      commit(table, { operation: by, result: "saved", event }, once(by.zongpai));
    expect(await save(one)).toMatchObject({ kind: "recorded", replayed: false });
    expect(await save(again(one))).toMatchObject({ kind: "recorded", replayed: true });
    const other = await save(again(one, { id: "k#another" }));
    expect(other).toEqual({
      kind: "unmet",
      failed: new Map([["absent", expect.objectContaining({ quantity: 7 })]]),
    });
  });

  for (const kind of ["drop", "error", "throttle", "conflict", "answerLost"] as const)
    it(`counts once through three faults of the kind "${kind}", and calls it no replay`, async () => {
      const one = operation();
      endpoint.faults = first(3, "TransactWriteItems", { kind });
      const answer = { answer: 1 };
      expect(await write(one)).toEqual({
        kind: "recorded",
        ...(kind === "answerLost" ? { stored: answer } : { result: answer }),
        replayed: false,
      });
      endpoint.faults = () => undefined;
      const looked = operation({ zongpai: one.zongpai });
      const unmet = await commit(table, { operation: looked, result: 0, event }, [
        {
          name: "once",
          action: update(goodsKey(one.zongpai), {
            add: { count: 0 },
            when: [{ attribute: "count", is: ">=", value: 2 }],
          }),
        },
      ]);
      expect(unmet).toEqual({
        kind: "unmet",
        failed: new Map([["once", expect.objectContaining({ count: 1 })]]),
      });
    });

  it("gives up at the deadline and says whether anything may have been recorded", async () => {
    for (const [kind, condition] of [
      ["conflict", "writeConflict"],
      ["throttle", "throttled"],
      ["drop", "timeout"],
      ["error", "timeout"],
    ] as const)
      await expect(write(upAfterFour({ kind }))).rejects.toMatchObject({ condition });
  });

  it("lets one of many concurrent operations under one key through", async () => {
    const one = operation();
    const answers = await Promise.all(Array.from({ length: 32 }, () => write(again(one))));
    expect(answers.filter((answer) => answer.kind === "recorded" && !answer.replayed)).toHaveLength(
      1,
    );
  });
});

describe("exactly once: a refusal in the operation row's place", () => {
  const refusal = { condition: "itemNotFound", detail: { item: "goods", box_no: "box" } } as const;

  it("is the answer of every attempt of the key, and marked for all but its own request", async () => {
    const one = operation();
    expect(await operations.refuse(one, refusal)).toMatchObject({ refusal });
    await expect(write(one)).rejects.toMatchObject({ refusal, replayed: false });
    await expect(write(again(one))).rejects.toMatchObject({ refusal, replayed: true });
    await expect(write(again(one, { fingerprint: "other" }))).rejects.toMatchObject({
      condition: "idempotencyKeyReused",
    });
  });

  it("yields to what was recorded", async () => {
    const one = operation();
    await write(one);
    expect(await operations.refuse(again(one), refusal)).toMatchObject({ result: { answer: 1 } });
  });

  it("yields to the refusal that was first", async () => {
    const one = operation();
    await operations.refuse(one, refusal);
    const second = { condition: "boxNotFound", detail: { box_no: "box" } } as const;
    expect(await operations.refuse(again(one), second)).toMatchObject({ refusal });
  });

  for (const kind of ["drop", "error", "throttle", "answerLost", "half"] as const)
    it(`is put through three faults of the kind "${kind}"`, async () => {
      const one = operation();
      endpoint.faults = first(3, "PutItem", { kind });
      expect(await operations.refuse(one, refusal)).toMatchObject({
        invocation: one.invocation,
        refusal,
      });
    });

  it("is kept a day longer than it stands, for an absent row stops nobody", async () => {
    const one = operation();
    await operations.refuse(one, refusal);
    const end = one.at + one.refusalStands;
    expect(await rowOf(one)).toMatchObject({
      stands_until: end,
      expires_at: Math.ceil(end / 1_000) + 86_400,
    });
  });

  it("is no answer when nobody can say whether it is there", async () => {
    await expect(operations.refuse(upAfterFour({ kind: "drop" }), refusal)).rejects.toMatchObject({
      condition: "timeout",
    });
  });

  it("ends for requests that arrive later, however late an attempt of an earlier one is", async () => {
    const one = operation({ refusalStands: 1_000 });
    await operations.refuse(one, refusal);
    await expect(write(again(one, { at: one.at + 999 }))).rejects.toMatchObject({ refusal });
    expect(await write(again(one, { at: one.at + 1_000 }))).toMatchObject({
      kind: "recorded",
      replayed: false,
    });
    expect(await write(again(one, { at: one.at + 999 }))).toMatchObject({
      kind: "recorded",
      replayed: true,
    });
  });
});
