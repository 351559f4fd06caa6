import { connect } from "#erp-dialect";
import { passwordFrom } from "#erp-password";
import type { Erp } from "../domain/erp.ts";
import type { ConnectionSettings } from "./database.ts";
import { readerOn, type ViewSettings } from "./view-reader.ts";

/** The read adapter over the ERP's views (specification §1), with the driver of the database that the site names and its password. */
export const erpReader = (site: ViewSettings & { readonly erp: ConnectionSettings }): Erp =>
  readerOn(connect(site.erp, passwordFrom), site);
