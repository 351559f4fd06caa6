import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { longestAttempt, type Table } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { scratchFolder } from "../cli/scratch.ts";
import { erpRowsOf, openFixture } from "../fixture.ts";
import { startStage } from "../stage.ts";
import { openBench, requestTo } from "./functions.ts";
import type { Step } from "./steps.ts";

const clients = 32;
/** Milliseconds in which V8 compiles what is called often; they do not count. */
const warming = 3_000;
/** Milliseconds that DynamoDB takes longer than the embedded engine; and between two scans of a scanner at a bell, on average. */
const [latency, pause] = [15, 4_000];

/** The value below which this share of the values lies. */
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(share * values.length) - 1)] ??
  0;

const headers = { "content-type": "application/json", ...localCredentials(demo) };

const send = async (url: string, step: Step): Promise<void> => {
  const { httpMethod: method, path, body } = requestTo(step, demo);
  const answer = await fetch(`${url}${path}`, { method, headers, body });
  const said = await answer.text();
  if (answer.status !== demo.success[step.route])
    throw new Error(`${step.route} was answered ${answer.status} ${said}`);
};

const register = (zongpai: string, location: string): Step => ({
  route: "post-trace-location",
  fields: { zongpai, location },
});

/** Starts the local stage on empty folders, and writes to the last one with so many clients. Gives seconds, and milliseconds of writes. */
export const measureStage = async (starts: number, seconds: number) => {
  const { folder } = scratchFolder("bench-stage");
  const erp = join(folder, "erp.sqlite");
  seedDemoErp(erp, demo);
  const [starting, writes]: [number[], number[]] = [[], []];
  for (let at = 1; at <= starts; at += 1) {
    const from = performance.now();
    const { url, stop } = await startStage(join(folder, String(at)), erp);
    try {
      await send(url, { route: "location-overview", fields: {} });
      starting.push((performance.now() - from) / 1_000);
      if (at < starts) continue;
      const [counts, ends] = [warming, warming + seconds * 1_000].map(
        (ms) => performance.now() + ms,
      ) as [number, number];
      let goods = 0;
      const client = async () => {
        for (let sent = performance.now(); sent < ends; sent = performance.now()) {
          goods += 1;
          await send(url, register(`PO${goods}-1`, `L1-A-${goods % 500}`));
          if (sent >= counts) writes.push(performance.now() - sent);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    } finally {
      await stop();
    }
  }
  return {
    start: quantile(starting, 0.5),
    rate: writes.length / seconds,
    p50: quantile(writes, 0.5),
    p99: quantile(writes, 0.99),
  };
};

type Input = { readonly TransactItems?: readonly object[] };
type Keyed = { readonly Item?: Row; readonly Key?: Row };
type Row = { readonly pk: unknown; readonly sk: unknown };

/** Makes a table as DynamoDB is: a request takes longer, and a transaction is refused while another one writes one of its items. */
const likeAws = ({ documents }: Table): void => {
  const held = new Set<string>();
  documents.middlewareStack.add(
    (next) => async (args) => {
      const { TransactItems = [] } = args.input as Input;
      const items = TransactItems.flatMap((action) => Object.values(action) as Keyed[]).map(
        ({ Item, Key }) => JSON.stringify([(Item ?? Key)?.pk, (Item ?? Key)?.sk]),
      );
      const CancellationReasons = items.map((item) => ({
        Code: held.has(item) ? "TransactionConflict" : "None",
      }));
      const refused = CancellationReasons.some(({ Code }) => Code !== "None");
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
  if (what < 0.4) return { route: "post-box", fields: { box_no, zongpai, quantity: 1 } };
  if (what < 0.7) return register(zongpai, `L1-A-${Math.floor(Math.random() * 600)}`);
  return what < 0.85
    ? { route: "location-overview", fields: { zongpai } }
    : { route: "get-box-status", fields: { box_no } };
};

/** Has so many scanners scan as they do at a bell, in this process, each when it is due; gives what they were answered. */
export const measurePeak = async (scanners: number, seconds: number) => {
  const fixture = await openFixture("bench-peak", "demo", (site) =>
    erpRowsOf({ goods, boxes: [] }, 999_999, site),
  );
  try {
    const { endpoint } = await fixture.open("dynamodb.sqlite");
    const { table, call, sure } = await openBench(fixture, endpoint, {}, longestAttempt);
    for (const zongpai of goods)
      await sure({ route: "post-box", fields: { box_no: "BX0", zongpai, quantity: 1 } });
    likeAws(table);
    const { code } = fixture.site.errors.product.writeConflict;
    const answers: { ms: number; late: number; status: number; body: string }[] = [];
    const from = performance.now();
    const scanner = async (_: unknown, number: number) => {
      let due = from;
      for (let count = 0; ; count += 1) {
        due -= Math.log(1 - Math.random()) * pause;
        if (due > from + seconds * 1_000) return;
        await sleep(Math.max(0, due - performance.now()));
        const late = performance.now() - due;
        const { statusCode: status, body } = await call(scanOf(number, count), 10_000);
        // From when the scan was due: a process that is behind does not hide it.
        answers.push({ ms: performance.now() - due, late, status, body });
      }
    };
    await Promise.all(Array.from({ length: scanners }, scanner));
    const refused = answers.filter(({ body }) => body.includes(`"${code}"`)).length;
    const failed = answers.filter(({ status }) => status >= 500 || status === 429).length;
    const times = answers.map(({ ms }) => ms);
    return {
      requests: answers.length,
      refused,
      failed: failed - refused,
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
      late: quantile(
        answers.map(({ late }) => late),
        0.99,
      ),
    };
  } finally {
    await fixture.stop();
  }
};
