import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import type { ErpRows } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/usage-error.ts";
import { toScaled } from "#lib/domain/value.ts";
import site from "../../sites/demo.ts";

/** One line of a purchase order: goods for a shelf (none: off shelf) and for the box of their order. */
export type Goods = {
  readonly zongpai: string;
  readonly box_no: string;
  readonly product: string;
  readonly ordered: number;
  readonly received: number;
  readonly location?: string;
  /** As many are configured as goods were ordered, as many packed as came of them. */
  readonly attachment?: {
    readonly category: string;
    readonly configured: number;
    readonly packed: number;
  };
};

/** One purchase order that has lines; the ERP says how much it holds and how it travels. */
export type Box = {
  readonly box_no: string;
  readonly quantity: number;
  readonly shipMethod: string;
  readonly shipDate: string;
  readonly goods: readonly Goods[];
};

export type Plan = { readonly boxes: readonly Box[]; readonly goods: readonly Goods[] };

/** Whether the service takes a quantity; any other leaves nothing in the box. */
export const acceptable = ({ quantity }: { readonly quantity: number }): boolean => {
  const { least, most, decimals } = site.formats.quantity;
  return quantity >= least && quantity <= most && toScaled(quantity, decimals) !== undefined;
};

const text = z.string();
const trimmed = text.trim();
const count = trimmed.regex(/^\d+(\.\d+)?$/).transform(Number);
const none = trimmed.max(0).transform(() => undefined);

const files = {
  "Product.csv": z.object({
    ProductID: count,
    ProductNumber: text,
    ProductSubcategoryID: none.or(count),
  }),
  "ProductInventory.csv": z.object({ ProductID: count, LocationID: count, Shelf: text, Bin: text }),
  "PurchaseOrderDetail.csv": z.object({
    PurchaseOrderID: count,
    PurchaseOrderDetailID: count,
    OrderQty: count,
    ProductID: count,
    ReceivedQty: count,
  }),
  "PurchaseOrderHeader.csv": z.object({
    PurchaseOrderID: count,
    ShipMethodID: text,
    ShipDate: text,
  }),
};

const read = <File extends keyof typeof files>(
  folder: string,
  file: File,
): z.infer<(typeof files)[File]>[] => {
  let records: Record<string, string>[];
  try {
    const options = { columns: true, bom: true, skip_empty_lines: true } as const;
    records = parse(readFileSync(join(folder, file), "utf8"), options);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw usageError(
      code === "ENOENT"
        ? `There is no ${file} in ${folder}.`
        : `${file} is not the CSV that it should be: ${message}.`,
    );
  }
  if (records.length === 0) throw usageError(`${file} is empty.`);
  return records.map((record) => {
    const row = files[file].safeParse(record);
    if (row.success) return row.data as z.infer<(typeof files)[File]>;
    const column = String(row.error.issues[0]?.path[0]);
    if (record[column] === undefined) throw usageError(`${file} has no column ${column}.`);
    throw usageError(
      `${file} has "${record[column]}" in the column ${column}, where a number should be.`,
    );
  });
};

/** Rows by a text that only one of them may have. */
const keyed = <Row>(
  file: string,
  rows: readonly Row[],
  keyOf: (row: Row) => number | string,
): Map<number | string, Row> => {
  const all = new Map(rows.map((row) => [keyOf(row), row]));
  if (all.size === rows.length) return all;
  const twice = rows.find((row) => all.get(keyOf(row)) !== row) as Row;
  throw usageError(`${file} has ${keyOf(twice)} twice.`);
};

const found = <Value>(
  rows: ReadonlyMap<number | string, Value>,
  key: number,
  what: string,
): Value => {
  const row = rows.get(key);
  if (row === undefined) throw usageError(`${what} ${key}, which PurchaseOrderDetail.csv names.`);
  return row;
};

/** The place of each product: its row with the lowest LocationID that has a shelf. `N/A` means no shelf. */
const shelves = (folder: string): Map<number, string> => {
  const rows = read(folder, "ProductInventory.csv")
    .filter(({ Shelf }) => Shelf !== "N/A")
    // The lowest comes last, and stays.
    .toSorted((one, other) => other.LocationID - one.LocationID);
  return new Map(
    rows.map(({ ProductID, LocationID, Shelf, Bin }) => [
      ProductID,
      `L${LocationID}-${Shelf}-${Bin}`,
    ]),
  );
};

/** The category of a product's attachment, as the command's help explains it. Four of five lines are of products without a subcategory. */
const categoryOf = (product: number, subcategory?: number): string | undefined => {
  const codes = site.attachment.categories.map(({ code }) => code);
  return subcategory === undefined
    ? codes[product % (codes.length + 1)]
    : codes[subcategory % codes.length];
};

/**
 * Reads the AdventureWorks files as the work of a warehouse, without orders that have no line.
 * @throws UsageError when a file, a column, or the record that another one names is missing
 */
export const readPlan = (folder: string): Plan => {
  const products = keyed("Product.csv", read(folder, "Product.csv"), ({ ProductID }) => ProductID);
  const orders = keyed(
    "PurchaseOrderHeader.csv",
    read(folder, "PurchaseOrderHeader.csv"),
    ({ PurchaseOrderID }) => PurchaseOrderID,
  );
  const shelfOf = shelves(folder);
  const lines = read(folder, "PurchaseOrderDetail.csv").map((line) => {
    const { PurchaseOrderID: order, OrderQty: ordered, ReceivedQty: received } = line;
    const product = found(products, line.ProductID, "Product.csv has no product");
    const category = categoryOf(line.ProductID, product.ProductSubcategoryID);
    const attachment =
      category !== undefined && acceptable({ quantity: ordered })
        ? { category, configured: ordered, packed: Math.min(received, ordered) }
        : undefined;
    return {
      order,
      zongpai: `PO${order}-${line.PurchaseOrderDetailID}`,
      box_no: `BX${order}`,
      product: product.ProductNumber,
      ordered,
      received,
      location: shelfOf.get(line.ProductID),
      attachment,
    };
  });
  keyed("PurchaseOrderDetail.csv", lines, ({ zongpai }) => `the line ${zongpai}`);
  const boxes = [...Map.groupBy(lines, ({ order }) => order)].map(([order, goods]): Box => {
    const { ShipMethodID: shipMethod, ShipDate: shipDate } = found(
      orders,
      order,
      "PurchaseOrderHeader.csv has no order",
    );
    return {
      box_no: `BX${order}`,
      quantity: goods.reduce((sum, { ordered }) => sum + ordered, 0),
      shipMethod,
      shipDate,
      goods,
    };
  });
  return { boxes, goods: lines };
};

/** The plan as rows of an ERP, with the columns of the demo site: ship method, ship date. */
export const erpRows = ({ boxes, goods }: Plan): ErpRows => ({
  boxes: boxes.map(({ box_no, quantity, shipMethod, shipDate }) => ({
    box_no,
    quantity,
    columns: [shipMethod, shipDate],
  })),
  goods: goods.map(({ zongpai, ordered, product }) => ({ zongpai, quantity: ordered, product })),
});
