import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { newFolder } from "../support/folder.ts";
import {
  type EnvVariables,
  type StageRun,
  stagesForEach,
  stopStage,
  untilReady,
} from "./local-stage-rig.ts";

const localStages = stagesForEach();
const onEngine = { tags: "engine" };
const startFile = resolve("infra/local/start.js");

/** `npm start` in a folder, with the default data folder unless a variable says otherwise. */
const runStage = (
  folder: string,
  args: readonly string[] = [],
  variables: EnvVariables = {},
): StageRun =>
  localStages.run({ DATA_DIR: "", ...variables }, process.execPath, [startFile, ...args], folder);

const startStage = async (...how: Parameters<typeof runStage>) => {
  const stage = runStage(...how);
  return { ...stage, ...(await untilReady(stage)) };
};

const sampleOf = ({ output }: StageRun) => /^ +sample +(.*)$/m.exec(output())?.[1];

const auditTable = async (engine: string) => {
  const { status, stdout } = await localStages.command("audit", [
    "--site",
    "demo",
    "--endpoint",
    engine,
  ]);
  return { status, ...(JSON.parse(stdout).summary as { differences: object; items: number }) };
};

const cleanAudit = { status: 0, differences: {} };

const curlIsMissing = spawnSync("curl", ["--version"]).error !== undefined;
/** Runs a curl line. Its output has the headers if the line shows them. */
const pasteLine = (line: string) => spawnSync("bash", ["-c", line], { encoding: "utf8" }).stdout;

describe("the first start of demo in an empty folder", () => {
  test("has a sample, which a second one finds and the audit passes", onEngine, async () => {
    const folder = newFolder();
    const first = await startStage(folder);
    expect(sampleOf(first)).toMatch(/^48 invented goods labels/);
    const found = await auditTable(first.engine);
    expect(found).toMatchObject(cleanAudit);
    await stopStage(first);
    const second = await startStage(folder);
    expect(sampleOf(second)).toBe(sampleOf(first));
    expect((await auditTable(second.engine)).items).toBe(found.items);
  });

  test.skipIf(curlIsMissing)("answers its three lines as the README says", async () => {
    const [locate = "", save = "", read = ""] = (await startStage(newFolder())).curls;
    expect([locate, save].every((line) => line.includes('"zongpai":"PO4-1"'))).toBe(true);
    expect(JSON.parse(pasteLine(locate))).toMatchObject({ zongpai: "PO4-1", location: "L1-A-3" });
    expect(pasteLine(save)).toMatch(/^HTTP\/1.1 201 (?!.*Idempotency-Replayed)/s);
    expect(pasteLine(save)).toMatch(/^HTTP\/1.1 201 .*Idempotency-Replayed: true/is);
    expect(JSON.parse(pasteLine(read))).toMatchObject({ box_no: "BX4", items_quantity: 1 });
  });

  test("has none with --empty, nor where a place of the data is named", async () => {
    expect(sampleOf(await startStage(newFolder(), ["--empty"]))).toBeUndefined();
    const elsewhere = { DATA_DIR: newFolder() };
    const named = await startStage(newFolder(), [], elsewhere);
    expect(sampleOf(named)).toBeUndefined();
    await stopStage(named);
    expect(sampleOf(await startStage(newFolder(), ["--sample"], elsewhere))).toMatch(
      /^48 invented/,
    );
  });

  test("is left as it was by a smoke test", async () => {
    const { url } = await startStage(newFolder());
    const reads = [
      "/trace/overview",
      "/trace/refusals",
      "/location/counts",
      "/box/info?box_no=BX17",
    ];
    const headers = { "x-api-key": "demo-key-on-this-laptop-only" };
    const seen = () =>
      Promise.all(reads.map(async (path) => (await fetch(url + path, { headers })).json()));
    const before = await seen();
    const { status, stdout } = await localStages.command("smoke", ["--url", url], {
      SMOKE_API_KEY: headers["x-api-key"],
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(" 0 FAILED")]);
    expect(await seen()).toEqual(before);
  });

  test("that was killed again and again is completed by the next one", onEngine, async () => {
    const whole = await auditTable((await startStage(newFolder())).engine);
    const folder = newFolder();
    const table = join(folder, ".data", "demo.dynamodb");
    for (let kills = 0; kills < 6; kills += 1) {
      const stage = runStage(folder);
      // From the second start on, the table exists at once and is opened later.
      while (!existsSync(table)) await sleep(5);
      await sleep(150 + Math.random() * 450);
      await stopStage(stage, "SIGKILL");
    }
    const stage = await startStage(folder);
    expect(sampleOf(stage)).toMatch(/^48 invented goods labels/);
    expect(await auditTable(stage.engine)).toEqual(whole);
    expect(whole).toMatchObject(cleanAudit);
  });

  test("continues with an ERP of an older version, and says so", async () => {
    const folder = newFolder();
    const erp = join(folder, ".data", "demo-erp.sqlite");
    await stopStage(await startStage(folder, ["--empty"]));
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(erp);
    database.exec("DELETE FROM erp_goods WHERE zongpai NOT LIKE 'PO4-%'");
    database.close();
    const stage = await startStage(folder);
    expect(sampleOf(stage)).toMatch(/^none: .*older version, delete it/);
    await stopStage(stage);
    for (const part of ["", "-wal", "-shm"]) rmSync(erp + part, { force: true });
    expect(sampleOf(await startStage(folder))).toMatch(/^48 invented/);
  });
});

test("another site has one in its own formats when it is asked for", async () => {
  const SITE = resolve("test/site/odd.ts");
  expect(sampleOf(await startStage(newFolder(), [], { SITE }))).toBeUndefined();
  const stage = await startStage(newFolder(), ["--sample"], { SITE });
  expect(sampleOf(stage)).toMatch(/^48 invented goods labels/);
});

test.each([
  [["--sample", "--empty"], "contradict each other"],
  [["--smaple"], "The stage takes --sample, --empty and --changes <url>"],
  [["--changes", ""], "--changes needs an address"],
  [["--changes", "--sample"], "The stage takes --sample"],
])("the arguments %j are refused with status 2", async (args, sentence) => {
  const stage = runStage(newFolder(), args);
  expect([await stage.ended, stage.output()]).toEqual([2, expect.stringContaining(sentence)]);
});
