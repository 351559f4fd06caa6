import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { RouteId } from "#lib/route-ids.ts";
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
import { site } from "../support/site.ts";
import { endpoint } from "../support/worker.ts";

const boxedIn = async (n: number) => (await boxInfo(boxNo(n))).items_quantity;
const save = (n: number, headers: Record<string, string> = {}, quantity = 5) =>
  saveItem(itemOf(n), quantity, headers);
type Ask = readonly [RouteId, object];
const onTwoShelves = (id: RouteId, of: object) =>
  [1, 2].map((shelf): Ask => [id, { ...of, location: location(shelf) }]);
const loseAnswer = () => {
  endpoint.faults = first(1, "TransactWriteItems", { kind: "answerLost" });
};

describe("exactly once: a request whose answer is lost between the store and the service", () => {
  it("is recorded once and answered as recorded: its repeated attempt knows its own work", async () => {
    const n = fresh();
    await save(n);
    loseAnswer();
    // If the site requires known boxes, the first transaction only finds the box unverified. The lost answer is then not the answer of the save.
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
    it("is recorded once when sent many times at once; all other answers are marked", async () => {
      const n = fresh();
      const headers = key();
      const answers = await Promise.all(Array.from({ length: 12 }, () => save(n, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter((answer) => answer.headers.get(mark) === "true")).toHaveLength(11);
      expect(await boxedIn(n)).toBe(5);
    });

    it("is recorded once in a storm of many requests, each sent three times", async () => {
      const goods = Array.from({ length: 8 }, fresh);
      const asks = goods.flatMap((n) => {
        const [saved, registered] = [key(), key()];
        return [() => save(n, saved), () => register(zongpai(n), 1, registered)];
      });
      // Twice at once, in different orders, and once more after all answers.
      const stormed = await Promise.all([...asks, ...asks.toReversed()].map((ask) => ask()));
      for (const [at, ask] of asks.entries()) {
        const [one, other] = [stormed[at], stormed.at(-1 - at)];
        const answers = [one, other, await ask()].map((answer) => answer && answered(answer));
        expect(new Set(answers.map((answer) => answer?.slice(0, 2).join())).size).toBe(1);
        expect(answers.map((answer) => answer?.at(2)).toSorted()).toEqual([null, "true", "true"]);
      }
      for (const n of goods) expect(await boxedIn(n)).toBe(5);
    });

    it("gets its first answer again, marked, after a later change, and reverts nothing", async () => {
      const item = itemOf(fresh());
      const { box_no, zongpai: goods } = item;
      const answers = [];
      const expected = site.extensions.expectedQuantity ? { expected_quantity: 5 } : {};
      const asks: Ask[] = [
        ["post-box", { ...item, quantity: 5 }],
        ["edit-box", { ...item, quantity: 9, ...expected }],
        ["delete-box", item],
        ...onTwoShelves("post-trace-location", { zongpai: goods }),
        ...(site.routes.boxLocation ? onTwoShelves("post-box-location", { box_no }) : []),
      ];
      for (const [id, input] of asks) {
        const headers = key();
        const ask = () => call(id, input, headers);
        answers.push({ ask, answer: await ask() });
      }
      for (const { ask, answer } of answers.toReversed()) {
        expect(answer.headers.has(mark)).toBe(false);
        expect(answered(await ask())).toEqual([answer.status, answer.text, "true"]);
      }
      const stands = site.routes.boxLocation ? { location: location(2) } : {};
      expect(await boxInfo(box_no)).toMatchObject({ items: [], ...stands });
      expect(await placesOf(goods)).toMatchObject({ locations: [{ location: location(2) }] });
    });

    it("is refused when the key names another request on the same goods", async () => {
      const [n, headers] = [fresh(), key()];
      await save(n, headers);
      expectError(await save(n, headers, 6), "idempotencyKeyReused");
      expectError(await register(zongpai(n), 1, headers), "idempotencyKeyReused");
      await refused("idempotencyKeyReused", "delete-box", itemOf(n), headers);
    });

    it("is the same request when its fields come in another order", async () => {
      const [n, headers] = [fresh(), key()];
      const first = await save(n, headers);
      const { zongpai: goods, box_no } = itemOf(n);
      const again = await call("post-box", { quantity: 5, zongpai: goods, box_no }, headers);
      expect(answered(again)).toEqual([first.status, first.text, "true"]);
    });

    it("takes a key bare or in double quotes as one", async () => {
      const [n, id] = [fresh(), randomUUID()];
      const one = await save(n, keyHeader(id));
      expect((await save(n, keyHeader(`"${id}"`))).text).toBe(one.text);
      expect(await boxedIn(n)).toBe(5);
    });
  });
else
  it("exactly once: a site without keys refuses a repeated request as a duplicate", async () => {
    const n = fresh();
    const headers = { "Idempotency-Key": randomUUID() };
    await save(n, headers);
    expectError(await save(n, headers), "duplicateBoxItem");
  });
