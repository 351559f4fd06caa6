// @module-tag engine
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import type { RouteRequests } from "#lib/page/requests.ts";
import { routesOf } from "#lib/routes.ts";
import { openTable } from "#lib/store/client.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import { surroundings } from "#scanner/client/surroundings.ts";
import { auditTable } from "../../commands/audit/audit-table.ts";
import { scanTable } from "../../commands/audit/scan-table.ts";
import { startStage } from "../../commands/start-stage.ts";
import demo from "../../sites/demo.ts";
import { conditionsOn, silence } from "../simulation/network.ts";
import { fieldsOf, knownOf, ordered, writeOn } from "../simulation/plan.ts";
import { recount, rowsOf, type Scan } from "../simulation/recount.ts";
import { erpRowsOf, openFixture, tableName } from "../support/fixture.ts";

/** Number of kills, of the stage and the engine in turn. */
const kills = Number(process.env.TORTURE_KILLS ?? 20);
/** Scans between two kills. The next kill comes when half of them have ended or wait behind a refused one. */
const between = 16;
const scanners = 8;

it(`what was answered is stored, though stage or engine is killed ${kills} times`, async () => {
  const known = knownOf(demo, 8);
  const seed = Math.floor(Math.random() * 2 ** 31);
  const drawn = fc.sample(writeOn(demo), { seed, numRuns: kills * between });
  await using bare = await openFixture("torture", "sites/demo.ts", (site) =>
    erpRowsOf(known, ordered(site), site),
  );
  const file = "store.dynamodb";
  let engine = await bare.open(file);
  const { endpoint } = engine;
  const start = () =>
    startStage(join(bare.folder, "data"), bare.erp, {
      ...{ DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: tableName, LOG_LEVEL: "SILENT" },
    });
  let stage = await start();
  const settings = clientSettings(demo);
  const conditionOf = conditionsOn(demo);
  const routes = new Map(routesOf(demo).map(({ id, method, path }) => [`${method} ${path}`, id]));
  const scans = new Map<string, Scan>();
  const told = new Set<string>();
  let heard = Promise.withResolvers<void>();
  const ended = (key: string): void => {
    told.add(key);
    heard.resolve();
    heard = Promise.withResolvers<void>();
  };
  const clients = Array.from({ length: scanners }, () =>
    createClient<RouteRequests>({
      ...{ baseUrl: "", settings, storage: memoryStorage(), headers: () => localCredentials(demo) },
      world: {
        ...surroundings(),
        // Short waits, because the test runs in real time.
        random: () => Math.random() / 50,
        fetch: async (url, init) => {
          const made = silence(Date.now());
          const key = new Headers(init.headers).get(String(settings.key)) ?? "";
          scans.get(key)?.tries.push(made);
          const response = await fetch(stage.url + url, init);
          const text = await response.clone().text();
          const route = routes.get(`${init.method} ${url.split("?")[0]}`) ?? "post-box";
          const verdict = response.ok ? "done" : conditionOf(route, text);
          const replayed = response.headers.get(String(settings.replayed)) === "true";
          Object.assign(made, { answered: Date.now(), verdict, text, replayed });
          return response;
        },
      },
      onChange: ({ entry: { id: key, route, fields }, state }) => {
        if (state === "aside") ended(key);
        if (!scans.has(key)) scans.set(key, { key, route, fields, tries: [] } as unknown as Scan);
      },
      onDone: ({ id }) => ended(id),
      onRefused: ({ id }) => ended(id),
    }),
  );
  const until = async (count: number) => {
    while (told.size < count) await heard.promise;
  };
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      const next = drawn.slice(kill * between, (kill + 1) * between);
      for (const [at, write] of next.entries()) {
        const fields = await fieldsOf(write, demo, known, { now: Date.now() });
        await clients[at % scanners]?.write(write.route, fields as never);
      }
      await until(kill * between + between / 2);
      if (kill % 2 === 0) {
        await stage.kill();
        stage = await start();
      } else {
        process.kill(engine.pid, "SIGKILL");
        await engine.ended;
        engine = await bare.open(file, Number(new URL(endpoint).port));
      }
      for (const client of clients) client.retry();
    }
    await until(drawn.length);
  } finally {
    for (const client of clients) client.close();
    await stage.stop();
  }
  const found: string[] = [`seed ${seed}`];
  const table = openTable({ name: tableName, endpoint });
  const items: TableItem[] = [];
  await scanTable(table, 1, async (page) => void items.push(...page));
  await auditTable(table, demo, {
    segments: 1,
    onDifferences: (differences) =>
      void found.push(...differences.map((one) => JSON.stringify(one))),
  });
  const observed = { scans: [...scans.values()], sights: [], items: known.items };
  recount(observed, rowsOf(items), demo, (...report) => void found.push(report.join(": ")));
  expect(found).toEqual([`seed ${seed}`]);
});
