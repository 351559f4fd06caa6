import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { goodsKey } from "#lib/store/keys.ts";
import { anyStep, take } from "../support/activity.ts";
import { boxes } from "../support/attachments.ts";
import { audited } from "../support/audited.ts";
import { call } from "../support/client.ts";
import { endpoint } from "../support/environment.ts";
import { erp } from "../support/erp.ts";
import { spoil } from "../support/planted.ts";
import { fresh, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";

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
    let sent = 0;
    const pause = () => sleep(Math.random() * 100);
    const goodsOfScanner = () => {
      const goods = zongpai(fresh());
      erp.setOrdered(goods, 1_000);
      return { goods, held: boxes(3) };
    };
    const anything = async () => {
      const { goods, held } = goodsOfScanner();
      while (writing)
        for (const step of fc.sample(anyStep, { numRuns: 20 })) {
          if (!writing) break;
          await take(step, goods, held);
          await pause();
          sent += 1;
        }
    };
    const inAndOut = async () => {
      const { goods, held } = goodsOfScanner();
      for (; writing; sent += 2) {
        const item = { box_no: held[0], zongpai: goods };
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
    // On a busy machine goods may change during every look: the audit counts them as not judged, never as drift.
    let changing = 0;
    for (let audits = 0; audits < 8; audits += 1) {
      const { differences, summary } = await audited();
      expect(differences).toEqual([]);
      changing += summary.changing;
    }
    writing = false;
    await scanners;
    expect((await audited()).summary).toMatchObject({ differences: {}, changing: 0 });
    console.log(`${sent} requests during 8 audits, ${changing} goods changed in every look`);
  }, 600_000);

  it("repairs while scanners write, and loses none of their counts", async () => {
    const goods = zongpai(fresh());
    erp.setOrdered(goods, 1_000);
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
