import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { usageError } from "#infra/local/usage-error.ts";

/** What the replay reads of each file; further columns are left alone. */
const columns = {
  "Product.csv": ["ProductID", "ProductNumber", "ProductSubcategoryID"],
  "ProductInventory.csv": ["ProductID", "LocationID", "Shelf", "Bin"],
  "PurchaseOrderDetail.csv": ["PurchaseOrderID", "PurchaseOrderDetailID", "OrderQty", "ProductID", "ReceivedQty"],
  "PurchaseOrderHeader.csv": ["PurchaseOrderID", "ShipMethodID", "ShipDate"],
} as const;

export type FileName = keyof typeof columns;
export type Row<File extends FileName> = Readonly<Record<(typeof columns)[File][number], string>>;

/**
 * The records of one of the AdventureWorks files, each with the columns that the replay needs.
 * @throws UsageError when the file or a column is missing, or the file is no CSV
 */
export const readRows = <File extends FileName>(folder: string, file: File): Row<File>[] => {
  const checked = (header: string[]) => {
    const missing = columns[file].filter((column) => !header.includes(column));
    if (missing.length > 0) throw usageError(`${file} has no column ${missing.join(", ")}.`);
    return header;
  };
  try {
    const text = readFileSync(join(folder, file), "utf8");
    if (text.trim() === "") throw usageError(`${file} is empty.`);
    // The parser gives every record all columns of the header, and `checked` saw that ours are among them.
    return parse<Record<string, string>>(text, { columns: checked, bom: true, skip_empty_lines: true }) as Row<File>[];
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (name === "UsageError") throw error;
    throw usageError(code === "ENOENT" ? `There is no ${file} in ${folder}.` : `${file} is not the CSV that it should be: ${message}.`);
  }
};

/**
 * A number of a record, which may be written with decimals ("3.00").
 * @throws UsageError when the text is no number
 */
export const numberIn = <File extends FileName>(file: File, row: Row<File>, column: keyof Row<File> & string): number => {
  const text: string = row[column].trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw usageError(`${file} has "${text}" in the column ${column}, where a number should be.`);
};
