import { connect } from "#erp-dialect";
import { passwordFrom } from "#erp-password";
import type { Erp } from "../domain/erp.ts";
import { optionalEnv } from "../env.ts";
import type { Meter } from "../metrics.ts";
import type { Site } from "../site/schema.ts";
import { readerOn } from "./view-reader.ts";

/** Opens the ERP itself: in the look-up function, or everywhere if it is a SQLite file. */
export const openErp = (site: Site, count: Meter["count"]): Erp =>
  readerOn(connect(site.erp, passwordFrom, optionalEnv("ERP_SQLITE")), site, count);
