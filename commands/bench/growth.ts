import type { ConsumedCapacity } from "@aws-sdk/client-dynamodb";
import type { Table } from "#lib/store/client.ts";
import { atOnce } from "../audit/at-once.ts";
import { type Progress, shown } from "../cli/output.ts";
import { demoWith, openBench, type Step } from "./functions.ts";

/** Requests of the fill at the same time. */
const writers = 8;

type Units = { write: number; read: number };

const [zongpai, box_no, to_box_no, location] = ["PO9-1", "BX91", "BX92", "Z-9"];
const entry = { zongpai, category: "MANUAL", box_no };

/** Every route once, each after what it needs. */
const steps: readonly Step[] = [
  ["post-trace-location", { zongpai, location }],
  ["post-box", { box_no, zongpai, quantity: 5 }],
  ["edit-box", { box_no, zongpai, quantity: 4 }],
  ["move-item", { box_no, to_box_no, zongpai, quantity: 4 }],
  ...(["get-box-info", "get-box-status"] as const).map((id): Step => [id, { box_no }]),
  ...(["get-goods-status", "get-history"] as const).map((id): Step => [id, { zongpai }]),
  ...(["location-overview", "get-counts", "get-refusals"] as const).map((id): Step => [id, {}]),
  ["put-attachment-config", { zongpai, entries: [{ category: entry.category, quantity: 5 }] }],
  ["post-attachment-location", { zongpai, category: entry.category, location }],
  ["post-attachment-box", { ...entry, quantity: 2 }],
  ["patch-attachment-box", { ...entry, quantity: 3 }],
  ["delete-attachment-box", entry],
  ["get-attachment-status", { zongpai }],
  ["clear-place", { zongpai }],
  ["delete-box", { box_no: to_box_no, zongpai }],
];

/** Gives the units that one call on a table at a time takes. */
const meterOn = ({ documents }: Table) => {
  let units: Units = { write: 0, read: 0 };
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const result = await next(args);
        const { ConsumedCapacity = [] } = result.output as {
          ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[];
        };
        const kind = /Write|Put|Update|Delete/.test(commandName) ? "write" : "read";
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) units[kind] += CapacityUnits;
        return result;
      },
    { step: "initialize", name: "meterUnits" },
  );
  return async (call: () => Promise<unknown>): Promise<Units> => {
    const taken = { write: 0, read: 0 };
    units = taken;
    await call();
    units = { write: 0, read: 0 };
    return taken;
  };
};

/** Measures every route at each size of demo's table. Gives rows, and the writes that take more when it is larger. */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const fill = Array.from({ length: Math.max(...sizes) }, (_, at) => `PO1-${at}`);
  await using fixture = await demoWith([zongpai, ...fill], [box_no, to_box_no]);
  const { table, sure } = await openBench(fixture, (await fixture.open()).endpoint);
  const metered = meterOn(table);
  // Later the goods are verified at every size.
  for (const step of steps) await sure(step);
  const taken = new Map(steps.map(([route]) => [route, [] as Units[]]));
  let filled = 0;
  for (const size of sizes) {
    const bar = progress(`goods, to ${shown(size)}`, size - filled);
    await atOnce(fill.slice(filled, size).entries(), writers, async ([at, goods]) => {
      await sure(["post-trace-location", { zongpai: goods, location: `L1-A-${at % 1_000}` }]);
      await sure(["post-box", { box_no: `BX1-${at % (size / 10)}`, zongpai: goods, quantity: 1 }]);
      bar.add();
    });
    bar.end();
    filled = size;
    for (const step of steps) taken.get(step[0])?.push(await metered(() => sure(step)));
  }
  const figures = ({ write, read }: Units) => [shown(write, 1), shown(read, 1)];
  const rows = [...taken].map(([route, bySize]) => [route, ...bySize.flatMap(figures)]);
  const grown = [...taken].flatMap(([route, [small, ...larger]]) =>
    larger.some(({ write }) => write > (small?.write ?? 0)) ? [route] : [],
  );
  return { rows, grown };
};
