import { TransactWriteCommand } from "@aws-sdk/lib-dynamodb";
import { expect, it, onTestFinished } from "vitest";
import { openTable } from "#lib/store/client.ts";
import { likeAws } from "../../commands/bench-shift/like-aws.ts";
import { erpRowsOf, openStand, tableName } from "../../commands/stand.ts";

it("of two transactions that meet on an item the later one is refused as DynamoDB refuses it, and afterwards the item is free", async () => {
  const stand = await openStand("like-aws", "demo", (site) =>
    erpRowsOf({ goods: [], boxes: [] }, 1, site),
  );
  onTestFinished(stand.stop);
  const { endpoint } = await stand.open();
  const { documents } = openTable({ name: tableName, endpoint });
  const seen = likeAws({ documents }, 20, 1);
  const write = (sk: string) =>
    documents.send(
      new TransactWriteCommand({
        TransactItems: [{ Put: { TableName: tableName, Item: { pk: "Z#PO1", sk } } }],
      }),
    );

  const [first, later, elsewhere] = await Promise.allSettled([
    write("GOODS"),
    write("GOODS"),
    write("LOC"),
  ]);
  expect([first.status, elsewhere.status]).toEqual(["fulfilled", "fulfilled"]);
  expect(later).toMatchObject({
    reason: {
      name: "TransactionCanceledException",
      CancellationReasons: [{ Code: "TransactionConflict" }],
    },
  });

  await write("GOODS");
  expect(seen.conflicts).toBe(1);
  expect([...(seen.heat.get("Z#PO1")?.values() ?? [])].reduce((sum, units) => sum + units)).toBe(6);
});
