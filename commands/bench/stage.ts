import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { longestAttempt, type Table } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { scratchFolder } from "../cli/scratch.ts";
import { startStage } from "../stage.ts";
import { demoWith, openBench, register, requestTo, type Step, save } from "./functions.ts";

const clients = 32;
/** Milliseconds in which V8 compiles what is called often; they do not count. */
const warming = 3_000;
/** Milliseconds that DynamoDB takes longer than the embedded engine; and between two scans of a scanner at a bell, on average. */
const [latency, pause] = [15, 4_000];

const headers = { "content-type": "application/json", ...localCredentials(demo) };

const send = async (url: string, step: Step): Promise<void> => {
  const { httpMethod: method, path, body } = requestTo(step, demo);
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status} ${text}`);
};

/** Starts the local stage on empty folders, and writes to the last one. Gives seconds to the first answer, and milliseconds of writes. */
export const measureStage = async (starts: number, seconds: number) => {
  const { folder } = scratchFolder("bench");
  const erp = join(folder, "erp.sqlite");
  seedDemoErp(erp, demo);
  const [starting, writes]: [number[], number[]] = [[], []];
  for (let at = 1; at <= starts; at += 1) {
    const from = performance.now();
    const { url, stop } = await startStage(join(folder, String(at)), erp);
    try {
      await send(url, ["location-overview", {}]);
      const ready = performance.now();
      starting.push((ready - from) / 1_000);
      let goods = 0;
      const client = async () => {
        for (let sent = ready; sent < ready + warming + seconds * 1_000; ) {
          goods += 1;
          sent = performance.now();
          await send(url, register(`PO${goods}-1`, `L1-A-${goods % 500}`));
          if (sent >= ready + warming) writes.push(performance.now() - sent);
        }
      };
      if (at === starts) await Promise.all(Array.from({ length: clients }, client));
    } finally {
      await stop();
    }
  }
  return { starting, writes };
};

type Row = { readonly pk: unknown; readonly sk: unknown };
type Write = { readonly Item?: Row; readonly Key?: Row };
type Input = { readonly TransactItems?: readonly Readonly<Record<string, Write>>[] };

/** Makes a table as DynamoDB is: a request takes longer, and a transaction is refused while another one writes one of its items. */
const likeAws = ({ documents }: Table): void => {
  const held = new Set<string>();
  documents.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = args.input as Input;
      const rows = TransactItems.flatMap(Object.values<Write>).map(({ Item, Key }) => Item ?? Key);
      const items = rows.map((row) => JSON.stringify([row?.pk, row?.sk]));
      const CancellationReasons = items.map((item) => ({
        Code: held.has(item) ? "TransactionConflict" : "None",
      }));
      const refused = items.some((item) => held.has(item));
      if (!refused) for (const item of items) held.add(item);
      try {
        await sleep(latency);
        if (!refused) return await next(args);
        const $metadata = { httpStatusCode: 400 };
        throw new TransactionCanceledException({ $metadata, message: "", CancellationReasons });
      } finally {
        if (!refused) for (const item of items) held.delete(item);
      }
    },
    { step: "initialize", name: "likeAws", priority: "high" },
  );
};

const goods = Array.from({ length: 400 }, (_, at) => `PO1-${at}`);
/** So many scanners pack one big order, of the first goods, a box each time; the others pack eight items into a box. */
const [big, perBox] = [10, 8];

/** One scan: 40 % saves, 30 % registrations, 30 % look-ups. */
const scanOf = (scanner: number, count: number): Step => {
  const one = scanner < big ? 0 : Math.floor(Math.random() * goods.length);
  const zongpai = goods[one] ?? "";
  const box_no = `BX${scanner}${one}-${scanner < big ? count : Math.floor(count / perBox)}`;
  const what = Math.random();
  if (what < 0.4) return save(box_no, zongpai);
  if (what < 0.7) return register(zongpai, `L1-A-${Math.floor(Math.random() * 600)}`);
  return what < 0.85 ? ["location-overview", { zongpai }] : ["get-box-status", { box_no }];
};

/** Has so many scanners scan as they do at a bell, in this process, each when it is due; times are in milliseconds. */
export const measurePeak = async (scanners: number, seconds: number) => {
  const fixture = await demoWith(goods);
  try {
    const { endpoint } = await fixture.open("dynamodb.sqlite");
    const { table, call, sure } = await openBench(fixture, endpoint, {}, longestAttempt);
    for (const zongpai of goods) await sure(save("BX0", zongpai));
    likeAws(table);
    const { code } = fixture.site.errors.product.writeConflict;
    const answers: { ms: number; late: number; conflict: boolean; failed: boolean }[] = [];
    const from = performance.now();
    const scanner = async (_: unknown, number: number) => {
      let due = from;
      for (let count = 0; ; count += 1) {
        due -= Math.log(1 - Math.random()) * pause;
        if (due > from + seconds * 1_000) return;
        await sleep(Math.max(0, due - performance.now()));
        const late = performance.now() - due;
        const { statusCode, body } = await call(scanOf(number, count), 10_000);
        const conflict = body.includes(`"${code}"`);
        const failed = !conflict && (statusCode >= 500 || statusCode === 429);
        // From when the scan was due: a process that is behind does not hide it.
        answers.push({ ms: performance.now() - due, late, conflict, failed });
      }
    };
    await Promise.all(Array.from({ length: scanners }, scanner));
    return answers;
  } finally {
    await fixture.stop();
  }
};
