import { readdirSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../sites/demo.ts";
import { type Progress, shown } from "../cli/output.ts";
import { startStage } from "../stage.ts";
import { demoWith, requestTo, type Step } from "./functions.ts";
import { processorTime } from "./meter.ts";

/** Of a process and all that it started: milliseconds of processor time, and MB of memory now (PSS). Linux alone says it. */
const usageOf = (root: number) => {
  const parents = new Map<number, number>();
  const engines: number[] = [];
  const proc = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, "utf8");
  for (const pid of readdirSync("/proc").map(Number).filter(Boolean))
    try {
      const [, name, parent] = /\((.*)\) . (\d+)/s.exec(proc(pid, "stat")) ?? [];
      parents.set(pid, Number(parent));
      if (name === "dynoxide") engines.push(pid);
    } catch {
      // It has just ended.
    }
  const isOwn = (pid: number): boolean => pid === root || (pid > 0 && isOwn(parents.get(pid) ?? 0));
  const own = [...parents.keys()].filter(isOwn);
  const sum = (pids: readonly number[], of: (pid: number) => number) =>
    pids.map(of).reduce((all, one) => all + one, 0);
  const kb = (pid: number) => Number(/^Pss: +(\d+)/m.exec(proc(pid, "smaps_rollup"))?.[1]);
  return {
    ms: sum(own, processorTime),
    engineMs: sum(engines.filter(isOwn), processorTime),
    mb: sum(own, kb) / 1_024,
  };
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
export const measureStage = async (many: number, bars: Progress) => {
  await using fixture = await demoWith(goods);
  const from = performance.now();
  const { url, pid, stop } = await startStage(fixture.folder, fixture.erp, {}, ["npm", "start"]);
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
    const bar = bars(what, many);
    // One a row: the stage closes a connection that is idle for some seconds.
    const agent = new Agent({ keepAlive: true });
    const client = async () => {
      while (count < until) {
        await send(stepAt(count++), agent);
        bar.add();
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    bar.end();
    agent.destroy();
    const seconds = (performance.now() - began) / 1_000;
    const { ms, engineMs, mb } = usageOf(pid);
    const [all, engine] = [ms - before.ms, engineMs - before.engineMs].map((sum) => sum / many);
    const [rate, cpu = 0] = [many / seconds, all];
    rows.push([what, shown(clients), shown(rate), shown(cpu, 2), shown(engine ?? 0, 2), shown(mb)]);
    return { rate, cpu };
  };
  try {
    rows.push(["at rest", "", "", "", "", shown(usageOf(pid).mb)]);
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
  } finally {
    await stop();
  }
};
