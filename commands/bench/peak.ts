import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { demoWith, openBench, type Step } from "./functions.ts";

/** Milliseconds that DynamoDB takes longer than the embedded engine, and between two scans at a bell, on average. */
const [latency, pause] = [15, 4_000];

type Answer = { readonly status: number; readonly body: string };
type Send = (client: number, count: number) => Promise<Answer>;

/** Has clients send, `apart` milliseconds on average; gives answers, and the milliseconds from when each was due. */
const clients = async (many: number, seconds: number, apart: number, send: Send) => {
  const ms: number[] = [];
  const answers: Answer[] = [];
  const from = performance.now();
  const client = async (_: unknown, number: number) => {
    let due = from;
    for (let count = 0; ; count += 1) {
      due -= Math.log(1 - Math.random()) * apart;
      if (due > from + seconds * 1_000) return;
      await sleep(Math.max(0, due - performance.now()));
      answers.push(await send(number, count));
      ms.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: many }, client));
  return { ms, answers };
};

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

/** Has so many scanners scan as they do at a bell, in this process. */
export const measurePeak = async (scanners: number, seconds: number) => {
  await using fixture = await demoWith(goods);
  const { endpoint } = await fixture.open("dynamodb.sqlite");
  const { table, call, sure } = await openBench(fixture, endpoint, true);
  for (const zongpai of goods) await sure(["post-box", { box_no: "BX0", zongpai, quantity: 1 }]);
  likeAws(table);
  const { ms, answers } = await clients(scanners, seconds, pause, (...scan) =>
    call(scanOf(...scan), 10_000),
  );
  const { code } = demo.errors.product.writeConflict;
  const refused = answers.filter(({ body }) => body.includes(code)).length;
  const failed = answers.filter(({ status }) => status >= 429).length - refused;
  return { ms, refused, failed };
};
