import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../sites/demo.ts";
import { progress, shown } from "../cli/output.ts";
import { startStage } from "../stage.ts";
import { demoWith, requestTo, type Step } from "./functions.ts";
import { processorTime, sum } from "./meter.ts";

/** A process and all that it started, as Linux alone says it. */
const processesOf = (pid: number): number[] => {
  const tasks = `/proc/${pid}/task`;
  const children = readdirSync(tasks)
    .map((task) => readFileSync(`${tasks}/${task}/children`, "utf8"))
    .join("")
    .match(/\d+/g);
  return [pid, ...(children ?? []).flatMap((child) => processesOf(Number(child)))];
};

/** Of these: milliseconds of processor time, and MB of memory now (PSS). */
const usageOf = (root: number) => {
  const own = processesOf(root);
  const kb = own.map((pid) =>
    Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]),
  );
  return { ms: sum(own.map(processorTime)), mb: sum(kb) / 1_024 };
};

const goods = Array.from({ length: 400 }, (_, at) => `PO1-${at}`);
const located = (at: number): Step => [
  "post-trace-location",
  { zongpai: `PO2-${at}`, location: `L1-A-${at % 600}` },
];
const saved = (at: number): Step => [
  "post-box",
  { box_no: `BX${at}`, zongpai: goods[at % goods.length], quantity: 1 },
];
const none = (): Step => ["get-attachment-categories", {}];

/** Has `npm start` start a stage on an empty folder, and clients send to it: `many` requests to each row. */
export const measureStage = async (many: number) => {
  await using fixture = await demoWith(goods);
  const from = performance.now();
  await using stage = await startStage(fixture.folder, fixture.erp, {}, ["npm", "start"]);
  const { url, pid } = stage;
  const start = performance.now() - from;
  const send = (step: Step, agent?: Agent) => {
    const { httpMethod: method, path, body, headers: sent } = requestTo(step);
    const headers = { ...sent, ...localCredentials(demo) };
    return new Promise<void>((resolve, reject) => {
      const call = request(url + path, { method, headers, agent }, (answer) => {
        const { statusCode = 0 } = answer;
        if (statusCode >= 300) reject(new Error(`${path} was answered ${statusCode}`));
        answer.resume().on("end", resolve);
      });
      call.on("error", reject).end(body ?? "");
    });
  };
  const rows: string[][] = [];
  let count = 0;
  const measured = async (what: string, clients: number, stepAt: (at: number) => Step) => {
    const [began, before, until] = [performance.now(), usageOf(pid), count + many];
    // One a row: the stage closes a connection that is idle for some seconds.
    const agent = new Agent({ keepAlive: true });
    await progress(what, many, (add) => {
      const client = async () => {
        for (; count < until; add()) await send(stepAt(count++), agent);
      };
      return Promise.all(Array.from({ length: clients }, client));
    });
    agent.destroy();
    const seconds = (performance.now() - began) / 1_000;
    const { ms, mb } = usageOf(pid);
    const [rate, cpu] = [many / seconds, (ms - before.ms) / many];
    rows.push([what, shown(clients), shown(rate), shown(cpu, 2), shown(mb)]);
    return { rate, cpu };
  };
  rows.push(["at rest", "", "", "", shown(usageOf(pid).mb)]);
  await measured("what V8 compiles first", 32, located);
  const register = (age: number) => measured(`location, after ${shown(age * many)}`, 32, located);
  const fresh = await register(0);
  for (let age = 1; age < 5; age += 1) await register(age);
  const old = await register(5);
  await measured("location", 8, located);
  // Once verified, every save is one transaction.
  for (const at of goods.keys()) await send(saved(count + at));
  count += goods.length;
  await measured("POST /box", 32, saved);
  await measured("asks no store", 8, none);
  const [rate, cpu] = [old.rate / fresh.rate, old.cpu / fresh.cpu];
  return { start, rows, aged: { rate, cpu } };
};
