import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goodsKey } from "#lib/store/keys.ts";
import { anyStep, take } from "../support/activity.ts";
import { boxes } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { erp } from "../support/erp.ts";
import { spoil } from "../support/planted.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { endpoint } from "../support/worker.ts";

const orderedGoods = () => {
  const goods = zongpai(fresh());
  erp.setOrdered(goods, 1_000);
  return goods;
};

describe("an audit", () => {
  it("of a table on which scanners write meanwhile reports no movement as drift", async () => {
    // The segments are read at different times, and so are the rows of one goods.
    endpoint.faults = (operation) => {
      if (operation === "Scan") return { kind: "delay", ms: Math.random() * 300 };
      return operation === "BatchGetItem" || operation === "Query"
        ? { kind: "delay", ms: Math.random() * 3 }
        : undefined;
    };
    let writing = true;
    const pause = () => sleep(Math.random() * 100);
    const anything = async () => {
      const goods = orderedGoods();
      const held = boxes(3);
      while (writing)
        for (const step of fc.sample(anyStep, { numRuns: 20 })) {
          if (!writing) break;
          await take(step, goods, held);
          await pause();
        }
    };
    const inAndOut = async () => {
      const item = { box_no: boxes(1)[0], zongpai: orderedGoods() };
      while (writing) {
        await call("post-box", { ...item, quantity: 5 });
        await pause();
        await call("delete-box", item);
        await pause();
      }
    };
    const scanners = Promise.all([
      ...Array.from({ length: 6 }, anything),
      ...Array.from({ length: 6 }, inAndOut),
    ]);
    // On a busy machine goods may change during every look: then they are not judged.
    for (let audits = 0; audits < 8; audits += 1) expect((await audited()).differences).toEqual([]);
    writing = false;
    await scanners;
    expect((await audited()).summary).toMatchObject({ differences: {}, changing: 0 });
  }, 600_000);

  it("repairs while scanners write, and loses none of their counts", async () => {
    const goods = orderedGoods();
    const [box = "", ...held] = boxes(31);
    await call("post-box", { box_no: box, zongpai: goods, quantity: 7 });
    await spoil(goodsKey(goods), { boxed: 55_500 });
    const saves = Promise.all(
      held.map((one) => call("post-box", { box_no: one, zongpai: goods, quantity: 1 })),
    );
    await audited({ repairAs: "ada" });
    expect((await saves).map(({ status }) => status)).toEqual(
      held.map(() => site.success["post-box"]),
    );
    expect((await audited()).differences).toEqual([]);
    const { body } = await call("get-box-info", { box_no: box });
    expect(body.items_quantity).toBe(7);
  });
});
