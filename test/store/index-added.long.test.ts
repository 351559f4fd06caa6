// @module-tag engine
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { paginateScan, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, inject, it } from "vitest";
import { openFunctions } from "#lib/in-process.ts";
import { openTable } from "#lib/store/client.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { patient } from "../../commands/waits.ts";
import { ofType, templateOf } from "../infra/template.ts";
import { context, eventOf } from "../support/api.ts";
import { requestOf } from "../support/client.ts";
import { runCommand } from "../support/command.ts";
import { itemOf, location, zongpai } from "../support/samples.ts";
import { site, siteName, withLookup } from "../support/site.ts";
import { documents } from "../support/table.ts";

const many = 1_000;
const name = `Warehouse-${randomUUID()}`;
const folder = mkdtempSync(join(tmpdir(), "warehouse-index-"));
const client = new DynamoDBClient({ endpoint: inject("dynamodb") });
afterAll(() => {
  client.destroy();
  rmSync(folder, { recursive: true });
});

/** The table as the template has it. */
const [[, { Properties: made }] = ["", { Properties: {} }]] = ofType(
  templateOf(site, "dev"),
  "AWS::DynamoDB::Table",
);
const [{ IndexName, KeySchema, Projection }] = made.GlobalSecondaryIndexes;
const inTable = new Set(
  made.KeySchema.map(({ AttributeName }: { AttributeName: string }) => AttributeName),
);

const profile = siteName === "demo" ? "demo" : `test/site/${siteName}.ts`;
const run = (command: string, ...args: string[]) =>
  runCommand(command, [
    ...args,
    ...["--site", profile, "--table", name, "--endpoint", inject("dynamodb")],
  ]);

const table = openTable({ name, endpoint: inject("dynamodb"), attemptLimit: patient.attempt });

/** All goods of the overview of the warehouse. */
const shown = async (): Promise<string[]> => {
  const deadline = { left: () => patient.budget };
  const page = await overviewStore(table, site).page({}, undefined, 2 * many, deadline);
  return page.placed.map(({ zongpai = "" }) => zongpai).toSorted();
};

it("an index is added to a full table as the page on restoring says, and shows all of it", async () => {
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: made.AttributeDefinitions.filter(
        ({ AttributeName }: { AttributeName: string }) => inTable.has(AttributeName),
      ),
      KeySchema: made.KeySchema,
    }),
  );
  const functions = await openFunctions(withLookup(patient.lookup), {
    table,
    erpFile: process.env.ERP_SQLITE,
    settings: { budget: patient.budget },
  });
  const write = async (id: "post-box" | "post-trace-location", fields: object) => {
    const answer = await functions.get(id)?.(eventOf(requestOf(id, fields)), context);
    expect(answer?.statusCode, answer?.body).toBe(site.success[id]);
  };
  const numbers = Array.from({ length: many }, (_, at) => at + 1);
  const each = async (run: (n: number) => Promise<unknown>) => {
    for (let from = 0; from < many; from += 20)
      await Promise.all(numbers.slice(from, from + 20).map(run));
  };
  await each((n) => write("post-box", { ...itemOf(n), quantity: 1 }));
  await each((n) =>
    write("post-trace-location", { zongpai: zongpai(n), location: location(1 + (n % 90)) }),
  );

  const without = await run("table", "check");
  expect([without.status, without.stdout]).toEqual([
    1,
    expect.stringContaining(`It has no index ${IndexName}.`),
  ]);

  // A third of the rows is of the release before, which did not write the index's attributes.
  let [rows, old] = [0, 0];
  for await (const { Items = [] } of paginateScan({ client: documents }, { TableName: name }))
    for (const { pk, sk, ...row } of Items) {
      rows += 1;
      if (row.place_pk === undefined || rows % 3 > 0) continue;
      old += 1;
      await documents.send(
        new UpdateCommand({
          TableName: name,
          Key: { pk, sk },
          UpdateExpression: "REMOVE place_pk, place_sk",
        }),
      );
    }

  await client.send(
    new UpdateTableCommand({
      TableName: name,
      AttributeDefinitions: made.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: { IndexName, KeySchema, Projection } }],
    }),
  );
  await waitUntilTableExists(
    { client, maxWaitTime: 60, minDelay: 1, maxDelay: 2 },
    { TableName: name },
  );
  expect((await shown()).length).toBeLessThan(many);
  // The check reads the index, and what is not in it the audit finds.
  expect(await run("table", "check")).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("The profile fits."),
  });

  const repaired = await run("audit", "--repair", "--yes");
  expect([repaired.status, repaired.stderr]).toEqual([
    0,
    // A slow audit also prints how far it is.
    expect.stringContaining(`Put ${2 * old} of ${2 * old} differences right; auditing again.\n`),
  ]);
  expect(await shown()).toEqual(numbers.map(zongpai).toSorted());
});
