import type { Erp } from "../domain/erp.ts";
import { optionalEnv, requireEnv } from "../env.ts";
import { throughLookups } from "./lookup-function.ts";

/** Opens an ERP that has a server, through the look-up function. */
export const openErp = (): Erp =>
  throughLookups(requireEnv("ERP_LOOKUP_URL"), {
    region: requireEnv("AWS_REGION"),
    accessKeyId: requireEnv("AWS_ACCESS_KEY_ID"),
    secretAccessKey: requireEnv("AWS_SECRET_ACCESS_KEY"),
    sessionToken: optionalEnv("AWS_SESSION_TOKEN"),
  });
