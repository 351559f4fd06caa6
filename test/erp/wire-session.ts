import type { ErpDatabaseOf } from "#lib/erp/database.ts";

/** Opens a session with a server on loopback, as a look-up does. */
export const openSession = (
  erpDatabaseOf: ErpDatabaseOf,
  port: number,
  tls: "off" | "verified" = "off",
) => {
  const connection = {
    ...{ host: "127.0.0.1", port, database: "erp", user: "reader", tls },
    password: { environment: "ERP_PASSWORD" },
  };
  const password = { current: async () => "password", otherThan: async () => undefined };
  return erpDatabaseOf({ connection }, () => password).open(new AbortController().signal);
};
