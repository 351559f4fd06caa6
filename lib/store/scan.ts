import { ScanCommand, type ScanCommandInput, type ScanCommandOutput } from "@aws-sdk/lib-dynamodb";
import type { Deadline } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { tableLayout } from "./table.ts";

export type ScanSource = "table" | "index";

/** A part of a table, the filter of its rows, and the most rows on a page. */
export type ScanOptions = Omit<ScanCommandInput, "TableName" | "IndexName" | "ExclusiveStartKey">;

/** The pages of the whole table, or of its index. Each has at most 1 MB, and its own deadline. */
export async function* scanPages(
  table: Table,
  source: ScanSource,
  deadlineOfPage: () => Deadline,
  options: ScanOptions = {},
): AsyncGenerator<ScanCommandOutput> {
  const IndexName = source === "index" ? tableLayout.index.name : undefined;
  const input = { ...options, TableName: table.name, IndexName };
  let ExclusiveStartKey: ScanCommandOutput["LastEvaluatedKey"];
  do {
    const command = new ScanCommand({ ...input, ExclusiveStartKey });
    const page: ScanCommandOutput = await table.read(command, deadlineOfPage());
    yield page;
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
