// @module-tag engine
import { readdirSync } from "node:fs";
import { userInfo } from "node:os";
import { join, resolve } from "node:path";
import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { openTable } from "#lib/store/client.ts";
import { stagesForEach, stopStage } from "../infra/local-stage-rig.ts";
import { type Ended, jsonLines, send } from "../support/command.ts";
import { wayTo } from "../support/way-to.ts";

takeAnyCredentials();
const stages = stagesForEach();
const onStore =
  (name: string) =>
  (...args: string[]) =>
    stages.command(name, args);
const [audit, table, trace] = [onStore("audit"), onStore("table"), onStore("trace")];

const zongpai = "PO4-1";
const Key = { pk: `Z#${zongpai}`, sk: "GOODS" };
const cable = { zongpai, category: "CABLE" };

const summaryOf = (ended: Ended) =>
  (jsonLines(ended).at(-1) as { summary: Record<string, unknown> }).summary;

it("npm run audit finds a fault, repairs it, and records the repair in history", async () => {
  const stage = await stages.start();
  const entries = [{ category: "CABLE", quantity: 9 }];
  await send(stage, "PUT", "/attachment/config", { zongpai, entries });
  await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 3 });
  await send(stage, "POST", "/attachment/box", { ...cable, box_no: "BX5", quantity: 2 });
  const { name: TableName, documents } = openTable({
    name: "Warehouse-demo",
    endpoint: stage.engine,
  });
  const goodsRow = async () =>
    (await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }))).Item;
  const clean = await audit();
  expect([clean.status, clean.stderr]).toEqual([0, ""]);
  expect(summaryOf(clean)).toMatchObject({ items: 7, differences: {} });

  await documents.send(
    new UpdateCommand({
      ...{ TableName, Key, UpdateExpression: "SET boxed = :b, h_CABLE = :h" },
      ExpressionAttributeValues: { ":b": 30, ":h": 1 },
    }),
  );
  const wrong = await goodsRow();
  const found = await audit("--json", "--segments", "2");
  expect(found.status).toBe(1);
  const summary = { differences: { productBoxed: 1, headroom: 1 }, repairable: 2, repaired: 0 };
  expect(jsonLines(found)).toEqual([
    { kind: "productBoxed", key: Key, attribute: "boxed", zongpai, found: 30, expected: 3 },
    { kind: "headroom", key: Key, attribute: "h_CABLE", ...cable, found: 1, expected: 7 },
    { summary: expect.objectContaining(summary) },
  ]);

  expect(await audit("--repair")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      "would correct 2 of 2 differences. Nothing was changed; add --yes",
    ),
  });
  expect(await goodsRow()).toEqual(wrong);

  const repair = await audit("--repair", "--yes");
  expect([repair.status, repair.stderr]).toEqual([
    0,
    expect.stringContaining("Corrected 2 of 2 differences"),
  ]);
  expect(summaryOf(repair)).toMatchObject({ differences: {} });
  expect(await goodsRow()).toMatchObject({ boxed: 3, h_CABLE: 7, rev: Number(wrong?.rev) + 1 });
  expect(jsonLines(await trace(zongpai)).at(-1)).toMatchObject({
    route: "audit",
    who: userInfo().username,
    corrections: [
      { attribute: "boxed", from: 30, to: 3 },
      { attribute: "h_CABLE", from: 1, to: 7 },
    ],
  });
  const other = await audit("--site", "test/site/goods-cap.ts");
  expect([other.status, summaryOf(other).differences]).toEqual([1, { headroom: 3 }]);
});

it("npm run audit refuses to repair with a profile unknown to the table", async () => {
  const stage = await stages.start();
  for (const location of ["L1-A-1", "L1-A-2", "L1-A-3", "L1-A-4"])
    await send(stage, "POST", "/trace/location", { zongpai: `PO4-${location.at(-1)}`, location });
  const entries = [{ category: "CABLE", quantity: 9 }];
  await send(stage, "PUT", "/attachment/config", { zongpai, entries });
  const { name: TableName, documents } = openTable({
    name: "Warehouse-demo",
    endpoint: stage.engine,
  });
  const rows = async () => {
    const { Items } = await documents.send(new ScanCommand({ TableName, ConsistentRead: true }));
    return Items;
  };
  const on = ["--endpoint", stage.engine, "--table", TableName];
  await table("apply", ...on);
  const before = await rows();

  const changed = ["--site", "test/site/goods-cap.ts", ...on];
  for (const yes of [[], ["--yes"]])
    expect(await audit("--repair", ...yes, ...changed)).toEqual({
      ...{ status: 2, stdout: "" },
      stderr: expect.stringMatching(
        / {2}attachment\.cap: .*\n(.*\n)*.*table -- check.*docs\/change-a-site\.md/,
      ),
    });
  expect(await rows()).toEqual(before);
  expect(await audit(...changed)).toMatchObject({ status: 1, stderr: "" });

  expect(await table("check", ...changed)).toMatchObject(
    says(1, "attachment.cap changed: close the stage, then `npm run table -- apply`"),
  );
  await table("apply", ...changed);
  expect(await table("check", ...changed)).toMatchObject(says(0, "The profile fits."));
  expect(await audit("--repair", "--yes", ...changed)).toMatchObject({ status: 0 });
});

const says = (status: number, words: string | RegExp) => ({
  status,
  stdout: typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words),
});

/** Sets an attribute of a row directly in the table. */
const spoil = (
  { name: TableName, documents }: ReturnType<typeof openTable>,
  Key: Record<string, string>,
  name: string,
  value: unknown,
) =>
  documents.send(
    new UpdateCommand({
      ...{ TableName, Key, UpdateExpression: "SET #n = :v" },
      ExpressionAttributeNames: { "#n": name },
      ExpressionAttributeValues: { ":v": value },
    }),
  );

const answersRow = { pk: "SITE", sk: "ANSWERS" };

describe("npm run table", () => {
  it("says that a profile fits, or that an answer cannot be changed", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/trace/location", { zongpai: "PO4-1", location: "L1-A-3" });
    expect(await table("check")).toMatchObject(says(0, "The table remembers no answers"));
    // The emulator has no point-in-time recovery, so the check must not report it as a fault.
    expect(await table("apply")).toMatchObject(
      says(
        0,
        /^recovery .*: not supported by this engine\nprotection .*: set now\ntime to live: was set\n$/,
      ),
    );
    // A known action that the engine refuses is a fault.
    const body = { __type: "com.amazon.coral.service#AccessDeniedException", message: "Not you." };
    const refusing = await wayTo(stage.engine, {
      meet: ({ headers }) =>
        /\.(Describe|Update)ContinuousBackups$/.test(String(headers["x-amz-target"]))
          ? { status: 400, body }
          : undefined,
    });
    expect(await table("apply", "--endpoint", refusing.url)).toMatchObject(
      says(1, "recovery to a point in time: failed: Not you.\n"),
    );
    refusing.stop();
    expect(await table("check")).toMatchObject(
      says(0, /^2 rows of the index read\.\nThe profile fits\.\n$/),
    );

    const store = openTable({ name: "Warehouse-demo", endpoint: stage.engine });
    await spoil(store, answersRow, "answers", { "formats.quantity.decimals": "2" });
    expect(await table("check")).toMatchObject(
      says(1, "formats.quantity.decimals differs from the table's and cannot be changed"),
    );
  });

  it("and npm start refuse the data of 0.2.0, with one sentence", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/trace/location", { zongpai: "PO4-1", location: "L1-A-3" });
    const store = openTable({ name: "Warehouse-demo", endpoint: stage.engine });
    await spoil(store, { pk: "Z#PO4-1", sk: "LOC" }, "place_pk", "P#3");
    const sentence = "The table Warehouse-demo is of version 0.2.0. Upgrade it to 0.3.0 first";
    for (const command of [table("check"), audit("--repair", "--yes"), trace("PO4-1")]) {
      const { status, stdout, stderr } = await command;
      expect([status === 0, stdout, stderr]).toEqual([
        false,
        "",
        expect.stringContaining(sentence),
      ]);
    }
    await stopStage(stage);
    const again = stages.run();
    expect(await again.ended).toBe(1);
    expect(again.output()).toContain(sentence);
  });

  it("counts the rows that name a person, and removes the name", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
    expect(await table("forget", "demo")).toMatchObject(
      says(0, "2 rows have this name. Nothing was changed; add --yes"),
    );
    expect(await table("forget", "demo", "--yes")).toMatchObject(
      says(0, "2 rows have this name; it was removed from 2 of them.\n"),
    );
    expect(await table("forget", "demo")).toMatchObject(says(0, "0 rows"));
    expect((await trace("PO4-1")).stdout).toContain("(removed)");
  });
});

it("npm run export leaves no file when the table cannot be read", async () => {
  const stage = await stages.start();
  await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 1 });
  const body = { __type: "com.amazon.coral.service#AccessDeniedException", message: "Not you." };
  const refusing = await wayTo(stage.engine, {
    meet: ({ headers }) =>
      String(headers["x-amz-target"]).endsWith(".Scan") ? { status: 400, body } : undefined,
  });
  const file = join(stages.dataDir, "boxes.csv");
  const on = ["--endpoint", refusing.url, "--table", "Warehouse-demo"];
  const broken = await stages.command("export", ["boxes", file, ...on]);
  refusing.stop();
  expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining("Not you.")]);
  const left = () => readdirSync(stages.dataDir).filter((name) => name.startsWith("boxes.csv"));
  expect(left()).toEqual([]);
  expect((await stages.command("export", ["boxes", file])).status).toBe(0);
  expect(left()).toEqual(["boxes.csv"]);
});

const key = "0123456789abcdef-scan";

describe("npm run trace", () => {
  it("prints the history of goods", async () => {
    const stage = await stages.start();
    const zongpai = "PO4-1";
    const move = { zongpai, location: "L1-A-3" };
    await send(stage, "POST", "/trace/location", move, key);
    await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 3 });
    const ended = await trace(zongpai);
    expect([ended.status, ended.stderr]).toEqual([0, ""]);
    expect(jsonLines(ended)).toMatchObject([
      { route: "post-trace-location", key, location: "L1-A-3" },
      { route: "post-box", box_no: "BX4", quantity: 3 },
    ]);
  });

  it("reads a table on an endpoint, and goods that no longer fit the format", async () => {
    const [table, goods] = ["Warehouse-outlived", "old goods"];
    await createTable(inject("dynamodb"), table);
    const Item = {
      ...{
        pk: `Z#${goods}`,
        sk: "OP#s#1",
        v: 2,
        route: "post-box",
        who: "x",
        at: 1_700_000_000_000,
      },
      event: { kind: "saved", box_no: "old box", quantity: 3 },
    };
    const { documents } = openTable({ name: table, endpoint: inject("dynamodb") });
    await documents.send(new PutCommand({ TableName: table, Item }));
    const on = ["--endpoint", inject("dynamodb"), "--table"];
    const found = await trace(goods, ...on, table);
    expect([found.status, found.stderr]).toEqual([0, ""]);
    expect(jsonLines(found)).toMatchObject([{ box_no: "old box", quantity: 3 }]);
    expect(await trace("po 4", ...on, table)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("must be PO, 1 to 8 digits, a hyphen and 1 to 4 digits"),
    });
  });

  it("says what it cannot do, without a stack trace", async () => {
    for (const [args, why] of [
      [["--endpoint", "http://127.0.0.1:9"], "on http://127.0.0.1:9 cannot be used"],
      [["--endpoint", inject("dynamodb"), "--table", "No-table"], "There is no table No-table"],
    ] as const)
      expect(await trace("PO4-1", ...args)).toEqual({
        ...{ status: 1, stdout: "" },
        stderr: expect.stringMatching(new RegExp(`^.*${why}.*\n$`)),
      });
  });
});

describe("a command that names no table", () => {
  const onNothing = () => stages.command("audit", [], { DYNAMODB_ENDPOINT: "" });
  /** The options that a refusal names for the stage on this data directory. */
  const optionsIn = ({ stderr }: Ended, dataDir: string) =>
    stderr
      .split("\n")
      .find((line) => line.endsWith(`(data in ${dataDir})`))
      ?.split("(")[0]
      ?.trim();

  it("reads none, and says how each local stage that runs is named", async () => {
    const demo = await stages.start();
    const first = stages.dataDir;
    stages.newDataDir();
    const TABLE_NAME = "Warehouse-mine";
    const odd = await stages.start({ SITE: "test/site/odd.ts", TABLE_NAME });
    const refused = await onNothing();
    expect([refused.status, refused.stdout]).toEqual([2, ""]);
    const options = [first, stages.dataDir].map((dataDir) => optionsIn(refused, dataDir));
    expect(options).toEqual([
      `--site demo --endpoint ${demo.engine}`,
      `--site ${resolve("test/site/odd.ts")} --endpoint ${odd.engine} --table ${TABLE_NAME}`,
    ]);
    for (const [stage, own = ""] of [
      [demo, options[0]],
      [odd, options[1]],
    ] as const) {
      expect(stage.output()).toContain(`  commands  npm run audit -- ${own}\n`);
      const named = await stages.command("audit", own.split(" "), { DYNAMODB_ENDPOINT: "" });
      expect([named.status, named.stderr]).toEqual([0, ""]);
    }
  });

  it("names no stage that has stopped or was killed", async () => {
    for (const signal of ["SIGTERM", "SIGKILL"] as const) {
      const stage = await stages.start();
      expect(optionsIn(await onNothing(), stages.dataDir)).toContain(stage.engine);
      await stopStage(stage, signal);
      const refused = await onNothing();
      expect([refused.status, optionsIn(refused, stages.dataDir)]).toEqual([2, undefined]);
    }
  });
});
