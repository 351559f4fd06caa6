// @module-tag engine
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { stagesForEach } from "../infra/local-stage-rig.ts";
import { runCommand, send } from "../support/command.ts";
import { wayTo } from "../support/way-to.ts";

const stages = stagesForEach();
const table = (...args: string[]) => runCommand("table", args, { DATA_DIR: stages.dataDir });

describe("npm run table", () => {
  it("says that a profile fits, that a row would be hidden from it, and that an answer cannot be changed any more", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/trace/location", { zongpai: "PO4-1", location: "L1-A-3" });
    const fits = await table("check");
    expect([fits.status, fits.stdout]).toEqual([
      0,
      expect.stringContaining("The table remembers no answers"),
    ]);

    const applied = await table("apply");
    // The stand-in has no recovery, which is no fault of the table.
    expect([applied.status, applied.stdout]).toEqual([
      0,
      "recovery to a point in time: this engine has none\nprotection from deletion: set now\ntime to live: was set\n",
    ]);
    expect((await table("check")).stdout).toMatch(
      /^2 rows of the index read, 0 of them .*\nThe profile fits\.\n$/,
    );

    const store = DynamoDBDocumentClient.from(
      new DynamoDBClient({
        endpoint: stage.engine,
        region: "us-east-1",
        credentials: { accessKeyId: "local", secretAccessKey: "local" },
      }),
    );
    const spoil = (Key: object, name: string, value: unknown) =>
      store.send(
        new UpdateCommand({
          TableName: "Warehouse-demo",
          Key: { ...Key },
          UpdateExpression: "SET #n = :v",
          ExpressionAttributeNames: { "#n": name },
          ExpressionAttributeValues: { ":v": value },
        }),
      );
    await spoil({ pk: "Z#PO4-1", sk: "LOC" }, "place_pk", "P#9");
    const hidden = await table("check");
    expect([hidden.status, hidden.stdout]).toEqual([
      1,
      expect.stringContaining("1 rows stand in a shard that location.shards.read does not"),
    ]);
    await spoil({ pk: "SITE", sk: "ANSWERS" }, "answers", { "formats.quantity.decimals": "2" });
    const changed = await table("check", "--json");
    expect([changed.status, JSON.parse(changed.stdout).changed]).toEqual([
      1,
      [{ path: "formats.quantity.decimals", treatment: "refused" }],
    ]);
    store.destroy();
  });

  it("switches a table's stream on, once, and prints what a template names it by", async () => {
    await stages.start();
    const [first, again] = [await table("stream"), await table("stream")];
    expect(first.stdout).toMatch(/^arn:aws:dynamodb:.*:table\/Warehouse-demo\/stream\/.*\n$/);
    expect([again.status, again.stdout]).toEqual([0, first.stdout]);
  });

  it("applies nothing quietly: what an engine knows and refuses is a fault", async () => {
    const stage = await stages.start();
    const refusing = await wayTo(stage.engine, {
      meet: ({ headers }) => {
        const asked = /\.(Describe|Update)ContinuousBackups$/.test(String(headers["x-amz-target"]));
        return asked
          ? {
              status: 400,
              body: {
                __type: "com.amazon.coral.service#AccessDeniedException",
                message: "Not you.",
              },
            }
          : undefined;
      },
    });
    const applied = await table("apply", "--endpoint", refusing.url);
    await refusing.close();
    expect([applied.status, applied.stdout]).toEqual([
      1,
      expect.stringContaining("recovery to a point in time: failed: Not you.\n"),
    ]);
  });

  it("counts the rows that name somebody, and takes the name out of them", async () => {
    const stage = await stages.start();
    await send(stage, "POST", "/box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
    expect((await table("forget", "demo")).stdout).toBe(
      "2 rows name it. Add --yes to take it out; nothing was changed.\n",
    );
    expect((await table("forget", "demo", "--yes")).stdout).toBe(
      "2 rows name it; 2 of them no more.\n",
    );
    expect((await table("forget", "demo")).stdout).toContain("0 rows");
    expect((await runCommand("trace", ["PO4-1"], { DATA_DIR: stages.dataDir })).stdout).toContain(
      "(removed)",
    );
  });

  it("says what it takes when it is called wrongly, with status 2", async () => {
    for (const args of [[], ["mend"], ["check", "twice"], ["forget"]])
      expect((await table(...args)).status).toBe(2);
  });
});
