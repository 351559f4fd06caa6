import type { Site } from "../site/schema.ts";

const driverImports = {
  sqlite: () => import("./sqlite.ts"),
  postgresql: () => import("./postgresql.ts"),
  mysql: () => import("./mysql.ts"),
  mssql: () => import("./mssql.ts"),
};

/** The driver of the site's database and the reader of its password; in a bundle, aliases choose them (`infra/bundle/aliases.ts`). */
export const loadDriver = async ({ erp: { dialect, connection } }: Site) => {
  const isInSecret = connection !== false && "secret" in connection.password;
  const [{ erpDatabaseOf }, { passwordFrom }] = await Promise.all([
    driverImports[dialect](),
    isInSecret ? import("./password-secret.ts") : import("./password.ts"),
  ]);
  return { erpDatabaseOf, passwordFrom };
};
