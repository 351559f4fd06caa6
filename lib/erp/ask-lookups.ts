import type { ErpReader } from "../domain/erp.ts";
import { readEnv, requireEnv } from "../env.ts";
import { erpThroughLookups } from "./lookup-function.ts";

/** Opens an ERP that has a server, through the look-up function. */
export const openErp = (): ErpReader =>
  erpThroughLookups(requireEnv("ERP_LOOKUP_URL"), {
    region: requireEnv("AWS_REGION"),
    accessKeyId: requireEnv("AWS_ACCESS_KEY_ID"),
    secretAccessKey: requireEnv("AWS_SECRET_ACCESS_KEY"),
    sessionToken: readEnv("AWS_SESSION_TOKEN"),
  });
