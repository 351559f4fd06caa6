import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, expect, it } from "vitest";
import { refuseFormerTable } from "#lib/store/former-table.ts";
import { answersKey } from "#lib/store/keys.ts";
import { plantRow } from "../support/planted.ts";
import { documents, tableName as TableName, table } from "../support/table.ts";

const placeKey = { pk: "L#former", sk: "L" };
const places = ["P#1", "P#2", "P#3"].map((place_pk) => ({ ...placeKey, place_pk, place_sk: "S" }));

afterEach(async () => {
  for (const Key of [placeKey, answersKey])
    await documents.send(new DeleteCommand({ TableName, Key }));
});

it.each(places)("a local table with a place in $place_pk is of 0.2.0", async (place) => {
  await expect(refuseFormerTable(table)).resolves.toBeUndefined();
  await plantRow(place);
  await expect(refuseFormerTable(table)).rejects.toThrow("is of version 0.2.0");
});

it("a deployed table is judged by its answers alone", async () => {
  await plantRow({ ...answersKey, answers: { "location.shards": 4 } });
  await expect(refuseFormerTable(table)).rejects.toThrow("is of version 0.2.0");
  await plantRow({ ...answersKey, answers: {} });
  for (const place of places) await plantRow(place);
  await expect(refuseFormerTable(table)).resolves.toBeUndefined();
});
