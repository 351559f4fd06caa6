// @module-tag engine
import { userInfo } from "node:os";
import { GetCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { openTable } from "#lib/store/client.ts";
import { stagesForEach, stop } from "../infra/local-stage-rig.ts";
import { type Ended, jsonLines, runCommand, send } from "../support/command.ts";

const stages = stagesForEach();
const run = (command: string, args: readonly string[]) =>
  runCommand(command, args, { DATA_DIR: stages.dataDir });
const audit = (...args: string[]) => run("audit", args);

const zongpai = "PO4-1";
const Key = { pk: `Z#${zongpai}`, sk: "GOODS" };
const cable = { zongpai, category: "CABLE" };

const summaryOf = (ended: Ended) =>
  (jsonLines(ended).at(-1) as { summary: Record<string, unknown> }).summary;

it("npm run audit finds a fault, says what a repair would do, repairs it, and history shows the repair", async () => {
  const stage = await stages.start();
  const entries = [{ category: "CABLE", quantity: 9 }];
  await send(stage, "PUT", "/attachment/config", { zongpai, entries });
  await send(stage, "POST", "/box", { box_no: "BX4", zongpai, quantity: 3 });
  await send(stage, "POST", "/attachment/box", { ...cable, box_no: "BX5", quantity: 2 });
  takeAnyCredentials();
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
    stderr: expect.stringContaining("would put 2 of 2 differences right. Add --yes"),
  });
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
  const other = await audit("--site", "test/site/goods-cap.ts");
  expect([other.status, summaryOf(other).differences]).toEqual([1, { headroom: 3 }]);
});
