import { createConnection } from "mysql2/promise";
import pg from "pg";
import { inject } from "vitest";
import { owner, type ServerName } from "./erp-servers.ts";

/** Runs SQL on a server, with all rights. */
export type Owner = {
  readonly port: number;
  readonly database: string;
  /** One or more statements. */
  readonly run: (sql: string) => Promise<Record<string, unknown>[]>;
  readonly close: () => Promise<void>;
};

const packages = { postgresql: "postgresql", mysql: "mariadb-server" } as const;

/** The title of a suite that needs a server. It says how to get one that is missing. */
export const suiteOn = (name: ServerName, title: string): [title: string, skip: boolean] => {
  const missing = inject("erpServers")[name] === undefined;
  return [
    missing
      ? `${title} (needs a server that this machine lacks: apt-get install ${packages[name]})`
      : title,
    missing,
  ];
};

const postgres = async (port: number, database: string): Promise<Owner> => {
  const maintenance = new pg.Client({ host: "127.0.0.1", port, ...owner, database: "postgres" });
  await maintenance.connect();
  await maintenance.query(`CREATE DATABASE "${database}"`);
  await maintenance.end();
  const client = new pg.Client({ host: "127.0.0.1", port, ...owner, database });
  await client.connect();
  return {
    port,
    database,
    run: async (sql) => (await client.query(sql)).rows ?? [],
    close: () => client.end(),
  };
};

const mariaDb = async (port: number, database: string): Promise<Owner> => {
  const connection = await createConnection({
    host: "127.0.0.1",
    port,
    ...owner,
    multipleStatements: true,
  });
  await connection.query(
    `CREATE DATABASE \`${database}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci; USE \`${database}\``,
  );
  return {
    port,
    database,
    run: async (sql) => (await connection.query(sql))[0] as unknown as Record<string, unknown>[],
    close: () => connection.end(),
  };
};

/** A new database on the server of that name. */
export const ownDatabase = (name: ServerName, database: string): Promise<Owner> => {
  const { port } = inject("erpServers")[name] ?? {};
  if (port === undefined) throw new Error(`there is no ${name} server`);
  return name === "postgresql" ? postgres(port, database) : mariaDb(port, database);
};
