// @module-tag engine
import { existsSync } from "node:fs";
import { join } from "node:path";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, inject, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { createTable } from "#infra/local/create-table.ts";
import { openTable } from "#lib/store/client.ts";
import demo from "../../sites/demo.ts";
import { answers, stagesForEach, stop } from "../infra/local-stage-rig.ts";
import { jsonLines, runCommand, send } from "../support/command.ts";

const stages = stagesForEach();
const trace = (args: readonly string[]) => runCommand("trace", args, { DATA_DIR: stages.dataDir });

const key = "0123456789abcdef-scan";

describe("npm run trace", () => {
  it("prints the history of goods, whether the stage runs or not", async () => {
    const stage = await stages.start();
    const zongpai = "PO4-1";
    const move = { zongpai, location: "L1-A-3" };
    for (const _ of [1, 2, 3]) await send(stage, "POST", "/trace/location", move, key);
    await send(stage, "POST", "/trace/location", { zongpai, location: "L2-B-1" });
    const scanned_at = "2026-01-01T00:00:00+01:00";
    await send(stage, "POST", "/trace/location", { zongpai, location: "L9", scanned_at });
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

  it("reads a table on an endpoint, also goods that no longer fit the site's format", async () => {
    takeAnyCredentials();
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
    const found = await trace([goods, ...on, table]);
    expect([found.status, found.stderr]).toEqual([0, ""]);
    expect(jsonLines(found)).toMatchObject([{ box_no: "old box", quantity: 3 }]);
    expect(await trace(["po 4", ...on, table])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("must be PO and up to three groups of 1 to 10 digits"),
    });
  });

  it("says what it cannot do, without a stack trace", async () => {
    for (const [args, why] of [
      [["--endpoint", "http://127.0.0.1:9"], "on http://127.0.0.1:9 cannot be used"],
      [["--endpoint", inject("dynamodb"), "--table", "No-table"], "There is no table No-table"],
    ] as const)
      expect(await trace(["PO4-1", ...args])).toEqual({
        ...{ status: 1, stdout: "" },
        stderr: expect.stringMatching(new RegExp(`^.*${why}.*\n$`)),
      });
  });
});
