import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";
import { atOnce } from "../audit/at-once.ts";
import { type Progress, quantile, shown } from "../cli/output.ts";
import { demoWith, openBench, type Step } from "./functions.ts";

/** Rounds of all routes at each size. */
const rounds = 30;
/** Requests of the fill at the same time. */
const writers = 8;

/** DynamoDB's units, and milliseconds of this process's processor time. */
type Cost = { write: number; read: number; cpu: number };
type Output = { readonly ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };

/** Every route once, in an order in which each finds what it needs, with goods and boxes that no other round uses. */
const stepsOf = (round: number): Step[] => {
  const [zongpai, box_no, to_box_no] = [`PO9-${round}`, `BX91-${round}`, `BX92-${round}`];
  const [category, location] = ["MANUAL", `Z-9-${round}`];
  const entry = { zongpai, category, box_no };
  return [
    ["post-trace-location", { zongpai, location }],
    ["post-box", { box_no, zongpai, quantity: 5 }],
    ["edit-box", { box_no, zongpai, quantity: 4 }],
    ["move-item", { box_no, to_box_no, zongpai, quantity: 1 }],
    ["get-box-info", { box_no }],
    ["get-goods-status", { zongpai }],
    ["get-box-status", { box_no }],
    ["location-overview", {}],
    ["get-counts", {}],
    ["get-history", { zongpai }],
    ["get-refusals", {}],
    ["get-attachment-categories", {}],
    ["put-attachment-config", { zongpai, entries: [{ category, quantity: 5 }] }],
    ["post-attachment-location", { zongpai, category, location }],
    ["post-attachment-box", { ...entry, quantity: 2 }],
    ["patch-attachment-box", { ...entry, quantity: 3 }],
    ["delete-attachment-box", entry],
    ["get-attachment-status", { zongpai }],
    ["clear-place", { zongpai }],
    ["delete-box", { box_no, zongpai }],
  ];
};

/** Measures one call on a table at a time. */
const meterOn = ({ documents }: Table) => {
  let units = { write: 0, read: 0 };
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const result = await next(args);
        const { ConsumedCapacity = [] } = result.output as Output;
        const kind = /Write|Put|Update|Delete/.test(commandName) ? "write" : "read";
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) units[kind] += CapacityUnits;
        return result;
      },
    { step: "initialize", name: "meterUnits" },
  );
  return async (call: () => Promise<unknown>): Promise<Cost> => {
    units = { write: 0, read: 0 };
    const from = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(from);
    return { ...units, cpu: (user + system) / 1_000 };
  };
};

/**
 * Fills the table of demo through the service, to each size in turn, and measures every route at each. Gives a row for each route, and the
 * writes that take more units in the larger table.
 */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const fill = Array.from({ length: Math.max(...sizes) }, (_, at) => `PO1-${at}`);
  const names = Array.from({ length: sizes.length * rounds }, (_, round) => round);
  const goods = [...fill, ...names.map((round) => `PO9-${round}`)];
  const boxes = names.flatMap((round) => [`BX91-${round}`, `BX92-${round}`]);
  await using fixture = await demoWith(goods, boxes);
  const { table, sure } = await openBench(fixture, (await fixture.open()).endpoint);
  const metered = meterOn(table);
  const costs = new Map(stepsOf(0).map(([route]) => [route, sizes.map((): Cost[] => [])]));
  let filled = 0;
  for (const [which, size] of sizes.entries()) {
    const bar = progress(`goods, to ${shown(size)}`, size - filled);
    await atOnce(fill.slice(filled, size).entries(), writers, async ([at, zongpai]) => {
      await sure(["post-trace-location", { zongpai, location: `L1-A-${at % 1_000}` }]);
      await sure(["post-box", { box_no: `BX1-${at % (size / 10)}`, zongpai, quantity: 1 }]);
      bar.add();
    });
    bar.end();
    filled = size;
    for (const round of names.slice(which * rounds, (which + 1) * rounds))
      for (const step of stepsOf(round))
        costs.get(step[0])?.[which]?.push(await metered(() => sure(step)));
  }
  const most = (some: readonly Cost[], kind: keyof Cost) =>
    Math.max(...some.map((cost) => cost[kind]));
  const figuresOf = (some: readonly Cost[]) =>
    [most(some, "write"), most(some, "read"), quantile(some.map(({ cpu }) => cpu))].map((figure) =>
      shown(figure, 1),
    );
  const rows = [...costs].map(([route, bySize]) => [route, ...bySize.flatMap(figuresOf)]);
  const grown = [...costs].flatMap(([route, [small = [], ...larger]]) =>
    larger.some((some) => most(some, "write") > most(small, "write")) ? [route] : [],
  );
  return { rows, grown };
};
