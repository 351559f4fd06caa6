import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { call, hasKeys, keyHeader } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { done, expectError, refused } from "../support/expect-error.ts";
import { first } from "../support/faulty-endpoint.ts";
import { boxNo, fresh, itemOf, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

const boxedIn = async (n: number) =>
  (await call("get-box-info", { box_no: boxNo(n) })).body.items_quantity;
const save = (n: number, headers: Record<string, string>, quantity = 5) =>
  call("post-box", { ...itemOf(n), quantity }, headers);

describe("exactly once: a request whose answer is lost between the store and the service", () => {
  it("is recorded once and answered as recorded, with or without a key", async () => {
    const n = fresh();
    await save(fresh(), {});
    await save(n, {});
    endpoint.faults = first(1, "TransactWriteItems", { kind: "answerLost" });
    const { status, body } = await call("post-box", {
      box_no: boxNo(fresh()),
      zongpai: zongpai(n),
      quantity: 4,
    });
    // On a site that requires known boxes the first transaction asks for the box; then the second one's answer is not lost.
    expect(status).toBe(site.success["post-box"]);
    expect(body).toMatchObject({ quantity: 4 });
  });

  it("corrects once: the repeated attempt knows its own work", async () => {
    const n = fresh();
    await save(n, {});
    endpoint.faults = first(1, "TransactWriteItems", { kind: "answerLost" });
    const { headers } = await done("edit-box", {
      ...itemOf(n),
      quantity: 9,
    });
    if (site.extensions.replayed) expect(headers.has(site.extensions.replayed)).toBe(false);
    expect(await boxedIn(n)).toBe(9);
  });

  it("takes out once: the repeated attempt does not find an absent item", async () => {
    const n = fresh();
    await save(n, {});
    endpoint.faults = first(2, "TransactWriteItems", { kind: "answerLost" });
    await done("delete-box", itemOf(n));
  });

  it("meets conflicts, throttling and faults of the store, and is recorded once all the same", async () => {
    for (const kind of ["conflict", "throttle", "error", "drop"] as const) {
      const n = fresh();
      endpoint.faults = first(3, "TransactWriteItems", { kind });
      expect((await save(n, {})).status).toBe(site.success["post-box"]);
      expect(await boxedIn(n)).toBe(5);
    }
  });
});

if (hasKeys) {
  const mark = site.extensions.replayed || "";
  const key = () => keyHeader(randomUUID());

  describe("exactly once: a request with a key", () => {
    it("changes the store once and gets the same answer each time, marked as given before", async () => {
      const n = fresh();
      const headers = key();
      const [one, two, three] = [
        await save(n, headers),
        await save(n, headers),
        await save(n, headers),
      ];
      expect(one.headers.has(mark)).toBe(false);
      for (const again of [two, three]) {
        expect([again.status, again.text]).toEqual([one.status, one.text]);
        expect(again.headers.get(mark)).toBe("true");
      }
      expect(await boxedIn(n)).toBe(5);
    });

    it("is recorded once when it comes many times at once", async () => {
      const n = fresh();
      const headers = key();
      const answers = await Promise.all(Array.from({ length: 12 }, () => save(n, headers)));
      expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(answers.filter((answer) => answer.headers.get(mark) === "true")).toHaveLength(11);
      expect(await boxedIn(n)).toBe(5);
    });

    it("gets its answer again after the item was corrected, and after it was taken out", async () => {
      const n = fresh();
      const [saveKey, editKey, deleteKey] = [key(), key(), key()];
      const item = itemOf(n);
      const one = await save(n, saveKey);
      const edited = await call(
        "edit-box",
        { ...item, quantity: 9, expected_quantity: 5 },
        editKey,
      );
      const deleted = await call("delete-box", item, deleteKey);
      expect((await call("delete-box", item, deleteKey)).text).toBe(deleted.text);
      expect(
        (await call("edit-box", { ...item, quantity: 9, expected_quantity: 5 }, editKey)).text,
      ).toBe(edited.text);
      expect((await save(n, saveKey)).text).toBe(one.text);
      expect((await call("get-box-info", { box_no: boxNo(n) })).body.items).toEqual([]);
    });

    it("is remembered for locations too: a replay never moves goods back", async () => {
      const n = fresh();
      const headers = key();
      const one = await call(
        "post-trace-location",
        { zongpai: zongpai(n), location: location(1) },
        headers,
      );
      await call("post-trace-location", { zongpai: zongpai(n), location: location(2) }, key());
      const again = await call(
        "post-trace-location",
        { zongpai: zongpai(n), location: location(1) },
        headers,
      );
      expect([again.status, again.text, again.headers.get(mark)]).toEqual([
        one.status,
        one.text,
        "true",
      ]);
      expect((await call("location-overview", { zongpai: zongpai(n) })).body).toMatchObject({
        locations: [{ location: location(2) }],
      });
    });

    it("is refused when the key names another request on the same goods", async () => {
      const n = fresh();
      const headers = key();
      await save(n, headers);
      expectError(await save(n, headers, 6), "idempotencyKeyReused");
      await refused(
        "idempotencyKeyReused",
        "post-trace-location",
        { zongpai: zongpai(n), location: location(1) },
        headers,
      );
      await refused("idempotencyKeyReused", "delete-box", itemOf(n), headers);
    });

    it("gets its refusal again, marked, and a new key is judged anew", async () => {
      const n = fresh();
      const headers = key();
      const item = itemOf(n);
      const one = await refused("itemNotFound", "edit-box", { ...item, quantity: 9 }, headers);
      expect(one.headers.has(mark)).toBe(false);
      await save(n, key());
      const again = await call("edit-box", { ...item, quantity: 9 }, headers);
      expect([again.status, again.text, again.headers.get(mark)]).toEqual([
        one.status,
        one.text,
        "true",
      ]);
      await refused("idempotencyKeyReused", "edit-box", { ...item, quantity: 8 }, headers);
      await done("edit-box", { ...item, quantity: 9 }, key());
    });

    it("takes a key bare or in double quotes as one", async () => {
      const n = fresh();
      const id = randomUUID();
      const one = await save(n, keyHeader(id));
      expect((await save(n, keyHeader(`"${id}"`))).text).toBe(one.text);
      expect(await boxedIn(n)).toBe(5);
    });
  });
} else
  describe("exactly once: a site without keys", () => {
    it("assumes nothing of a repeated request: the specification's own rules apply", async () => {
      const n = fresh();
      const headers = { "Idempotency-Key": randomUUID() };
      await save(n, headers);
      expectError(await save(n, headers), "duplicateBoxItem");
    });
  });
