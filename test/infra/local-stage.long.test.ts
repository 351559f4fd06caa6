import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { seedDemoErp } from "#infra/erp/demo-erp.ts";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import demo from "../../sites/demo.ts";
import { send } from "../support/command.ts";
import { endOf, startedBy } from "../support/processes.ts";
import { answersRequests, stagesForEach, stopStage, untilReady } from "./local-stage-rig.ts";

const localStages = stagesForEach();
const onEngine = { tags: "engine" };

/** Runs a curl line. Returns the answer's body, without the headers that some lines show. */
const pasteLine = (line: string): Readonly<Record<string, unknown>> => {
  const { stdout } = spawnSync("bash", ["-c", line], { encoding: "utf8" });
  return JSON.parse(stdout.split("\r\n\r\n").at(-1) ?? "");
};

const requestHeaders = { "content-type": "application/json", ...localCredentials(demo) };

const registerGoods = (url: string, zongpai: string) =>
  send({ url }, "POST", "/trace/location", { zongpai, location: "L1-A-3" });

const expectRegistered = async (url: string, ...goods: string[]) => {
  for (const zongpai of goods) {
    const overview = await fetch(`${url}/trace/overview?zongpai=${zongpai}`, {
      headers: requestHeaders,
    });
    expect(await overview.text()).toContain("L1-A-3");
  }
};

const statusOf = async (url: string, headers: Record<string, string> = {}) =>
  (await fetch(`${url}/box/info?box_no=BX4`, { headers })).status;

const curlIsMissing = spawnSync("curl", ["--version"]).error !== undefined;

/** Variables that simulate a machine without a binary of the engine. */
const withoutEngine = {
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(`import module from "node:module";
    const resolve = module._resolveFilename;
    module._resolveFilename = (name, ...rest) => {
      if (name.startsWith("@dynoxide/")) throw new Error("not installed");
      return resolve(name, ...rest);
    };`)}`,
};

describe("npm start", () => {
  test("uses a table in memory where there is no engine, and says so", async () => {
    const stage = await localStages.start({ ...withoutEngine, CHANGES: "http://127.0.0.1:9" });
    const { url, output } = stage;
    expect(output()).toMatch(/^Changes are not sent, because a table in memory has no stream\.$/m);
    expect(output()).toMatch(
      /^ +DynamoDB .*in memory, .*lost when this process ends.*Docker.*Java.*Rust/m,
    );
    await registerGoods(url, "PO4-1");
    await registerGoods(url, "PO4-1");
    await expectRegistered(url, "PO4-1");
    expect(output()).not.toMatch(/^ +commands /m);
    const { status, stdout, stderr } = await localStages.command("audit");
    expect([status, stdout]).toEqual([2, ""]);
    expect(stderr).not.toContain(localStages.dataDir);
  });

  test("says what to fix in its ERP as erp:check does, and runs nevertheless", async () => {
    const erpFile = join(localStages.dataDir, "mine.sqlite");
    createErpDatabase(erpFile, demo, {
      boxes: [],
      goods: [{ zongpai: "PO4-1", quantity: 7, product: "" }],
    });
    const [unreachable, lacking] = [
      await localStages.start({
        ...{ SITE: "test/site/postgresql.ts", TEST_ERP_PORT: "9", ERP_PASSWORD: "canary" },
      }),
      await localStages.start({ ERP_SQLITE: erpFile, DATA_DIR: join(localStages.dataDir, "own") }),
    ];
    await unreachable.says(/To fix in its ERP:\n {2}- Are host and port right, .*ECONNREFUSED/);
    expect(unreachable.output()).not.toContain("canary");
    await lacking.says(/To fix in its ERP:\n {2}- box_info_view has no row/);
    for (const { url } of [unreachable, lacking]) {
      await registerGoods(url, "PO4-1");
      await expectRegistered(url, "PO4-1");
    }
  });

  test("says nothing of an ERP that is ready", async () => {
    const erpFile = join(localStages.dataDir, "mine.sqlite");
    createErpDatabase(erpFile, demo, {
      boxes: [{ box_no: "BX4", quantity: 1, columns: [null, null] }],
      goods: [{ zongpai: "PO4-1", quantity: 7, product: "" }],
    });
    const stage = await localStages.start({ ERP_SQLITE: erpFile });
    const saved = { box_no: "BX4", zongpai: "PO4-1", quantity: 1 };
    await send(stage, "POST", "/box", saved);
    expect(stage.output()).not.toContain("To fix");
  });

  test.skipIf(curlIsMissing).each([
    ["demo", 1, "zongpai", "box_no", "items_quantity"],
    ["test/site/odd.ts", 0.05, "ware", "kisten-nr", "mengeDerPosten"],
  ] as const)(
    "prints three curl lines that work as pasted, in every run of %s",
    async (SITE, quantity, zongpai, boxNo, boxed) => {
      const goods = new Set();
      // A table in memory has no earlier run. One site is enough to show a second run.
      const runs = SITE === "demo" && inject("dynamodb") ? [1, 2] : [1];
      for (const times of runs) {
        const stage = await localStages.start({ SITE });
        const [located, saved, box, ...others] = stage.curls.map(pasteLine);
        expect(others).toEqual([]);
        expect(located).not.toHaveProperty("error_code");
        expect(saved).toHaveProperty(zongpai, located?.[zongpai]);
        expect(box).toHaveProperty(boxNo, saved?.[boxNo]);
        expect(box?.[boxed]).toBeCloseTo(quantity * times);
        goods.add(saved?.[zongpai]);
        await stopStage(stage);
      }
      expect(goods.size).toBe(runs.length);
    },
  );

  test(
    "uses a given DynamoDB and ERP, and stores neither in its data directory",
    onEngine,
    async () => {
      const DYNAMODB_ENDPOINT = inject("dynamodb");
      const TABLE_NAME = `Warehouse-${Date.now()}`;
      const ERP_SQLITE = join(localStages.dataDir, "mine.db");
      seedDemoErp(ERP_SQLITE, demo);
      const { url, output } = await localStages.start({
        DYNAMODB_ENDPOINT,
        TABLE_NAME,
        ERP_SQLITE,
      });
      expect(output()).toContain(`${DYNAMODB_ENDPOINT}, table ${TABLE_NAME}`);
      await send({ url }, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
      expect(
        readdirSync(localStages.dataDir).filter((file) => /dynamodb|sqlite/.test(file)),
      ).toEqual([]);
    },
  );

  test("leads a browser from its root to its pages, and prints where labels are", async () => {
    const { url, output } = await localStages.start();
    const first = await fetch(url, { headers: { accept: "text/html, */*;q=0.8" } });
    expect([first.status, first.url]).toEqual([200, `${url}/app/worker`]);
    expect((await fetch(url)).status).toBe(401);
    const [, labels = ""] = /^ +labels +(\S+)/m.exec(output()) ?? [];
    expect(await (await fetch(labels)).text()).toContain("PO4-2");
  });

  test("continues with a message when the ERP does not fit the profile", async () => {
    const ERP_SQLITE = join(localStages.dataDir, "absent.sqlite");
    const { url, output } = await localStages.start({ ERP_SQLITE });
    expect(output()).toContain("does not fit the site profile");
    expect(await statusOf(url, requestHeaders)).toBe(503);
  });

  test.skipIf(curlIsMissing)(
    "makes missing API keys, and prints requests that work with one",
    async () => {
      const { url, curls, output } = await localStages.start({
        SITE: "test/site/api-key.ts",
        API_KEYS: "scanner-2=of-my-own=",
      });
      expect(output()).toContain(
        "scanner-1-key-on-this-laptop-only (scanner-1), of-my-own= (scanner-2)",
      );
      for (const line of curls) expect(pasteLine(line)).not.toHaveProperty("error_code");
      const statuses = [statusOf(url), statusOf(url, { "x-api-key": "of-my-own=" })];
      expect(await Promise.all(statuses)).toEqual([401, 200]);
    },
  );

  test("says which token a request needs, and refuses all without the issuer", async () => {
    const { url, curls, output } = await localStages.start({
      SITE: "test/site/jwt.ts",
      TEST_JWKS: "https://127.0.0.1:9/keys",
      LOG_LEVEL: "SILENT",
    });
    expect(output()).toContain("a token of https://id.example.org for warehouse");
    for (const line of curls) expect(line).toContain('-H "authorization: Bearer $TOKEN"');
    const statuses = [statusOf(url), statusOf(url, { authorization: "Bearer e30.e30.e30" })];
    expect(await Promise.all(statuses)).toEqual([401, 500]);
  });
});

describe("stopping", () => {
  test("by Ctrl-C ends with status 0 and leaves nothing running", async () => {
    const stage = await localStages.start();
    expect(await statusOf(stage.url, requestHeaders)).toBe(200);
    const files = inject("dynamodb") ? ["demo.dynamodb"] : [];
    for (const text of [...files, "demo-erp.sqlite", "demo-key-on-this-laptop-only"])
      expect(stage.output()).toContain(text);
    expect(await stopStage(stage, "SIGINT")).toBe(0);
    expect([await answersRequests(stage.url), await answersRequests(stage.engine)]).toEqual([
      false,
      false,
    ]);
  });

  test("npm leaves nothing behind, although it passes the signal to its shell only", async () => {
    const stage = localStages.run({}, "npm", ["start"]);
    await untilReady(stage);
    const started = startedBy(stage.child.pid ?? 0);
    expect(started.length).toBeGreaterThan(2);
    await stopStage(stage);
    expect(await endOf(started)).toEqual([]);
  });

  test(
    "by kill -9 leaves no engine; acknowledged writes are there at the next start",
    onEngine,
    async () => {
      const killed = await localStages.start();
      await registerGoods(killed.url, "PO4-1");
      const started = startedBy(killed.child.pid ?? 0);
      await stopStage(killed, "SIGKILL");
      expect(await endOf(started)).toEqual([]);
      await expectRegistered((await localStages.start()).url, "PO4-1");
    },
  );
});

test("ends with a message and status 1 when its engine ends", onEngine, async () => {
  const stage = await localStages.start();
  await registerGoods(stage.url, "PO4-1");
  const engine = startedBy(stage.child.pid ?? 0).find(({ command }) =>
    command.includes("dynoxide serve --host"),
  );
  expect(engine).toBeDefined();
  if (engine) process.kill(engine.pid, "SIGKILL");
  expect(await stage.ended).toBe(1);
  expect(stage.output()).toContain("DynamoDB ended, by SIGKILL. All answered writes are in");
  await expectRegistered((await localStages.start()).url, "PO4-1");
});
