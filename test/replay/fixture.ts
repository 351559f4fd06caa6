import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../support/folder.ts";

/** Four files like those of AdventureWorks, with rare cases: quotes, decimals, nothing received, no shelf, no subcategory. */
const files = {
  "Product.csv": `ProductID,Name,ProductNumber,ProductSubcategoryID,ModifiedDate
1,"Bolt, ""long""
and strong",BO-1,37,2014-02-08 10:01:36.826
2,"Nut",NU-2,,2014-02-08 10:01:36.826
3,"Cap",CA-3,15,2014-02-08 10:01:36.826
`,
  "ProductInventory.csv": `ProductID,LocationID,Shelf,Bin,Quantity
1,50,"A",5,10
1,1,"N/A",0,10
1,6,"B",1,10
2,7,"N/A",0,10
`,
  "PurchaseOrderDetail.csv": `PurchaseOrderID,PurchaseOrderDetailID,DueDate,OrderQty,ProductID,ReceivedQty
4,5,2011-05-14 00:00:00.000,3,1,3.00
4,6,2011-05-14 00:00:00.000,550,2,0.00
4,7,2011-05-14 00:00:00.000,60,3,58.00
5,8,2011-05-14 00:00:00.000,4,1,4
`,
  "PurchaseOrderHeader.csv": `PurchaseOrderID,ShipMethodID,ShipDate
4,5,2011-12-24 00:00:00.000
5,2,2012-03-17 00:00:00.000
6,2,2012-03-18 00:00:00.000
`,
} as const;

type FileName = keyof typeof files;

/** A new folder with the files. `changed` replaces some of them; `false` leaves a file out. */
export const fixture = (changed: Partial<Record<FileName, string | false>> = {}): string => {
  const folder = newFolder();
  for (const [name, text] of Object.entries({ ...files, ...changed }))
    if (text !== false) writeFileSync(join(folder, name), text);
  return folder;
};

/** The text of a file of the fixture with one part replaced. */
export const edited = (
  name: FileName,
  part: string,
  by: string,
): Partial<Record<FileName, string>> => ({
  [name]: files[name].replace(part, by),
});
