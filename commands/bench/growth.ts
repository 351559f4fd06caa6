import type { Table } from "#lib/store/client.ts";
import { atOnce } from "../audit/at-once.ts";
import { type Progress, shown } from "../cli/output.ts";
import { demoWith, openBench, quantile, register, type Step, save } from "./functions.ts";

/** Rounds of all operations at each size, of which the first half, in which the code gets warm, does not count. */
const rounds = 30;
/** Requests of the fill at the same time. */
const writers = 8;

/** DynamoDB's units, and milliseconds of this process's processor time. */
type Cost = { write: number; read: number; cpu: number };
type Output = { readonly ConsumedCapacity?: Units | Units[] };
type Units = { readonly CapacityUnits?: number };

const namesOf = (round: number) => ({
  goods: `PO9-${round}`,
  boxes: [1, 2, 3, 4].map((box) => `BX9${box}-${round}`),
});

/** Every operation in an order in which each finds what it needs, with goods and boxes that no other round uses. */
const stepsOf = (round: number): Readonly<Record<string, Step>> => {
  const { goods: zongpai, boxes } = namesOf(round);
  const [box_no = "", second = "", third = "", fourth = ""] = boxes;
  const place = { zongpai, category: "MANUAL" };
  const entry = { ...place, box_no };
  return {
    "first registration": register(zongpai, `Z-9-${round}`),
    "next registration": register(zongpai, `Z-8-${round}`),
    "first save of goods": save(box_no, zongpai, 5),
    "next save": save(second, zongpai, 5),
    correction: ["edit-box", { box_no, zongpai, quantity: 4 }],
    "move of a part": ["move-item", { box_no, to_box_no: third, zongpai, quantity: 1 }],
    "move of all": ["move-item", { box_no: third, to_box_no: fourth, zongpai, quantity: 1 }],
    "box information": ["get-box-info", { box_no }],
    "status of goods": ["get-goods-status", { zongpai }],
    "status of a box": ["get-box-status", { box_no }],
    "overview of goods": ["location-overview", { zongpai }],
    "page of the overview": ["location-overview", {}],
    counts: ["get-counts", {}],
    history: ["get-history", { zongpai }],
    refusals: ["get-refusals", {}],
    categories: ["get-attachment-categories", {}],
    configuration: [
      "put-attachment-config",
      { zongpai, entries: [{ category: place.category, quantity: 5 }] },
    ],
    "registration of an attachment": ["post-attachment-location", { ...place, location: "Z-9-1" }],
    "save of an attachment": ["post-attachment-box", { ...entry, quantity: 2 }],
    "correction of an attachment": ["patch-attachment-box", { ...entry, quantity: 3 }],
    "deletion of an attachment": ["delete-attachment-box", entry],
    "status of attachments": ["get-attachment-status", { zongpai }],
    "clearing of an attachment": ["clear-place", place],
    "clearing of goods": ["clear-place", { zongpai }],
    deletion: ["delete-box", { box_no, zongpai }],
  };
};

/** Measures one call on a table at a time. */
const meterOn = ({ documents }: Table) => {
  let cost: Cost = { write: 0, read: 0, cpu: 0 };
  documents.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
        const result = await next(args);
        const kind = /Write|Put|Update|Delete/.test(commandName) ? "write" : "read";
        for (const { CapacityUnits = 0 } of [
          (result.output as Output).ConsumedCapacity ?? [],
        ].flat())
          cost[kind] += CapacityUnits;
        return result;
      },
    { step: "initialize", name: "meterUnits" },
  );
  return async (call: () => Promise<unknown>): Promise<Cost> => {
    cost = { write: 0, read: 0, cpu: 0 };
    const from = process.cpuUsage();
    await call();
    const { user, system } = process.cpuUsage(from);
    return { ...cost, cpu: (user + system) / 1_000 };
  };
};

const most = (costs: readonly Cost[], kind: keyof Cost) =>
  Math.max(...costs.map((cost) => cost[kind]));

/**
 * Fills the table of demo through the service, to each size in turn, with goods on shelves and in boxes of ten, and measures at each every
 * operation. Gives a row for each operation, and the writes that take more units in the larger table.
 */
export const measureGrowth = async (sizes: readonly number[], progress: Progress) => {
  const fill = Array.from({ length: Math.max(...sizes) }, (_, at) => at);
  const names = Array.from({ length: sizes.length * rounds }, (_, round) => namesOf(round));
  const goods = [...fill.map((at) => `PO1-${at}`), ...names.map((one) => one.goods)];
  const fixture = await demoWith(
    goods,
    names.flatMap(({ boxes }) => boxes),
  );
  try {
    const { table, sure } = await openBench(fixture, (await fixture.open()).endpoint);
    const metered = meterOn(table);
    const all = new Map<string, Cost[][]>();
    let filled = 0;
    for (const [which, size] of sizes.entries()) {
      const filling = progress(`goods, to ${shown(size)}`, size - filled);
      await atOnce(fill.slice(filled, size), writers, async (at) => {
        await sure(register(`PO1-${at}`, `L1-A-${at % 1_000}`));
        await sure(save(`BX1-${Math.floor(at / 10)}`, `PO1-${at}`));
        filling.add();
      });
      filling.end();
      filled = size;
      const measuring = progress(`rounds at ${shown(size)}`, rounds);
      for (let round = 0; round < rounds; round += 1) {
        for (const [name, step] of Object.entries(stepsOf(which * rounds + round))) {
          const cost = await metered(() => sure(step));
          if (round < rounds / 2) continue;
          const bySize = all.get(name) ?? sizes.map(() => []);
          bySize[which]?.push(cost);
          all.set(name, bySize);
        }
        measuring.add();
      }
      measuring.end();
    }
    const figuresOf = (costs: readonly Cost[]) =>
      [most(costs, "write"), most(costs, "read"), quantile(costs.map(({ cpu }) => cpu))].map(
        (figure) => shown(figure, 1),
      );
    const rows = [...all].map(([name, bySize]) => [name, ...bySize.flatMap(figuresOf)]);
    const grown = [...all].flatMap(([name, [small = [], ...larger]]) =>
      larger.some((costs) => most(costs, "write") > most(small, "write")) ? [name] : [],
    );
    return { rows, grown };
  } finally {
    await fixture.stop();
  }
};
