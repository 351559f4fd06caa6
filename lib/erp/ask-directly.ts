import { resolve } from "node:path";
import { erpDatabaseOf } from "#erp-dialect";
import { passwordFrom } from "#erp-password";
import type { ErpReader } from "../domain/erp.ts";
import { functionFolder, readEnv } from "../env.ts";
import type { Meter } from "../metrics.ts";
import type { Site } from "../site/schema.ts";
import { erpReaderOf } from "./view-reader.ts";

/** The SQLite file that ERP_SQLITE names: the stack names it relative to the function's folder. */
const erpFile = (): string | undefined => {
  const file = readEnv("ERP_SQLITE");
  return file && resolve(functionFolder(), file);
};

/** Opens the ERP itself: in the look-up function, or everywhere if it is a SQLite file. */
export const openErp = (site: Site, count: Meter["count"]): ErpReader =>
  erpReaderOf(erpDatabaseOf(site.erp, passwordFrom, erpFile()), site, count);
