// @module-tag engine
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { openTable } from "#lib/store/client.ts";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import { runCommand, send } from "../support/command.ts";
import { wayTo } from "../support/way-to.ts";

const stages = stagesForEach();
const table = (...args: string[]) => runCommand("table", args, { DATA_DIR: stages.dataDir });
const says = (status: number, words: string | RegExp) => ({
  status,
  stdout: typeof words === "string" ? expect.stringContaining(words) : expect.stringMatching(words),
});

describe("npm run table", () => {
  it("says that a profile fits, that a row would be hidden from it, or that an answer cannot be changed", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/trace/location", { zongpai: "PO4-1", location: "L1-A-3" });
    expect(await table("check")).toMatchObject(says(0, "The table remembers no answers"));
    // The stand-in has no recovery, which is no fault of the table.
    expect(await table("apply")).toMatchObject(
      says(
        0,
        /^recovery .*: this engine has none\nprotection .*: set now\ntime to live: was set\n$/,
      ),
    );
    // What an engine knows and refuses is a fault.
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
    await refusing.close();
    expect(await table("check")).toMatchObject(
      says(0, /^2 rows of the index read, 0 of them .*\nThe profile fits\.\n$/),
    );

    takeAnyCredentials();
    const store = openTable({ name: "Warehouse-demo", endpoint: stage.engine });
    const spoil = (Key: Record<string, string>, name: string, value: unknown) =>
      store.documents.send(
        new UpdateCommand({
          ...{ TableName: store.name, Key, UpdateExpression: "SET #n = :v" },
          ExpressionAttributeNames: { "#n": name },
          ExpressionAttributeValues: { ":v": value },
        }),
      );
    await spoil({ pk: "Z#PO4-1", sk: "LOC" }, "place_pk", "P#9");
    expect(await table("check")).toMatchObject(
      says(1, "1 rows stand in a shard that location.shards.read does not"),
    );
    await spoil({ pk: "SITE", sk: "ANSWERS" }, "answers", { "formats.quantity.decimals": "2" });
    const changed = await table("check", "--json");
    expect([changed.status, JSON.parse(changed.stdout).changed]).toEqual([
      1,
      [{ path: "formats.quantity.decimals", treatment: "refused" }],
    ]);
  });

  it("counts the rows that name somebody, and takes the name out of them", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
    expect(await table("forget", "demo")).toMatchObject(says(0, "2 rows name it. Add --yes"));
    expect(await table("forget", "demo", "--yes")).toMatchObject(
      says(0, "2 rows name it; 2 of them no more.\n"),
    );
    expect(await table("forget", "demo")).toMatchObject(says(0, "0 rows"));
    expect((await runCommand("trace", ["PO4-1"], { DATA_DIR: stages.dataDir })).stdout).toContain(
      "(removed)",
    );
  });
});
