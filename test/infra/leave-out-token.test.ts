import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { leaveOutToken } from "#infra/local/leave-out-token.ts";
import { openTable } from "#lib/store/client.ts";
import { addressToTable, putAction } from "#lib/store/expression.ts";
import { onLoopback } from "../support/loopback.ts";
import { patient } from "../support/waits.ts";

takeAnyCredentials();
const sentBodies: unknown[] = [];
const fakeDynamoDb = createServer(async (request, response) => {
  sentBodies.push(JSON.parse(await text(request)));
  response.end("{}");
});
const { url: endpoint, stop } = await onLoopback(fakeDynamoDb);
afterAll(stop);

it("a transaction is sent without the SDK's token, else as it was", async () => {
  const warn = vi.spyOn(console, "warn");
  onTestFinished(() => warn.mockRestore());
  const table = openTable({ name: "T", endpoint, attemptLimit: patient.attempt });
  const look = `箱 ,"ClientRequestToken":"x"`;
  const put = putAction({ pk: look, sk: "y", look: { ClientRequestToken: "z" } });
  const soon = { left: () => patient.attempt };
  const send = () => {
    const TransactItems = [addressToTable("T", put)];
    return table.transactUncached(new TransactWriteItemsCommand({ TransactItems }), soon);
  };
  await send();
  leaveOutToken(table);
  await send();
  const [as, without] = sentBodies;
  expect(as).toEqual({ ...(without as object), ClientRequestToken: expect.any(String) });
  expect(without).toMatchObject({ TransactItems: [{ Put: { Item: { pk: { S: look } } } }] });
  expect(warn).not.toHaveBeenCalled();
});
