import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { demoWith, openBench, type Step } from "./functions.ts";

/** Milliseconds that DynamoDB takes longer than the embedded engine, and between two scans at a bell, on average. */
const [latency, pause] = [15, 4_000];

type Write = Readonly<Record<string, { readonly Item?: object; readonly Key?: object }>>;

/** Slows a table as DynamoDB is, and refuses a transaction while another one writes one of its items. */
const likeAws = ({ documents }: Table): void => {
  const held = new Set<string>();
  documents.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = args.input as { TransactItems?: readonly Write[] };
      const writes = TransactItems.flatMap((write) => Object.values(write));
      const items = writes.map(({ Item, Key }) => JSON.stringify(Item ?? Key, ["pk", "sk"]));
      const refused = items.some((item) => held.has(item));
      if (!refused) for (const item of items) held.add(item);
      try {
        await sleep(latency);
        if (!refused) return await next(args);
        const CancellationReasons = [{ Code: "TransactionConflict" }];
        throw new TransactionCanceledException({ $metadata: {}, message: "", CancellationReasons });
      } finally {
        if (!refused) for (const item of items) held.delete(item);
      }
    },
    { step: "initialize", name: "likeAws", priority: "high" },
  );
};

const goods = Array.from({ length: 400 }, (_, at) => `PO1-${at}`);
/** Ten scanners pack one big order, a box each time; the others eight items a box. */
const scanOf = (scanner: number, count: number): Step => {
  const big = scanner < 10;
  const one = big ? 0 : Math.floor(Math.random() * goods.length);
  const zongpai = goods[one] ?? "";
  const box_no = `BX${scanner}${one}-${big ? count : Math.floor(count / 8)}`;
  const what = Math.random();
  if (what < 0.4) return ["post-box", { box_no, zongpai, quantity: 1 }];
  const location = `L1-A-${Math.floor(Math.random() * 600)}`;
  if (what < 0.7) return ["post-trace-location", { zongpai, location }];
  return what < 0.85 ? ["location-overview", { zongpai }] : ["get-box-status", { box_no }];
};

/** Has so many scanners scan as they do at a bell, in this process; gives also the milliseconds from when each scan was due. */
export const measurePeak = async (scanners: number, seconds: number) => {
  await using fixture = await demoWith(goods);
  const { endpoint } = await fixture.open("dynamodb.sqlite");
  const { table, call, sure } = await openBench(fixture, endpoint, true);
  for (const zongpai of goods) await sure(["post-box", { box_no: "BX0", zongpai, quantity: 1 }]);
  likeAws(table);
  const ms: number[] = [];
  let [refused, failed] = [0, 0];
  const until = performance.now() + seconds * 1_000;
  const scanner = async (_: unknown, number: number) => {
    let due = performance.now();
    for (let count = 0; ; count += 1) {
      due -= Math.log(1 - Math.random()) * pause;
      if (due > until) return;
      await sleep(Math.max(0, due - performance.now()));
      const { status, body } = await call(scanOf(number, count), 10_000);
      ms.push(performance.now() - due);
      if (body.includes(demo.errors.product.writeConflict.code)) refused += 1;
      else if (status >= 429) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: scanners }, scanner));
  return { ms, refused, failed };
};
