// @module-tag engine
import { userInfo } from "node:os";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { stagesForEach, stop } from "../infra/local-stage-rig.ts";
import { type Ended, jsonLines, runCommand, send } from "../support/command.ts";

const stages = stagesForEach();
const run = (command: string, args: readonly string[]) =>
  runCommand(command, args, { DATA_DIR: stages.dataDir });
const audit = (...args: string[]) => run("audit", args);

const zongpai = "PO4-1";
const goodsKey = { pk: `Z#${zongpai}`, sk: "GOODS" };
const table = "Warehouse-demo";

/** A stage with goods in a box and an attachment in another, and a way to its store behind its back. */
const busyStage = async () => {
  const stage = await stages.start();
  await send(stage, "PUT", "/attachment/config", {
    zongpai,
    entries: [{ category: "CABLE", quantity: 9 }],
  });
  await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 3 });
  await send(stage, "POST", "/attachment/box", {
    box_no: "BX5",
    zongpai,
    category: "CABLE",
    quantity: 2,
  });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const store = DynamoDBDocumentClient.from(
    new DynamoDBClient({ endpoint: stage.engine, region: "us-east-1", credentials }),
  );
  return {
    stage,
    goodsRow: async () =>
      (await store.send(new GetCommand({ TableName: table, Key: goodsKey, ConsistentRead: true })))
        .Item,
    spoil: () =>
      store.send(
        new UpdateCommand({
          TableName: table,
          Key: goodsKey,
          UpdateExpression: "SET boxed = :b, h_CABLE = :h",
          ExpressionAttributeValues: { ":b": 30, ":h": 1 },
        }),
      ),
  };
};

const summaryOf = (ended: Ended) =>
  (jsonLines(ended).at(-1) as { summary: Record<string, unknown> }).summary;

describe("npm run audit", () => {
  it("finds nothing, then a fault, says what a repair would do, repairs it, and history shows the repair", async () => {
    const { stage, goodsRow, spoil } = await busyStage();
    const clean = await audit();
    expect([clean.status, clean.stderr]).toEqual([0, ""]);
    expect(summaryOf(clean)).toMatchObject({ items: 7, differences: {} });

    await spoil();
    const wrong = await goodsRow();
    const found = await audit("--json", "--segments", "2");
    expect(found.status).toBe(1);
    const differences = [
      { kind: "productBoxed", key: goodsKey, attribute: "boxed", zongpai, found: 30, expected: 3 },
      {
        kind: "headroom",
        key: goodsKey,
        attribute: "h_CABLE",
        zongpai,
        category: "CABLE",
        found: 1,
        expected: 7,
      },
    ];
    expect(jsonLines(found)).toEqual([
      ...differences,
      {
        summary: expect.objectContaining({
          differences: { productBoxed: 1, headroom: 1 },
          repairable: 2,
          repaired: 0,
        }),
      },
    ]);

    const asked = await audit("--repair");
    expect([asked.status, asked.stderr]).toEqual([
      1,
      expect.stringContaining("would put 2 of 2 differences right. Add --yes"),
    ]);
    expect(await goodsRow()).toEqual(wrong);

    const repair = await audit("--repair", "--yes");
    expect([repair.status, repair.stderr]).toEqual([
      0,
      expect.stringContaining("Put 2 of 2 differences right"),
    ]);
    expect(summaryOf(repair)).toMatchObject({ differences: {} });
    expect(await goodsRow()).toMatchObject({ boxed: 3, h_CABLE: 7, rev: Number(wrong?.rev) + 1 });
    expect(jsonLines(await run("trace", [zongpai])).at(-1)).toMatchObject({
      route: "audit",
      who: userInfo().username,
      corrections: [
        { attribute: "boxed", from: 30, to: 3 },
        { attribute: "h_CABLE", from: 1, to: 7 },
      ],
    });
    await stop(stage);
    expect((await audit()).status).toBe(0);
  });

  it("brings a resting store to another profile's cap rule", async () => {
    const { stage } = await busyStage();
    await stop(stage);
    const profile = ["--site", "test/site/goods-cap.ts"];
    const found = await audit(...profile);
    expect([found.status, summaryOf(found).differences]).toEqual([1, { headroom: 3 }]);
    expect((await audit(...profile, "--repair", "--yes")).status).toBe(0);
    expect((await audit(...profile)).status).toBe(0);
    expect((await audit()).status).toBe(1);
  });

  it("ends with status 2 when it is called wrongly, or a store is not there", async () => {
    for (const [args, why] of [
      [["--segments", "0"], "It takes a whole number from 1 to 64"],
      [["--yes"], "--yes goes with --repair"],
      [["PO4-1"], "too many arguments"],
      [[], "There is no store of the site demo"],
    ] as const)
      expect(await audit(...args)).toEqual({
        status: 2,
        stdout: "",
        stderr: expect.stringContaining(why),
      });
  });
});
