// @module-tag engine
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it, vi } from "vitest";
import { createTable } from "#infra/local/create-table.ts";
import demo from "../../sites/demo.ts";
import { answers, stagesForEach, stop } from "../infra/local-stage-rig.ts";
import { jsonLines, runCommand, send } from "../support/command.ts";

const stages = stagesForEach();
const trace = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  runCommand("trace", args, { DATA_DIR: stages.dataDir, ...variables });

const key = "0123456789abcdef-scan";

// For the tables that this file makes itself.
vi.stubEnv("AWS_REGION", "us-east-1");
vi.stubEnv("AWS_ACCESS_KEY_ID", "local");
vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");

describe("npm run trace", () => {
  it("prints the history of goods while the stage runs and when it does not, and leaves no engine behind", async () => {
    const stage = await stages.start();
    const zongpai = "PO4-1";
    const move = { zongpai, location: "L1-A-3" };
    for (const _ of [1, 2, 3]) await send(stage, "POST", "/trace/location", move, key);
    await send(stage, "POST", "/trace/location", { zongpai, location: "L2-B-1" });
    await send(stage, "POST", "/trace/location", {
      zongpai,
      location: "L9",
      scanned_at: "2026-01-01T00:00:00+01:00",
    });
    await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 3 });

    const running = await trace([zongpai]);
    expect([running.status, running.stderr]).toEqual([0, ""]);
    expect(jsonLines(running)).toMatchObject([
      { route: "post-trace-location", key, did: demo.history.did.moved, location: "L1-A-3" },
      { route: "post-trace-location", before: { location: "L1-A-3" }, location: "L2-B-1" },
      {
        did: demo.history.did.late,
        registered_at: "2025-12-31T23:00:00.000Z",
        location: "L9",
        stays: { location: "L2-B-1" },
      },
      { route: "post-box", did: demo.history.did.saved, box_no: "BX4", quantity: 3 },
    ]);

    await stop(stage);
    expect(await answers(stage.engine)).toBe(false);
    const resting = await trace([zongpai, "--json"]);
    expect([resting.status, resting.stdout]).toEqual([0, running.stdout]);
    expect(existsSync(join(stages.dataDir, "stage.json"))).toBe(false);
    await stop(await stages.start());
  });

  it("takes the site of the stage that runs, and refuses another", async () => {
    await stages.start({ SITE: "test/site/odd.ts" });
    const none = await trace(["ab.1234"]);
    expect([none.status, none.stdout]).toEqual([0, ""]);
    expect(none.stderr).toMatch(/^Nothing was recorded on ab\.1234 in Warehouse-odd on http/);
    const other = await trace(["PO4-1", "--site", "demo"]);
    expect([other.status, other.stderr]).toEqual([
      2,
      expect.stringContaining("test/site/odd.ts, not demo"),
    ]);
  });

  it("reads a table on an endpoint, also of goods that no longer fit the site's format", async () => {
    const [table, goods] = ["Warehouse-outlived", "old goods"];
    await createTable(inject("dynamodb"), table);
    const credentials = { accessKeyId: "local", secretAccessKey: "local" };
    const store = DynamoDBDocumentClient.from(
      new DynamoDBClient({ endpoint: inject("dynamodb"), region: "us-east-1", credentials }),
    );
    const event = { kind: "saved", box_no: "old box", quantity: 3 };
    const row = {
      pk: `Z#${goods}`,
      sk: "OP#s#1",
      v: 2,
      route: "post-box",
      who: "tester",
      at: 1_700_000_000_000,
      event,
    };
    await store.send(new PutCommand({ TableName: table, Item: row }));
    const on = ["--endpoint", inject("dynamodb"), "--table"];
    const found = await trace([goods, ...on, table]);
    expect([found.status, found.stderr]).toEqual([0, ""]);
    expect(jsonLines(found)).toMatchObject([{ box_no: "old box", quantity: 3 }]);
    const slip = await trace(["po 4", ...on, table]);
    expect([slip.status, slip.stderr]).toEqual([
      2,
      expect.stringContaining("must be PO and up to three groups of 1 to 10 digits"),
    ]);
    const none = await trace(["PO4-1", ...on, "Warehouse-nowhere"]);
    expect([none.status, none.stderr]).toEqual([
      1,
      expect.stringContaining("There is no table Warehouse-nowhere"),
    ]);
  });

  it("says what it cannot do, without a stack trace", async () => {
    const nowhere = join(stages.dataDir, "nowhere");
    for (const [args, variables, why] of [
      [["--endpoint", "http://127.0.0.1:9"], {}, "on http://127.0.0.1:9 cannot be used"],
      [[], { DATA_DIR: nowhere }, `There is no store of the site demo in ${nowhere}`],
    ] as const) {
      const { status, stderr } = await trace(["PO4-1", ...args], variables);
      expect([status, stderr]).toEqual([1, expect.stringContaining(why)]);
      expect(stderr).not.toMatch(/^ +at /m);
    }
    expect(existsSync(nowhere)).toBe(false);
  });
});
