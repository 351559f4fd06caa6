import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { boxes, category, goodsWithHeadroom, lineOf, saveEntry } from "../support/attachments.ts";
import { call, keyHeader } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { expectError } from "../support/expect-error.ts";
import { first } from "../../commands/torture/faulty-endpoint.ts";
import { location } from "../support/samples.ts";

const key = () => keyHeader(randomUUID());

it("a refusal by the cap stays one when a transaction of the same request arrives late", async () => {
  const { goods, headroom } = await goodsWithHeadroom(6);
  const [mine = "", theirs = ""] = boxes(2);
  // So that a transaction is tried as things are at once: located, and goods and boxes verified.
  await call("post-attachment-location", { zongpai: goods, category, location: location(1) });
  for (const box of [mine, theirs]) {
    await saveEntry(goods, box, 1);
    await call("delete-attachment-box", { box_no: box, zongpai: goods, category });
  }
  endpoint.faults = first(1, "TransactWriteItems", { kind: "delay", ms: 1_600 });
  const asked = saveEntry(goods, mine, 2, category, key());
  await sleep(100);
  await saveEntry(goods, theirs, headroom, category, key());
  expectError(await asked, "capExceeded", "accessory");
  await call("delete-attachment-box", { box_no: theirs, zongpai: goods, category }, key());
  await sleep(1_000);
  expect(await lineOf(goods)).toMatchObject({ boxed_quantity: 0 });
});
