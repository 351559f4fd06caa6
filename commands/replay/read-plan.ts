import { join } from "node:path";
import * as z from "zod";
import type { ErpRows } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/usage-error.ts";
import { toScaled } from "#lib/domain/value.ts";
import site from "../../sites/demo.ts";
import { readCsvFile } from "../csv/read.ts";

/** Whether the service accepts a quantity. Any other quantity leaves nothing in the box. */
export const isAcceptable = ({ quantity }: { readonly quantity: number }): boolean => {
  const { least, most, decimals } = site.formats.quantity;
  return quantity >= least && quantity <= most && toScaled(quantity, decimals) !== undefined;
};

const TextCell = z.string();
const TrimmedCell = TextCell.trim();
const NumberCell = TrimmedCell.regex(/^\d+(\.\d+)?$/).transform(Number);
const EmptyCell = TrimmedCell.max(0).transform(() => undefined);

const fileShapes = {
  "Product.csv": z.object({
    ProductID: NumberCell,
    ProductNumber: TextCell,
    ProductSubcategoryID: EmptyCell.or(NumberCell),
  }),
  "ProductInventory.csv": z.object({
    ProductID: NumberCell,
    LocationID: NumberCell,
    Shelf: TextCell,
    Bin: TextCell,
  }),
  "PurchaseOrderDetail.csv": z.object({
    PurchaseOrderID: NumberCell,
    PurchaseOrderDetailID: NumberCell,
    OrderQty: NumberCell,
    ProductID: NumberCell,
    ReceivedQty: NumberCell,
  }),
  "PurchaseOrderHeader.csv": z.object({
    PurchaseOrderID: NumberCell,
    ShipMethodID: TextCell,
    ShipDate: TextCell,
  }),
};

const readRecords = <File extends keyof typeof fileShapes>(
  folder: string,
  file: File,
): z.infer<(typeof fileShapes)[File]>[] => {
  const { lines } = readCsvFile(join(folder, file));
  return lines.map(({ cells }) => {
    const { data, error } = fileShapes[file].safeParse(cells);
    if (error) throw usageError(`${file} cannot be read: ${z.prettifyError(error)}`);
    return data as z.infer<(typeof fileShapes)[File]>;
  });
};

const requireRecord = <Row>(rows: ReadonlyMap<number, Row>, key: number, missing: string): Row => {
  const row = rows.get(key);
  if (row === undefined)
    throw usageError(`${missing} ${key}, which PurchaseOrderDetail.csv names.`);
  return row;
};

/** The place of each product: its shelf with the lowest LocationID. */
const readShelves = (folder: string): Map<number, string> => {
  const rows = readRecords(folder, "ProductInventory.csv")
    .filter(({ Shelf }) => Shelf !== "N/A")
    // The map keeps the last row of a product, so sort the lowest LocationID last.
    .toSorted((one, other) => other.LocationID - one.LocationID);
  return new Map(
    rows.map(({ ProductID, LocationID, Shelf, Bin }) => [
      ProductID,
      `L${LocationID}-${Shelf}-${Bin}`,
    ]),
  );
};

/**
 * The category of a product's attachment: its subcategory modulo the number of categories. For a product without a subcategory, the divisor
 * is one more. The last remainder means no attachment.
 */
const categoryOf = (product: number, subcategory?: number): string | undefined => {
  const codes = site.attachment.categories.map(({ code }) => code);
  return subcategory === undefined
    ? codes[product % (codes.length + 1)]
    : codes[subcategory % codes.length];
};

/**
 * Reads the AdventureWorks files as the work of a warehouse. An order is a box, and each of its lines is goods in that box. Goods without a
 * location are off shelf.
 * @throws UsageError if a file, a column or a referenced record is missing
 */
export const readPlan = (folder: string) => {
  const products = new Map(readRecords(folder, "Product.csv").map((row) => [row.ProductID, row]));
  const headers = readRecords(folder, "PurchaseOrderHeader.csv");
  const orders = new Map(headers.map((row) => [row.PurchaseOrderID, row]));
  const shelfOf = readShelves(folder);
  const goods = readRecords(folder, "PurchaseOrderDetail.csv").map((line) => {
    const { PurchaseOrderID: order, OrderQty: ordered, ReceivedQty: received } = line;
    const product = requireRecord(products, line.ProductID, "Product.csv has no product");
    const category = categoryOf(line.ProductID, product.ProductSubcategoryID);
    const attachment =
      category !== undefined && isAcceptable({ quantity: ordered })
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
  const boxes = [...Map.groupBy(goods, ({ order }) => order)].map(([order, goods]) => {
    const header = requireRecord(orders, order, "PurchaseOrderHeader.csv has no order");
    return {
      box_no: `BX${order}`,
      quantity: goods.reduce((sum, { ordered }) => sum + ordered, 0),
      shipMethod: header.ShipMethodID,
      shipDate: header.ShipDate,
      goods,
    };
  });
  return { boxes, goods };
};

export type ReplayPlan = ReturnType<typeof readPlan>;
export type PlannedBox = ReplayPlan["boxes"][number];
export type PlannedGoods = ReplayPlan["goods"][number];

/** The plan as rows of an ERP, with the columns of the demo site: ship method, ship date. */
export const erpRows = ({ boxes, goods }: ReplayPlan): ErpRows => ({
  boxes: boxes.map(({ box_no, quantity, shipMethod, shipDate }) => ({
    box_no,
    quantity,
    columns: [shipMethod, shipDate],
  })),
  goods: goods.map(({ zongpai, ordered, product }) => ({ zongpai, quantity: ordered, product })),
});
