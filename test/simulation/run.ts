import type { Scheduler } from "fast-check";
import { MemoryTable } from "#infra/local/memory-table.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { boxItemKey, boxLocationKey, goodsKey, locationKey, nameOfKey } from "#lib/store/keys.ts";
import { handleEvent as decided } from "#scanner/client/core/handle-event.ts";
import type { QueueStorage } from "#scanner/client/storage.ts";
import type { Surroundings } from "#scanner/client/surroundings.ts";
import { judgeBoxRow, judgeGoods } from "../../commands/audit/judge-goods.ts";
import { keyOfRow, rowOfKey } from "../../commands/audit/row-of-key.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { type Device, deviceOf } from "./device.ts";
import type { FakeErp } from "./erp.ts";
import { armoury } from "./faults.ts";
import { networkOf } from "./network.ts";
import {
  fieldsOf,
  type ItemRef,
  knownOf,
  ordered,
  type PlacedRef,
  type Run,
  type Step,
} from "./plan.ts";
import { type Report, recount, rowsOf } from "./recount.ts";
import { checkRevisions } from "./revisions.ts";
import type { Service } from "./service.ts";
import { checkShelves, shelfIn } from "./shelves.ts";
import { type Answers, wayTo } from "./table.ts";
import type { Taken } from "./taken.ts";
import { checkTold } from "./told.ts";
import { mostTurns, worldOf } from "./world.ts";

const hour = 3_600_000;
/** The most milliseconds that pass in the whole run: less than the day for which a refusal stays the answer of its key. */
const longest = 10 * hour;

/** A rule that is broken on purpose. */
export type Sabotage = {
  readonly table?: (answers: Answers) => Answers;
  readonly fetch?: (fetch: Surroundings["fetch"]) => Surroundings["fetch"];
  readonly storage?: (storage: QueueStorage) => QueueStorage;
  readonly decide?: (decide: typeof decided) => typeof decided;
};

const same = <Part>(part: Part): Part => part;

/** Number of commands, and number of faults by kind. */
export type Tally = { commands: number; faults: Record<string, number> };

/** Plays a run. Returns its violations as sentences. */
export const play = async (
  service: Service,
  { scanners, goods: most, seed, steps }: Run,
  scheduler: Scheduler,
  tally: Tally,
  { table = same, fetch = same, storage = same, decide = same }: Sabotage = {},
): Promise<string[]> => {
  const { site } = service;
  // The stacks of the many thrown errors are never read, and cost time.
  Error.stackTraceLimit = 0;
  const known = knownOf(site, most);
  const world = worldOf(scheduler, seed);
  const count = (kind: string) => {
    tally.faults[kind] = (tally.faults[kind] ?? 0) + 1;
  };
  const faults = armoury(count);
  const memory = new MemoryTable();
  const erp: FakeErp = { mode: "well", ordered: ordered(site) };
  const written = new Map<string, number>();
  const noted: Answers = async (command) => {
    const answer = memory.runCommand(command.name, command.input);
    const { TransactItems: [first] = [] } = command.input as {
      TransactItems?: { Put?: { Item: TableItem } }[];
    };
    if (first?.Put) written.set(nameOfKey(keyOfRow(first.Put.Item)), world.tick());
    return answer;
  };
  const place = { world, erp, key: "key-1", send: wayTo(table(noted), { world, faults }) };
  service.enter(place);
  const network = networkOf(service, { world, faults });
  const sending = { ...network, fetch: fetch(network.fetch) };
  const taken = new Map<string, Taken>();
  let held = place.key;
  const common = {
    ...{ world, network: sending, taken, storage },
    decide: decide(decided),
    key: () => held,
  };
  const devices = new Map<number, Device>();
  const deviceAt = (by: number): Device => {
    const number = by % scanners;
    const device = devices.get(number) ?? deviceOf(number, common);
    devices.set(number, device);
    return device;
  };
  const unit = 10 ** site.formats.quantity.decimals;
  const heldOf = async ({ box_no, zongpai, category }: ItemRef) => {
    const input = { Key: boxItemKey(box_no, zongpai, category) };
    const { Item: held }: { Item?: TableItem } = memory.runCommand("GetItemCommand", input);
    const quantity = held?.quantity;
    return quantity === undefined ? undefined : Number(quantity) / unit;
  };
  const revisionOf = (zongpai: string) => {
    const { Item: goods }: { Item?: TableItem } = memory.runCommand("GetItemCommand", {
      Key: goodsKey(zongpai),
    });
    return Number(goods?.config_rev ?? 0);
  };
  const shelfOf = ({ zongpai, category, box_no }: PlacedRef): string => {
    const Key = zongpai ? locationKey(zongpai, category) : boxLocationKey(box_no ?? "");
    const { Item: place }: { Item?: TableItem } = memory.runCommand("GetItemCommand", { Key });
    return shelfIn(place ?? {});
  };
  const renew = () => {
    held = place.key;
    for (const device of devices.values()) device.renewed();
  };

  const apply = async (step: Step): Promise<void> => {
    switch (step.do) {
      case "write": {
        tally.commands += 1;
        const fields = await fieldsOf(step, site, known, {
          ...{ held: heldOf, revision: revisionOf, shelf: shelfOf, now: world.now() },
        });
        const isJob = step.route === "post-trace-location" && step.code > 3;
        const all = isJob ? known.goods.map((zongpai) => ({ ...fields, zongpai })) : [fields];
        deviceAt(step.by).write(step.route, all, step.second);
        return;
      }
      case "look":
        return deviceAt(step.by).look(known.boxes[step.box] ?? "");
      case "fault":
        return faults.arm(step.fault);
      case "erp":
        erp.mode = step.mode;
        return count(`erp ${step.mode}`);
      case "lag":
        memory.indexLag = step.writes;
        return count("index lags");
      case "wait":
        return world.passed() < longest ? world.run(step.ms) : undefined;
      default: {
        count(step.do);
        const device = deviceAt(step.by);
        if (step.do === "revoke") place.key = `key-${world.now()}`;
        else if (step.do === "renew") renew();
        else device[step.do](step.ms);
      }
    }
  };

  for (const step of steps) {
    await apply(step);
    await world.settled();
    await world.turns(step.pace);
  }
  // End all faults, send what waits, and then deliver the late packets.
  faults.disarm();
  erp.mode = "well";
  memory.indexLag = 0;
  held = place.key;
  for (const device of devices.values()) device.settle();
  await world.run(hour);
  await world.run(7 * hour);

  Error.stackTraceLimit = 10;
  const found: string[] = [];
  const report: Report = (violation, sentence) => {
    if (found.length < 5) found.push(`${violation}: ${sentence}`);
  };
  if (world.turned() === mostTurns) report("without an end", `after ${mostTurns} turns`);
  const items: TableItem[] = [];
  await scanTable(service.table, 1, async (page) => void items.push(...page));
  const rows = rowsOf(items);
  const scans = [...network.scans.values()];
  recount({ scans, sights: network.sights, items: known.items, written }, rows, site, report);
  checkRevisions({ scans, rows, written, report });
  checkShelves({ scans, rows, written, report });
  checkTold({ taken, devices, scans, rows, written, site, report });
  const alone = [...rows.values()].flatMap((row) => {
    const name = rowOfKey(row);
    return name && !("zongpai" in name) ? judgeBoxRow({ row, name }, site) : [];
  });
  for (const zongpai of [...known.goods, undefined]) {
    const judged =
      zongpai === undefined
        ? alone
        : (await judgeGoods(service.table, zongpai, [], site))?.differences;
    for (const one of judged ?? [])
      report(one.kind === "capPassed" ? "caps passed" : "drift", JSON.stringify(one));
  }
  return found;
};
