import type { Session } from "#lib/erp/database.ts";
import type { Site } from "#lib/site/schema.ts";

const rights = ["INSERT", "UPDATE", "DELETE"] as const;
const anyRight = `privilege_type in ('${rights.join("', '")}') and grantee = concat('''', replace(current_user(), '@', '''@'''), '''')`;

/** Where the role may write, one place if any. A file is opened for reading alone. */
const placeSql: Readonly<Record<Site["erp"]["dialect"], string | undefined>> = {
  sqlite: undefined,
  // Objects below this number are the server's own.
  postgresql: `select oid::regclass::text as place from pg_class
    where oid >= 16384 and relkind in ('r', 'p', 'v') and has_table_privilege(oid, '${rights.join()}') limit 1`,
  mysql: `select 'every database' as place from information_schema.user_privileges where ${anyRight}
    union all select table_schema from information_schema.schema_privileges where ${anyRight}
    union all select table_name from information_schema.table_privileges where ${anyRight} limit 1`,
  mssql: `select top(1) name as place from sys.objects where type in ('U', 'V') and 1 in (${rights
    .map(
      (right) =>
        `has_perms_by_name(quotename(schema_name(schema_id)) + '.' + quotename(name), 'OBJECT', '${right}')`,
    )
    .join()})`,
};

/** A note if the ERP's role may write, as far as one question to the server tells; the service itself never writes. */
export const mayWrite = async (
  session: Session,
  { dialect, connection }: Site["erp"],
): Promise<string[]> => {
  const sql = placeSql[dialect];
  if (sql === undefined || !connection) return [];
  const { rows } = await session.ask(sql, []).catch(() => ({ rows: [] }));
  return rows.map(
    ({ place }) =>
      `${connection.user} may write to ${place}: take a role that may only read (docs/erp.md has its SQL).`,
  );
};
