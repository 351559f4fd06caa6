import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createErpDatabase } from "#infra/erp/erp-database.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { erpRows, readPlan } from "../../commands/replay/read-plan.ts";
import { type LocalStage, startStage } from "../../commands/start-stage.ts";
import demo from "../../sites/demo.ts";
import { type Ended, runCommand, send } from "../support/command.ts";
import { newFolder } from "../support/folder.ts";
import { wayTo } from "../support/way-to.ts";
import { fixture } from "./fixture.ts";

/** The folder for the command's temporary files. */
const temporary = newFolder();
// These tests need new tables, so they ignore a given engine that keeps its data.
vi.stubEnv("DYNAMODB_ENDPOINT", undefined);

const files = fixture();

const replay = (...args: string[]): Promise<Ended> =>
  runCommand("replay", args, { TMPDIR: temporary });

/** The figures of a step in a report. */
const step = ({ stdout }: Ended, name: string) =>
  JSON.parse(stdout).figures.find((figures: { step: string }) => figures.step === name);

/** A stage that runs on the ERP of the files, with a new store. */
const newStage = async (): Promise<LocalStage> => {
  const folder = newFolder();
  const erp = join(folder, "erp.sqlite");
  createErpDatabase(erp, demo, erpRows(readPlan(files)));
  return startStage(join(folder, "data"), erp);
};

test("in a storm each write is recorded once and answered three times", async () => {
  const ended = await replay("--data", files, "--storm", "1");
  expect(ended.stderr).toMatch(
    /^4 lines in 2 boxes; concurrency 16, storm 1\.\n0 differ from the files, 0 sent again/,
  );
  expect(ended.status).toBe(0);
  const refused = { INVALID_QUANTITY: 2 };
  for (const [name, figures] of Object.entries({
    register: { sent: 8, accepted: 4, replayed: 4, refused: {} },
    box: { sent: 8, accepted: 3, replayed: 3, refused },
    "attachment box": { sent: 8, accepted: 3, replayed: 3, refused },
    "sent again": { sent: 20, accepted: 0, replayed: 18, refused },
    status: { sent: 4, accepted: 4 },
  }))
    expect(step(ended, name)).toMatchObject(figures);
  expect(JSON.parse(ended.stdout)).toMatchObject({
    boxes: { equal: 2, total: 2 },
    locations: { equal: 4, total: 4 },
    attachments: { equal: 4, total: 4 },
    ...{ differences: [], broken: [] },
  });
  expect(readdirSync(temporary)).toEqual([]);
});

test("an interrupted replay stops its stage and ends with status 130", async () => {
  const child = spawnBound(process.execPath, ["commands/replay.ts", "--data", files], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr.on("data", (chunk) => String(chunk).includes("4 lines") && child.kill("SIGINT"));
  expect(await once(child, "close")).toEqual([130, null]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a file for the ERP is a new one, or nothing is written", async () => {
  const erp = join(newFolder(), "erp.sqlite");
  const write = () => replay("--data", files, "--erp", erp);
  expect(await write()).toMatchObject({ status: 0 });
  const stderr = expect.stringContaining("exists already; --erp takes the name of a new file.");
  expect(await write()).toMatchObject({ status: 2, stderr });
});

describe("on a service that runs", () => {
  let stage: LocalStage;
  const replayAt = (url: string, ...args: string[]) =>
    replay("--data", files, "--url", url, ...args);
  const again = (...args: string[]) => replayAt(stage.url, ...args);

  beforeAll(async () => {
    stage = await newStage();
  });
  afterAll(() => stage.stop());

  test("a second replay of the same run is answered from the receipts", async () => {
    const first = await again("--storm", "1");
    expect(first.stderr).toContain("0 differ from the files");
    expect(first.status).toBe(0);
    const second = await again("--storm", "1");
    expect(step(second, "box")).toMatchObject({ accepted: 0, replayed: 6 });
    expect(step(second, "attachment box")).toMatchObject({ accepted: 0, replayed: 6 });
    expect(second.status).toBe(0);
  });

  test("a write in doubt (504) is sent again until its answer is known", async () => {
    const met = new Set<string>();
    const doubtful = await wayTo(stage.url, {
      meet: ({ headers, method }) => {
        const key = `${headers["idempotency-key"]}`;
        if (method === "GET" || met.has(key)) return undefined;
        met.add(key);
        return { status: 504, body: { error_code: "TIMEOUT", message: "?", domain: "warehouse" } };
      },
    });
    const ended = await replayAt(doubtful.url, "--storm", "1");
    doubtful.stop();
    expect(ended.stderr).toContain(" 0 sent again");
    expect(met.size).toBe(20);
    expect(step(ended, "register")).toMatchObject({ sent: 8, refused: {} });
    expect(ended.status).toBe(0);
  });

  test("a service that does not answer, or asks for credentials, gives status 1", async () => {
    expect(await replayAt("http://127.0.0.1:9")).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/No answer from http:.* in 10 attempts/),
    });
    const guarded = await wayTo(stage.url, { meet: () => ({ status: 401, body: {} }) });
    expect(await replayAt(guarded.url)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("needs credentials"),
    });
    guarded.stop();
  });

  test("a service that ignores the keys fails in a storm", async () => {
    // On its own store, because the result depends on which of two requests came first.
    const other = await newStage();
    const forgetful = await wayTo(other.url, {
      meet: (_, passed) => void delete passed["idempotency-key"],
    });
    const ended = await replayAt(forgetful.url, "--storm", "1");
    forgetful.stop();
    await other.stop();
    expect(ended.status).toBe(1);
    const broken = JSON.parse(ended.stdout).broken.join();
    expect(broken).toContain("replay-aw-loc-PO4-5: the answers to one request differ");
    expect(broken).toContain("replay-aw-config-PO4-5: the answers to one request differ");
  });

  test("a store that differs from the files gives status 1, and names each difference", async () => {
    const manual = { box_no: "BX4", zongpai: "PO4-7", category: "MANUAL", quantity: 57 };
    const cable = { box_no: "BX5", zongpai: "PO4-6", category: "CABLE", quantity: 1 };
    const location = "L1-A-1";
    for (const [method, path, body] of [
      ["PATCH", "/box", { box_no: "BX4", zongpai: "PO4-5", quantity: 2 }],
      ["POST", "/trace/location", { zongpai: "PO4-7", location }],
      ["PATCH", "/attachment/box", manual],
      ["POST", "/attachment/location", { zongpai: "PO4-5", category: "FASTENERS", location }],
      ["POST", "/attachment/box", cable],
    ] as const)
      await send(stage, method, path, body);
    const ended = await again();
    for (const sentence of [
      "BX4: item PO4-5 is 2, the files say 3",
      "BX4: items_quantity is 60, the files say 61",
      "BX4: entry PO4-7 MANUAL is 57, the files say 58",
      "BX5: entry PO4-6 CABLE is 1, the files say that there is none",
      "PO4-7: location is L1-A-1, the files say off shelf",
      "PO4-7: MANUAL boxed is 57, the files say 58",
      "PO4-7: MANUAL headroom is 3, the files say 2",
      "PO4-5: FASTENERS location is L1-A-1, the files say L6-B-1",
      "PO4-6: CABLE boxed is 1, the files say 0",
    ])
      expect(ended.stderr).toContain(sentence);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      boxes: { equal: 0, total: 2 },
      locations: { equal: 3, total: 4 },
      attachments: { equal: 1, total: 4 },
    });
    expect(ended.status).toBe(1);
  });
});
