import type { ErpRows } from "#infra/erp/erp-database.ts";
import { usageError } from "#infra/local/usage-error.ts";
import { type Attachment, attachmentOf } from "./attachments.ts";
import { type FileName, numberIn, type Row, readRows } from "./files.ts";
import type { Goods } from "./goods.ts";

/** One purchase order that has lines; the ERP says how much it holds and how it travels. */
export type Box = {
  readonly box_no: string;
  readonly quantity: number;
  readonly shipMethod: string;
  readonly shipDate: string;
  readonly goods: readonly Goods[];
};

/** What a warehouse does with these files, and what it must find afterwards. */
export type Plan = { readonly boxes: readonly Box[]; readonly goods: readonly Goods[]; readonly attachments: readonly Attachment[] };

const keyed = <File extends FileName>(folder: string, file: File, column: keyof Row<File> & string): Map<string, Row<File>> => {
  const rows = new Map<string, Row<File>>();
  for (const row of readRows(folder, file)) {
    const key: string = row[column];
    if (rows.has(key)) throw usageError(`${file} has the ${column} ${key} twice.`);
    rows.set(key, row);
  }
  return rows;
};

const found = <Value>(rows: ReadonlyMap<string, Value>, key: string, what: string): Value => {
  const row = rows.get(key);
  if (row === undefined) throw usageError(`${what} ${key}, which PurchaseOrderDetail.csv names.`);
  return row;
};

/** Where each product stands: its row with the lowest LocationID that has a shelf. `N/A` is how the files say "no shelf". */
const shelves = (folder: string): Map<string, string> => {
  const lowest = new Map<string, { readonly id: number; readonly code: string }>();
  for (const row of readRows(folder, "ProductInventory.csv")) {
    const id = numberIn("ProductInventory.csv", row, "LocationID");
    const known = lowest.get(row.ProductID);
    if (row.Shelf === "N/A" || (known && known.id <= id)) continue;
    lowest.set(row.ProductID, { id, code: `L${id}-${row.Shelf}-${row.Bin}` });
  }
  return new Map([...lowest].map(([product, { code }]) => [product, code]));
};

/**
 * Reads the AdventureWorks files as the work of a warehouse. Orders without a line are left out: there is nothing to pack.
 * @throws UsageError when a file, a column, or the record that another one names is missing
 */
export const readPlan = (folder: string): Plan => {
  const products = keyed(folder, "Product.csv", "ProductID");
  const orders = keyed(folder, "PurchaseOrderHeader.csv", "PurchaseOrderID");
  const shelfOf = shelves(folder);
  const file = "PurchaseOrderDetail.csv";

  const lines = readRows(folder, file).map((line) => {
    const order = numberIn(file, line, "PurchaseOrderID");
    const id = numberIn(file, line, "PurchaseOrderDetailID");
    const product = found(products, line.ProductID, "Product.csv has no product");
    const location = shelfOf.get(line.ProductID);
    const goods: Goods = {
      zongpai: `PO${order}-${id}`,
      box_no: `BX${order}`,
      product: product.ProductNumber,
      ordered: numberIn(file, line, "OrderQty"),
      received: numberIn(file, line, "ReceivedQty"),
      location,
    };
    return { goods, attachment: attachmentOf(goods, id, product) };
  });
  const goods = lines.map((line) => line.goods);
  if (goods.length === 0) throw usageError(`${file} has no line.`);
  for (const [zongpai, lines] of Map.groupBy(goods, (line) => line.zongpai))
    if (lines.length > 1) throw usageError(`${file} has the line ${zongpai} twice.`);

  const boxes = [...Map.groupBy(goods, ({ box_no }) => box_no)].map(([box_no, goods]): Box => {
    const header = found(orders, box_no.slice("BX".length), "PurchaseOrderHeader.csv has no order");
    const quantity = goods.reduce((sum, { ordered }) => sum + ordered, 0);
    return { box_no, quantity, shipMethod: header.ShipMethodID, shipDate: header.ShipDate, goods };
  });
  return { boxes, goods, attachments: lines.flatMap(({ attachment = [] }) => attachment) };
};

/** The same as the rows of an ERP; the columns come in the order of the demo site: ship method, ship date. */
export const erpRows = ({ boxes, goods }: Plan): ErpRows => ({
  boxes: boxes.map(({ box_no, quantity, shipMethod, shipDate }) => ({ box_no, quantity, columns: [shipMethod, shipDate] })),
  goods: goods.map(({ zongpai, ordered, product }) => ({ zongpai, quantity: ordered, product })),
});
