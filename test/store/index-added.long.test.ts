// @module-tag engine
import { randomUUID } from "node:crypto";
import {
  CreateTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
  waitUntilTableExists,
} from "@aws-sdk/client-dynamodb";
import { ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, inject, it } from "vitest";
import { placeOf } from "#lib/domain/location.ts";
import { deadlineWithin } from "#lib/domain/operation.ts";
import { openTable } from "#lib/store/client.ts";
import { updateAction } from "#lib/store/expression.ts";
import { locationStore } from "#lib/store/locations.ts";
import { overviewStore } from "#lib/store/overviews.ts";
import { propertiesOfOnly, templateOf } from "../infra/template.ts";
import { runCommand } from "../support/command.ts";
import { anOperation } from "../support/operation.ts";
import { location, zongpai } from "../support/samples.ts";
import { profile, site } from "../support/site.ts";

const [name, endpoint] = [`Warehouse-${randomUUID()}`, inject("dynamodb")];
const client = new DynamoDBClient({ endpoint });
afterAll(() => client.destroy());

/** The table's properties in the template. */
const made = propertiesOfOnly(templateOf(site, "dev"), "AWS::DynamoDB::Table");
const [{ IndexName, KeySchema, Projection }] = made.GlobalSecondaryIndexes;

const run = (command: string, ...args: string[]) =>
  runCommand(command, [...args, "--site", profile, "--table", name, "--endpoint", endpoint]);

const table = openTable({ name, endpoint, attemptLimit: 10_000 });
const goods = Array.from({ length: 90 }, (_, at) => zongpai(at + 1));
const shown = async () => {
  const page = await overviewStore(table, site).readPage(
    {},
    undefined,
    goods.length,
    deadlineWithin(60_000),
  );
  return page.placed.map(({ zongpai = "" }) => zongpai).toSorted();
};

it("an index is added to a full table as docs/restore.md says, and is complete", async () => {
  type Attribute = { readonly AttributeName: string };
  const inTable = made.KeySchema.map(({ AttributeName }: Attribute) => AttributeName);
  await client.send(
    new CreateTableCommand({
      ...{ TableName: name, BillingMode: "PAY_PER_REQUEST", KeySchema: made.KeySchema },
      AttributeDefinitions: made.AttributeDefinitions.filter(({ AttributeName }: Attribute) =>
        inTable.includes(AttributeName),
      ),
    }),
  );
  for (const [at, zongpai] of goods.entries()) {
    const place = { ...placeOf({ location: location(1 + at) }, site), at: Date.now() };
    await locationStore(table, site).registerScan({ zongpai }, place, anOperation(zongpai));
  }
  const without = await run("table", "check");
  expect(without).toMatchObject({ status: 1 });
  expect(without.stdout).toContain(`It has no index ${IndexName}.`);

  // A third of the rows are as in the release before, which did not write the index's attributes.
  const { Items = [] } = await table.documents.send(new ScanCommand({ TableName: name }));
  const old = Items.filter(({ place_pk }, at) => place_pk !== undefined && at % 3 === 0);
  const removed = { remove: ["place_pk", "place_sk"] };
  for (const { pk, sk } of old)
    await table.documents.send(
      new UpdateCommand({ TableName: name, ...updateAction({ pk, sk }, removed).Update }),
    );

  await client.send(
    new UpdateTableCommand({
      TableName: name,
      AttributeDefinitions: made.AttributeDefinitions,
      GlobalSecondaryIndexUpdates: [{ Create: { IndexName, KeySchema, Projection } }],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 60, minDelay: 1 }, { TableName: name });
  expect((await shown()).length).toBeLessThan(goods.length);
  // The check reads the index, and the audit finds what the index lacks.
  const added = await run("table", "check");
  expect(added).toMatchObject({ status: 0 });
  expect(added.stdout).toContain("The profile fits.");
  const repaired = await run("audit", "--repair", "--yes");
  expect(repaired).toMatchObject({ status: 0 });
  const repairText = `Corrected ${2 * old.length} of ${2 * old.length} differences; auditing again.\n`;
  expect(repaired.stderr).toContain(repairText);
  expect(await shown()).toEqual(goods.toSorted());
});
