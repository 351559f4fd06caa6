import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { ErpCopy, ErpCopyStore } from "../domain/box-info.ts";
import type { ErpBox } from "../domain/erp.ts";
import { logEvent } from "../log.ts";
import type { Site } from "../site/schema.ts";
import type { Table } from "./client.ts";
import type { WriteEffects } from "./commit.ts";
import { checkAction, putAction, type RowCondition, type TableItem } from "./expression.ts";
import { erpCopyKey } from "./keys.ts";

/** The ERP's row as it was read at `fetched_at`, epoch ms; the table's time to live takes epoch seconds. */
export const ErpCopyRow = z.object({
  row: z.object({
    box_no: z.string(),
    quantity: z.int(),
    columns: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  }),
  fetched_at: z.int(),
  expires_at: z.int(),
});

const epochSecondsOf = (epochMs: number) => Math.floor(epochMs / 1_000);

const copyItemOf = (row: ErpBox, now: number, { erp }: Site) => ({
  ...erpCopyKey(row.box_no),
  row: { ...row, columns: { ...row.columns } },
  fetched_at: now,
  expires_at: epochSecondsOf(now) + erp.copyFor,
});

/** The copy in an item, unless it has expired: DynamoDB deletes expired items late. */
export const erpCopyOf = (item: TableItem, now: number): ErpCopy | undefined => {
  const copy = ErpCopyRow.parse(item);
  return copy.expires_at > epochSecondsOf(now) ? copy : undefined;
};

/** Where the ERP must know the box, a save checks for a fresh copy of its row, or writes the row that was just read. */
export const effectsOfKnownBox = (
  boxNo: string,
  now: number,
  proof: ErpBox | undefined,
  site: Site,
): WriteEffects<"box"> => {
  if (site.box.unknownBox === "accept") return [];
  const fresh: RowCondition = { attribute: "expires_at", is: ">", value: epochSecondsOf(now) };
  const action = proof
    ? putAction(copyItemOf(proof, now, site))
    : checkAction(erpCopyKey(boxNo), [fresh]);
  return [{ name: "box", action }];
};

/** Because a copy is only a cache, a request is answered even if the copy cannot be written. */
const tolerateFailure = (write: Promise<unknown>): Promise<void> =>
  write.then(
    () => {},
    (error) => logEvent("erpCopyNotKept", { error }),
  );

export const erpCopyStore = ({ name, send, count }: Table, site: Site): ErpCopyStore => ({
  keepCopy: (row, now, deadline) => {
    const command = new PutCommand({ TableName: name, Item: copyItemOf(row, now, site) });
    return tolerateFailure(send(command, deadline));
  },
  forgetCopy: (boxNo, deadline) => {
    const command = new DeleteCommand({ TableName: name, Key: erpCopyKey(boxNo) });
    return tolerateFailure(send(command, deadline));
  },
  countServedCopy: () => count("ErpCopyServed"),
});
