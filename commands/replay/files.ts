import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";

/** The files cannot be replayed; the message says which file, and what is wrong with it. */
export class DataError extends Error {
  override name = "UsageError";
}

/** What the replay reads of each file; further columns are left alone. */
const columns = {
  "Product.csv": ["ProductID", "ProductNumber", "ProductSubcategoryID"],
  "ProductInventory.csv": ["ProductID", "LocationID", "Shelf", "Bin"],
  "PurchaseOrderDetail.csv": ["PurchaseOrderID", "PurchaseOrderDetailID", "OrderQty", "ProductID", "ReceivedQty"],
  "PurchaseOrderHeader.csv": ["PurchaseOrderID", "ShipMethodID", "ShipDate"],
} as const;

export type FileName = keyof typeof columns;
export type Row<File extends FileName> = Readonly<Record<(typeof columns)[File][number], string>>;

const textOf = (folder: string, file: FileName): string => {
  try {
    return readFileSync(join(folder, file), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new DataError(
      code === "ENOENT" ? `There is no ${file} in ${folder}.` : `${file} in ${folder} cannot be read: ${(error as Error).message}.`,
    );
  }
};

/**
 * The records of one of the AdventureWorks files, each with the columns that the replay needs.
 * @throws DataError when the file or a column is missing, or the file is no CSV
 */
export const readRows = <File extends FileName>(folder: string, file: File): Row<File>[] => {
  const checked = (header: string[]) => {
    const missing = columns[file].filter((column) => !header.includes(column));
    if (missing.length > 0) throw new DataError(`${file} has no column ${missing.join(", ")}.`);
    return header;
  };
  const text = textOf(folder, file);
  if (text.trim() === "") throw new DataError(`${file} is empty.`);
  try {
    const rows = parse<Record<string, string>>(text, { columns: checked, bom: true, skip_empty_lines: true });
    // The parser gives every record all columns of the header, and `checked` saw that ours are among them.
    return rows as Row<File>[];
  } catch (error) {
    throw error instanceof DataError ? error : new DataError(`${file} is not the CSV that it should be: ${(error as Error).message}.`);
  }
};

/**
 * A number of a record, which may be written with decimals ("3.00").
 * @throws DataError when the text is no number
 */
export const numberIn = <File extends FileName>(file: File, row: Row<File>, column: keyof Row<File> & string): number => {
  const text: string = row[column].trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
  throw new DataError(`${file} has "${text}" in the column ${column}, where a number should be.`);
};
