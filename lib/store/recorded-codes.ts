import { deadlineWithin } from "../domain/operation.ts";
import type { Table } from "./client.ts";
import { operationKey } from "./keys.ts";
import { scanPages } from "./scan.ts";

/** The codes of a row that says where something is. */
export type RecordedCodes = {
  readonly zongpai?: string;
  readonly box_no?: string;
  readonly location?: string;
};

/** The start of the sort key of an operation, which says what was scanned in the past. */
const { sk: operationStart } = operationKey({ zongpai: "" }, "");

/**
 * The codes of all rows that say where goods, attachments and boxes are. It reads the index page by page, up to `mostPages` of 1 MB.
 * @throws Error if the table cannot be read within some seconds
 */
export const readCodes = async (table: Table, mostPages: number): Promise<RecordedCodes[]> => {
  const found: RecordedCodes[] = [];
  const deadline = deadlineWithin(5_000);
  let pages = 0;
  for await (const { Items = [] } of scanPages(table, "index", () => deadline)) {
    const rows = Items.filter(({ sk }) => !String(sk).startsWith(operationStart));
    for (const { zongpai, box_no, location, off_shelf } of rows)
      found.push({ zongpai, box_no, location: off_shelf ? undefined : location });
    pages += 1;
    if (pages === mostPages) break;
  }
  return found;
};
