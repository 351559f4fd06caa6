import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
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
} from "../support/client.ts";
import { first } from "../support/faulty-table.ts";
import { boxInfo, placesOf, register, saveItem } from "../support/requests.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../support/samples.ts";
import { endpoint } from "../support/worker.ts";

const boxedIn = async (n: number) => (await boxInfo(boxNo(n))).items_quantity;
const save = (n: number, headers: Record<string, string> = {}, quantity = 5) =>
  saveItem(itemOf(n), quantity, headers);
const loseAnswer = () => {
  endpoint.faults = first(1, "TransactWriteItems", { kind: "answerLost" });
};

describe("exactly once: a request whose answer is lost between the store and the service", () => {
  it("is recorded once and answered as recorded: its repeated attempt knows its own work", async () => {
    const n = fresh();
    await save(n);
    loseAnswer();
    // On a site that requires known boxes the first transaction asks for the box; then the second one's answer is not lost.
    await done("post-box", { box_no: boxNo(fresh()), zongpai: zongpai(n), quantity: 4 });
    loseAnswer();
    const { headers } = await done("edit-box", { ...itemOf(n), quantity: 9 });
    expect(headers.has(mark)).toBe(false);
    expect(await boxedIn(n)).toBe(9);
    loseAnswer();
    await done("delete-box", itemOf(n));
    expect(await boxedIn(n)).toBe(0);
  });
});

if (hasKeys)
  describe("exactly once: a request with a key", () => {
    it("is recorded once when it comes many times at once, and each answer but one is marked", async () => {
      const n = fresh();
      const headers = key();
      const answers = await Promise.all(Array.from({ length: 12 }, () => save(n, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter((answer) => answer.headers.get(mark) === "true")).toHaveLength(11);
      expect(await boxedIn(n)).toBe(5);
    });

    it("gets its answer again, marked, after the item was corrected, and after it was taken out", async () => {
      const n = fresh();
      const [saveKey, editKey, deleteKey] = [key(), key(), key()];
      const edit = { ...itemOf(n), quantity: 9, expected_quantity: 5 };
      const asks = [
        () => save(n, saveKey),
        () => call("edit-box", edit, editKey),
        () => call("delete-box", itemOf(n), deleteKey),
      ];
      const answers = [];
      for (const ask of asks) answers.push({ ask, answer: await ask() });
      for (const { ask, answer } of answers.toReversed()) {
        expect(answer.headers.has(mark)).toBe(false);
        expect(answered(await ask())).toEqual([answer.status, answer.text, "true"]);
      }
      expect((await boxInfo(boxNo(n))).items).toEqual([]);
    });

    it("is remembered for locations too: a replay never moves goods back", async () => {
      const [goods, headers] = [zongpai(fresh()), key()];
      const { status, text } = await register(goods, 1, headers);
      await register(goods, 2, key());
      expect(answered(await register(goods, 1, headers))).toEqual([status, text, "true"]);
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(2) }] });
    });

    it("is refused when the key names another request on the same goods", async () => {
      const [n, headers] = [fresh(), key()];
      await save(n, headers);
      expectError(await save(n, headers, 6), "idempotencyKeyReused");
      expectError(await register(zongpai(n), 1, headers), "idempotencyKeyReused");
      await refused("idempotencyKeyReused", "delete-box", itemOf(n), headers);
    });

    it("takes a key bare or in double quotes as one", async () => {
      const [n, id] = [fresh(), randomUUID()];
      const one = await save(n, keyHeader(id));
      expect((await save(n, keyHeader(`"${id}"`))).text).toBe(one.text);
      expect(await boxedIn(n)).toBe(5);
    });
  });
else
  it("exactly once: a site without keys assumes nothing of a repeated request, and refuses a duplicate", async () => {
    const n = fresh();
    const headers = { "Idempotency-Key": randomUUID() };
    await save(n, headers);
    expectError(await save(n, headers), "duplicateBoxItem");
  });
