import { DatabaseSync } from "node:sqlite";
import { fitsFormat } from "#labels/fits-format.ts";
import { loadDriver } from "#lib/erp/driver.ts";
import { erpReaderOf } from "#lib/erp/view-reader.ts";
import { ErpQuantity, type ErpView, keyTextOf, pageSql, viewsOf } from "#lib/erp/views.ts";
import { silentMeter } from "#lib/metrics.ts";
import type { Site } from "#lib/site/schema.ts";

/** Opens a file for reading in this thread, because a worker takes longer to start than the whole file to read. */
const openFile = (file: string) => {
  const database = new DatabaseSync(file, { readOnly: true });
  return {
    ask: async (sql: string, parameters: readonly unknown[]) => ({
      columns: [],
      rows: database.prepare(sql).all(...parameters.map(String)),
    }),
    isUsable: () => true,
    close: () => database.close(),
  };
};

/** The most rows that are read of each view, in the order of their keys. */
const mostRows = 400;
const openTimeoutMs = 5_000;

const inOrder = new Intl.Collator("en", { numeric: true });

/**
 * Opens the ERP's views as the site names them, to read them until `close`.
 * @throws Error when the ERP cannot be reached
 */
export const openViews = async (site: Site, erpFile: string) => {
  const { formats, erp } = site;
  const { erpDatabaseOf, passwordFrom } = await loadDriver(site);
  const database = erpDatabaseOf(erp, passwordFrom, erpFile);
  const session =
    erp.dialect === "sqlite"
      ? openFile(erpFile)
      : await database.open(AbortSignal.timeout(openTimeoutMs));
  const amount = ErpQuantity(formats.quantity.decimals);
  const rowsOf = async (view: ErpView, quantity: string, format: Site["formats"]["boxNo"]) => {
    const { rows } = await session.ask(pageSql(database, view, mostRows, false), []);
    return rows
      .flatMap((row) => {
        const code = keyTextOf(row[view.key]) ?? "";
        const { data } = amount.safeParse(row[quantity]);
        return data !== undefined && fitsFormat(format, code) ? [{ code, quantity: data }] : [];
      })
      .toSorted((one, other) => inOrder.compare(one.code, other.code));
  };
  const views = viewsOf(erp);
  return {
    /** Codes that the site's formats accept, with scaled quantities, in the order of their numbers. */
    goods: () => rowsOf(views.zongpais, erp.zongpais.quantity, formats.zongpai),
    boxes: () => rowsOf(views.boxes, erp.boxes.quantity, formats.boxNo),
    erp: erpReaderOf({ ...database, open: async () => session }, site, silentMeter.count),
    close: session.close,
  };
};
export type ErpViews = Awaited<ReturnType<typeof openViews>>;
