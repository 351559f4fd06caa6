// @module-tag engine
import { readFileSync } from "node:fs";
import { BatchWriteItemCommand, DynamoDBClient, ScanCommand } from "@aws-sdk/client-dynamodb";
import { expect, it } from "vitest";
import { takeAnyCredentials } from "#infra/local/any-credentials.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { createTable } from "#infra/local/create-table.ts";
import { startEmbeddedDynamoDb } from "#infra/local/embedded-dynamodb.ts";
import demo from "../../sites/demo.ts";
import { stagesForEach, stopStage } from "../infra/local-stage-rig.ts";
import { send } from "../support/command.ts";
import { standInStack } from "../support/stand-in-stack.ts";
import { wayTo } from "../support/way-to.ts";

const stages = stagesForEach();
const [old, restored] = ["Warehouse-old", "Warehouse-restored"];

/** The commands of the page's first procedure, in order. */
const commandsOfPage = (values: Readonly<Record<string, string>>): string[] => {
  const page = readFileSync("docs/restore.md", "utf8");
  const [section = ""] = /^## To a point in time$.*?^## /ms.exec(page) ?? [];
  return [...section.matchAll(/`((?:aws|npm run) [^`]+)`/g)].map(([, command = ""]) =>
    command
      .replace(/\s+/g, " ")
      .replace(/<(\w+)>/g, (_, name: string) => values[name] ?? `no-value-for-${name}`),
  );
};

/** Copies all rows of a table into a new one. */
const copyTable = async (endpoint: string, from: string, to: string) => {
  const client = new DynamoDBClient({ endpoint });
  await createTable(endpoint, to);
  const { Items = [] } = await client.send(new ScanCommand({ TableName: from }));
  await client.send(
    new BatchWriteItemCommand({
      RequestItems: { [to]: Items.map((Item) => ({ PutRequest: { Item } })) },
    }),
  );
  client.destroy();
};

it("the commands of docs/restore.md bring a service to the restored table", async () => {
  takeAnyCredentials();
  const engine = await startEmbeddedDynamoDb();
  const variables = { DYNAMODB_ENDPOINT: engine.endpoint };
  // A template accepts no ARN without a region.
  const asAws = await wayTo(engine.endpoint, {
    change: (answer) => {
      answer.body = answer.body.replaceAll(":dynoxide:", ":eu-central-1:");
    },
  });
  const first = await stages.start({ ...variables, TABLE_NAME: old });
  await send(first, "POST", "/trace/location", { zongpai: "PO4-1", location: "L1-A-3" });
  let closed = false;
  const { status, code, domain } = demo.errors.gateway.throttled;
  const refused = {
    status,
    headers: { "retry-after": "0.1" },
    body: { error_code: code, message: "Later.", domain },
  };
  const door = await wayTo(first.url, { meet: () => (closed ? refused : undefined) });

  const stack = standInStack();
  stack.reset();
  stack.isOn(old, true);
  stack.becomes(restored);

  /** Does what AWS would do for a command. */
  const onAws = async (command: string) => {
    if (command.startsWith("aws apigateway update-stage")) closed = command.includes("value=0 ");
    else if (command.startsWith("aws dynamodb restore-table")) {
      await copyTable(engine.endpoint, old, restored);
      // Writes after the point in time are not restored.
      await send(first, "POST", "/trace/location", { zongpai: "PO4-2", location: "L1-A-3" });
    } else expect(command).toMatch(/^aws dynamodb (wait table-exists|update-table|delete-table) /);
  };
  const values = {
    site: "test/site/sending.ts",
    stage: "staging",
    id: "abc",
    TableName: old,
    new: restored,
    zongpai: "PO4-1",
    Url: door.url,
  };
  const ran: string[] = [];
  for (const command of commandsOfPage(values)) {
    const [, name = "", args = ""] = /^npm run (\S+) -- (.*)$/.exec(command) ?? [];
    if (name === "") await onAws(command);
    else {
      const ended = await stages.command(name, args.split(" "), {
        PATH: stack.path,
        DYNAMODB_ENDPOINT: asAws.url,
      });
      expect(ended, `${command}\n${ended.stdout}${ended.stderr}`).toMatchObject({ status: 0 });
      ran.push(name);
    }
    if (name !== "deploy") continue;
    // The functions now use the other table, behind the same address.
    await stopStage(first);
    await stages.start({ ...variables, TABLE_NAME: restored, PORT: new URL(first.url).port });
  }
  expect(ran).toEqual(["table", "audit", "trace", "table", "deploy", "smoke"]);
  const overview = await (
    await fetch(`${door.url}/trace/overview`, { headers: localCredentials(demo) })
  ).text();
  expect([overview.includes("PO4-1"), overview.includes("PO4-2")]).toEqual([true, false]);

  door.stop();
  asAws.stop();
  await engine.stop();
});
