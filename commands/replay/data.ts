import { join } from "node:path";
import * as z from "zod";
import type { ErpRows } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/usage-error.ts";
import { toScaled } from "#lib/domain/value.ts";
import site from "../../sites/demo.ts";
import { readTable } from "../csv/read.ts";

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
  const { lines } = readTable(join(folder, file));
  return lines.map(({ cells }) => {
    const { data, error } = files[file].safeParse(cells);
    if (error) throw usageError(`${file} cannot be read: ${z.prettifyError(error)}`);
    return data as z.infer<(typeof files)[File]>;
  });
};

const found = <Row>(rows: ReadonlyMap<number, Row>, key: number, what: string): Row => {
  const row = rows.get(key);
  if (row === undefined) throw usageError(`${what} ${key}, which PurchaseOrderDetail.csv names.`);
  return row;
};

/** The place of each product: its shelf with the lowest LocationID. */
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

/**
 * The category of a product's attachment: the subcategory modulo the number of categories; without one the product modulo one more, where the
 * last remainder means none.
 */
const categoryOf = (product: number, subcategory?: number): string | undefined => {
  const codes = site.attachment.categories.map(({ code }) => code);
  return subcategory === undefined
    ? codes[product % (codes.length + 1)]
    : codes[subcategory % codes.length];
};

/**
 * Reads the AdventureWorks files as the work of a warehouse: an order with lines is a box, a line is goods, for a shelf (no location: off
 * shelf) and for that box.
 * @throws UsageError when a file, a column, or the record that another one names is missing
 */
export const readPlan = (folder: string) => {
  const products = new Map(read(folder, "Product.csv").map((row) => [row.ProductID, row]));
  const headers = read(folder, "PurchaseOrderHeader.csv");
  const orders = new Map(headers.map((row) => [row.PurchaseOrderID, row]));
  const shelfOf = shelves(folder);
  const goods = read(folder, "PurchaseOrderDetail.csv").map((line) => {
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
  const boxes = [...Map.groupBy(goods, ({ order }) => order)].map(([order, goods]) => {
    const header = found(orders, order, "PurchaseOrderHeader.csv has no order");
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

export type Plan = ReturnType<typeof readPlan>;
export type Box = Plan["boxes"][number];
export type Goods = Plan["goods"][number];

/** The plan as rows of an ERP, with the columns of the demo site: ship method, ship date. */
export const erpRows = ({ boxes, goods }: Plan): ErpRows => ({
  boxes: boxes.map(({ box_no, quantity, shipMethod, shipDate }) => ({
    box_no,
    quantity,
    columns: [shipMethod, shipDate],
  })),
  goods: goods.map(({ zongpai, ordered, product }) => ({ zongpai, quantity: ordered, product })),
});
