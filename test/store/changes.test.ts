import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { marshall } from "@aws-sdk/util-dynamodb";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, it } from "vitest";
import { changeIn } from "#infra/local/change-in.ts";
import { wireOf } from "#lib/http/wire.ts";
import { webhooksOf } from "#lib/openapi/changes.ts";
import { changeSettings } from "#lib/page/client-settings.ts";
import type { TableItem } from "#lib/store/expression.ts";
import { type Change, historyLine } from "#scanner/changes.ts";
import { call } from "../support/client.ts";
import { boxNo, fresh, location, zongpai } from "../support/samples.ts";
import { site } from "../support/site.ts";
import { stepsOn } from "../support/steps.ts";
import { documents, tableName } from "../support/table.ts";

const sending = { ...site, changes: { to: "queue" as const, who: true } };
const image = (row: TableItem) => marshall(row, { removeUndefinedValues: true });
const changeOf = (NewImage: TableItem, OldImage?: TableItem): Change | undefined => {
  const sent = changeIn(
    { dynamodb: { NewImage: image(NewImage), ...(OldImage && { OldImage: image(OldImage) }) } },
    sending,
  );
  return sent === undefined ? undefined : JSON.parse(sent);
};

let rows: TableItem[] = [];
const unused = {
  goods: Array.from({ length: 5 }, () => zongpai(fresh())),
  boxes: Array.from({ length: 4 }, () => boxNo(fresh())),
  locations: [location(1), location(2)],
};
beforeAll(async () => {
  for (const { route, fields } of stepsOn(unused, site)) await call(route, fields);
  rows = (await documents.send(new ScanCommand({ TableName: tableName }))).Items ?? [];
});
const operations = () => rows.filter((row) => row.event !== undefined);

describe("§6 the change that a recorded operation is sent as", () => {
  it("is made of each of its rows, of no other row or refusal", () => {
    const sent = rows.flatMap((row) => changeOf(row) ?? []);
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.map(({ id, zongpai, box_no }) => [zongpai, box_no, id])).toEqual(
      operations().map(({ sk, zongpai = "", box_no = "" }) => [zongpai, box_no, sk]),
    );
  });

  it("is sent once, and not again when its row is repaired or expires", () => {
    const [row = {}] = operations();
    const { event: _, ...refusal } = row;
    expect(changeOf(row, refusal)).toEqual(changeOf(row));
    expect(changeOf({ ...row, who: "(removed)" }, row)).toBeUndefined();
    expect(changeIn({ dynamodb: { OldImage: image(row) } }, sending)).toBeUndefined();
  });

  const compileDescription = () => {
    const { schema } =
      webhooksOf(sending).webhooks?.change.post.requestBody.content["application/json"] ?? {};
    return new Ajv2020().compile(schema ?? false);
  };

  it("is not valid by the description if its values lack their types", () => {
    const isValid = compileDescription();
    const [change] = rows.flatMap((row) => changeOf(row) ?? []);
    const event = Object.fromEntries(Object.keys(change?.event ?? {}).map((name) => [name, {}]));
    expect([isValid(change), isValid({ ...change, event })]).toEqual([true, false]);
  });

  it("is valid by the description, and the package makes a history line of it", async () => {
    const isValid = compileDescription();
    const { decode } = wireOf(site);
    for (const goods of unused.goods) {
      const changes = operations().flatMap((row) =>
        row.zongpai === goods ? (changeOf(row) ?? []) : [],
      );
      for (const change of changes) expect([isValid(change), isValid.errors]).toEqual([true, null]);
      const { events } = (await call("get-history", { zongpai: goods })).body as {
        events: TableItem[];
      };
      const told = events.map((event) => ({ zongpai: goods, ...event }));
      expect(changes).toHaveLength(told.length);
      for (const change of changes) {
        const line = decode(historyLine(change, changeSettings(site))).value as TableItem;
        // For a place or a configuration, history takes the previous value from another row.
        const withoutBefore = told.map(({ before: _, ...event }: TableItem) => event);
        expect(line.box_no === undefined ? withoutBefore : told).toContainEqual(line);
      }
    }
  });

  it("has the sender's name only where the site's profile says so", () => {
    const [row = {}] = operations();
    const record = { dynamodb: { NewImage: image(row) } };
    const sent = (who: boolean) => changeIn(record, { ...site, changes: { to: "queue", who } });
    expect(JSON.parse(sent(true) ?? "")).toHaveProperty("who", { S: row.who });
    expect([sent(false)?.includes('"who"'), sent(false)?.includes(`"${row.who}"`)]).toEqual([
      ...[false, false],
    ]);
  });
});
