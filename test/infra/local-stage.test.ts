import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test, vi } from "vitest";
import { answers, ready, stagesForEach, stop } from "./local-stage-rig.ts";

const stages = stagesForEach();

const paste = (line: string): unknown => JSON.parse(spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout);

const curlIsMissing = spawnSync("curl", ["--version"]).error !== undefined;

describe("npm start", () => {
  test("answers once it says that it is ready, and tells where everything is and what is not enforced", async () => {
    const { url, output } = await stages.start();
    const answer = await fetch(`${url}/box/info?box_no=BX4`);
    expect([answer.status, await answer.json()]).toMatchObject([200, { box_no: "BX4", erp_state: "live" }]);
    for (const told of [url, "site demo", "demo.dynamodb", "demo-erp.sqlite", "IAM", "not enforced here", "/trace/overview"])
      expect(output()).toContain(told);
    expect(output()).not.toContain("\u001b");
  });

  test.skipIf(curlIsMissing).each([
    ["demo", { quantity: 1, boxed: 1, names: ["zongpai", "box_no", "boxed_quantity"] }],
    ["test/site/odd.ts", { quantity: 0.05, boxed: 0.05, names: ["ware", "kisten-nr", "mengeVerpackt"] }],
  ] as const)("prints three curl lines that work as pasted, on %s, and again on the data of an earlier run", async (SITE, expected) => {
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
  });

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
    const saved = await fetch(`${url}/box`, { method: "POST", body, headers: { "content-type": "application/json" } });
    expect(saved.status).toBe(201);
    expect(readdirSync(stages.dataDir).filter((file) => /dynamodb|sqlite/.test(file))).toEqual([]);
  });

  test("serves on, and says so, when the ERP cannot be read as the profile says", async () => {
    const { url, output } = await stages.start({ ERP_SQLITE: join(stages.dataDir, "absent.sqlite") });
    expect(output()).toContain("cannot be read as the site's profile says");
    expect((await fetch(`${url}/box/info?box_no=BX4`)).status).toBe(503);
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
    await vi.waitUntil(() => stage.output().includes("http://127.0.0.1:"), { timeout: 10_000, interval: 1 });
    expect(await stop(stage)).toBe(0);
    await stop(await stages.start());
  });

  test("npm leaves nothing behind, although it passes the signal to its shell only", async () => {
    const stage = stages.run({}, "npm", ["start"]);
    const { url, engine } = await ready(stage);
    await stop(stage);
    await vi.waitUntil(async () => !(await answers(url)) && !(await answers(engine)), { timeout: 3_000 });
  });

  test("by kill -9 leaves an engine, which the next start ends; acknowledged writes are there", async () => {
    const killed = await stages.start();
    const body = JSON.stringify({ zongpai: "PO4-1", location: "L1-A-3" });
    const headers = { "content-type": "application/json" };
    expect((await fetch(`${killed.url}/trace/location`, { method: "POST", body, headers })).status).toBe(200);
    await stop(killed, "SIGKILL");
    expect(await answers(killed.engine)).toBe(true);
    const { url } = await stages.start();
    expect(await answers(killed.engine)).toBe(false);
    const overview = await fetch(`${url}/trace/overview?zongpai=PO4-1`);
    expect(JSON.stringify(await overview.json())).toContain("L1-A-3");
  });
});
