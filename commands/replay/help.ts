/** What --help prints. */
export const help = `Replays a warehouse's purchase orders against the service, and compares what it then says with the files.

  npm run replay -- --data <folder> [options]

Registers the goods of every order line where the inventory has them, packs them into the box of their order, does the same
with the line's attachment, reads every box, every location and every attachment status back, and compares. It brings a local
stage and a store of its own, unless --url names a service.

  --data <folder>     the AdventureWorks files: Product.csv, ProductInventory.csv, PurchaseOrderDetail.csv, PurchaseOrderHeader.csv
  --url <url>         replay against the service that answers there, base path included, instead of a stage of its own
  --concurrency <n>   how many requests are under way at once, 1 to 256 (default 16)
  --storm <share>     send this share of the writes twice at once and again at the end, 0 to 1 (default 0); nothing may count twice
  --seed <n>          what decides which writes the storm takes and in which order (default: drawn, and printed)
  --run <id>          names the idempotency keys: up to 16 letters or digits (default aw)
  --erp <file>        keep the ERP database that the files describe in this new SQLite file
  --prepare-only      write the file of --erp and replay nothing
  --no-attachments    leave the attachments out: neither write nor compare them
  --json              print the figures as JSON instead of a table
  --help              print this text

A line has at most one attachment. Its category comes from the product: the ProductSubcategoryID modulo the number of the site's
categories (0 is the first); without a subcategory the ProductID modulo one more than that, the last remainder meaning that there
is none. As many are configured as were ordered, as many boxed as were received, but not more than ordered. By the number of the
line (PurchaseOrderDetailID), 1 in 10 tries to box one more than is configured, which must be refused as CAP_EXCEEDED, 1 in 10
is corrected to one less, and the entry of 1 in 20 is deleted.

A key is made of the run and the line alone. To replay again with the same --run is therefore safe: every write is answered
from its receipt, marked as a replay, and no scan is counted twice. With another --run into the same store the goods are
already in their boxes: DUPLICATE_BOX_ITEM is counted, STALE_EXPECTED_QUANTITY for a correction that was made, and the boxes
still equal the files.

Against a service of yours, its ERP must be the one that the files describe:

  npm run replay -- --data <folder> --erp erp.sqlite --prepare-only
  ERP_SQLITE=erp.sqlite npm start
  npm run replay -- --data <folder> --url http://127.0.0.1:3000

Exit status: 0 the store is what the files say; 1 it is not, or the replay could not be finished; 2 the command or the files
are not as they should be; 130 interrupted.
`;
