import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test, vi } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../sites/demo.ts";
import { endOf, startedBy } from "../support/processes.ts";
import { answers, type Run, ready, stagesForEach, stop } from "./local-stage-rig.ts";

const stages = stagesForEach();

/** The body of the answer to a line; some lines show the headers before it. */
const paste = (line: string): unknown =>
  JSON.parse(
    spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout.split("\r\n\r\n").at(-1) ?? "",
  );

const headers = { "content-type": "application/json", ...localCredentials(demo) };

const statusOfWrite = async (url: string, zongpai: string): Promise<number> => {
  const body = JSON.stringify({ zongpai, location: "L1-A-3" });
  return (await fetch(`${url}/trace/location`, { method: "POST", body, headers })).status;
};

/** As a scanner: again while it is told so. */
const register = (url: string, zongpai: string) =>
  vi.waitUntil(async () => (await statusOfWrite(url, zongpai)) === 200, {
    timeout: 60_000,
    interval: 100,
  });

const curlIsMissing = spawnSync("curl", ["--version"]).error !== undefined;

describe("npm start", () => {
  test("answers once it says that it is ready, and says where everything is and which key opens it", async () => {
    const { url, output } = await stages.start();
    const answer = await fetch(`${url}/box/info?box_no=BX4`, { headers });
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { box_no: "BX4", erp_state: "live" },
    ]);
    for (const line of [
      url,
      "site demo",
      "demo.dynamodb",
      "demo-erp.sqlite",
      "demo-key-on-this-laptop-only",
      "/app/worker",
      "/trace/overview",
    ])
      expect(output()).toContain(line);
    expect(output()).not.toContain("\u001b");
  });

  test.skipIf(curlIsMissing).each([
    ["demo", { quantity: 1, boxed: 1, names: ["zongpai", "box_no", "items_quantity"] }],
    [
      "test/site/odd.ts",
      { quantity: 0.05, boxed: 0.05, names: ["ware", "kisten-nr", "mengeDerPosten"] },
    ],
  ] as const)(
    "prints three curl lines that work as pasted, on %s, and again on the data of an earlier run",
    async (SITE, expected) => {
      const [zongpai, boxNo, boxed] = expected.names;
      const goods = [];
      for (const times of [1, 2]) {
        const stage = await stages.start({ SITE });
        expect(stage.curls).toHaveLength(3);
        const [located, saved, box] = stage.curls.map(paste) as Record<string, unknown>[];
        expect(located).not.toHaveProperty("error_code");
        expect(saved).toHaveProperty(zongpai, located?.[zongpai]);
        expect(box).toHaveProperty(boxNo, saved?.[boxNo]);
        expect(box?.[boxed]).toBeCloseTo(expected.quantity * times);
        goods.push(saved?.[zongpai]);
        await stop(stage);
      }
      expect(new Set(goods).size).toBe(2);
    },
  );

  test("uses the DynamoDB and the ERP that it is given, and puts neither in its data directory", async () => {
    const DYNAMODB_ENDPOINT = inject("dynamodb");
    const TABLE_NAME = `Warehouse-${Date.now()}`;
    const first = await stages.start();
    await stop(first);
    const ERP_SQLITE = join(stages.dataDir, "demo-erp.sqlite");
    stages.newDataDir();
    const { url, output } = await stages.start({ DYNAMODB_ENDPOINT, TABLE_NAME, ERP_SQLITE });
    expect(output()).toContain(`${DYNAMODB_ENDPOINT}, table ${TABLE_NAME}`);
    const body = JSON.stringify({ box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
    const saved = await fetch(`${url}/box`, { method: "POST", body, headers });
    expect(saved.status).toBe(201);
    expect(readdirSync(stages.dataDir).filter((file) => /dynamodb|sqlite/.test(file))).toEqual([]);
  });

  test("serves on, and says so, when the ERP cannot be read as the profile says", async () => {
    const { url, output } = await stages.start({
      ERP_SQLITE: join(stages.dataDir, "absent.sqlite"),
    });
    expect(output()).toContain("cannot be read as the site's profile says");
    expect((await fetch(`${url}/box/info?box_no=BX4`, { headers })).status).toBe(503);
  });
});

describe("stopping", () => {
  test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "on %s ends with status 0 and leaves no engine and no port behind",
    async (signal) => {
      const stage = await stages.start();
      expect(await stop(stage, signal)).toBe(0);
      expect([await answers(stage.url), await answers(stage.engine)]).toEqual([false, false]);
    },
  );

  test("before it is ready ends with status 0, too", async () => {
    const stage = stages.run();
    await vi.waitUntil(() => stage.output().includes("http://127.0.0.1:"), {
      timeout: 60_000,
      interval: 1,
    });
    expect(await stop(stage)).toBe(0);
    await stop(await stages.start());
  });

  test("npm leaves nothing behind, although it passes the signal to its shell only", async () => {
    const stage = stages.run({}, "npm", ["start"]);
    const { url, engine } = await ready(stage);
    await stop(stage);
    await vi.waitUntil(async () => !(await answers(url)) && !(await answers(engine)), {
      timeout: 60_000,
    });
  });

  test("by kill -9 leaves no engine; acknowledged writes are there at the next start", async () => {
    const killed = await stages.start();
    await register(killed.url, "PO4-1");
    const started = startedBy(killed.child.pid ?? 0);
    await stop(killed, "SIGKILL");
    expect(await endOf(started)).toEqual([]);
    const { url } = await stages.start();
    const overview = await fetch(`${url}/trace/overview?zongpai=PO4-1`, { headers });
    expect(JSON.stringify(await overview.json())).toContain("L1-A-3");
  });

  test("by kill -9 of npm leaves nothing behind", async () => {
    const stage = stages.run({}, "npm", ["start"]);
    await ready(stage);
    const started = startedBy(stage.child.pid ?? 0);
    expect(started.length).toBeGreaterThan(2);
    await stop(stage, "SIGKILL");
    expect(await endOf(started)).toEqual([]);
  });
});

describe("an engine that ends by itself", () => {
  const killEngine = ({ child }: Run) => {
    const engine = startedBy(child.pid ?? 0).find(({ command }) =>
      command.includes("dynoxide serve --host"),
    );
    process.kill(engine?.pid ?? 0, "SIGKILL");
  };

  test("is started again on its data, and the console says so", async () => {
    const stage = await stages.start();
    await register(stage.url, "PO4-1");
    killEngine(stage);
    await vi.waitUntil(() => stage.output().includes("answers again"), { timeout: 60_000 });
    expect(stage.output()).toContain(
      "The embedded DynamoDB ended, by SIGKILL. It is started again.",
    );
    await register(stage.url, "PO4-2");
    for (const goods of ["PO4-1", "PO4-2"]) {
      const overview = await fetch(`${stage.url}/trace/overview?zongpai=${goods}`, { headers });
      expect(JSON.stringify(await overview.json())).toContain("L1-A-3");
    }
    expect(await stop(stage)).toBe(0);
  });

  test("and ends again at once takes the stage with it, which says so and ends with status 1", async () => {
    const stage = await stages.start();
    killEngine(stage);
    await vi.waitUntil(() => stage.output().includes("answers again"), { timeout: 60_000 });
    killEngine(stage);
    expect(await stage.ended).toBe(1);
    expect(stage.output()).toContain(
      "The embedded DynamoDB ended again, by SIGKILL. It is not started a third time.",
    );
  });
});
