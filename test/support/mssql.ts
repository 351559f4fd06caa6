import { setTimeout as sleep } from "node:timers/promises";
import { Connection, Request } from "tedious";

/** The SQL Server that the environment names, as in the CI workflow. */
export const mssqlServer = () => {
  const { MSSQL_HOST: host, MSSQL_PORT = "1433", MSSQL_SA_PASSWORD } = process.env;
  return host && MSSQL_SA_PASSWORD ? { host, port: Number(MSSQL_PORT), user: "sa" } : undefined;
};

const connected = (server: string, port: number, database: string) =>
  new Promise<Connection>((resolve, reject) => {
    const connection = new Connection({
      server,
      authentication: {
        type: "default",
        options: { userName: "sa", password: process.env.MSSQL_SA_PASSWORD },
      },
      options: { port, database, trustServerCertificate: true, requestTimeout: 120_000 },
    });
    connection.connect((error) => (error ? reject(error) : resolve(connection)));
  });

const batch = (connection: Connection, sql: string) =>
  new Promise<void>((resolve, reject) => {
    connection.execSqlBatch(new Request(sql, (error) => (error ? reject(error) : resolve())));
  });

/** A new database with text in UTF-8. `run` takes one statement a line, each with a semicolon at its end. */
export const newMssqlDatabase = async (host: string, port: number, database: string) => {
  let master: Connection | undefined;
  // A server in a container takes some time to start.
  for (const giveUp = Date.now() + 120_000; !master; await sleep(500))
    master = await connected(host, port, "master").catch((error) => {
      if (Date.now() > giveUp) throw error;
      return undefined;
    });
  await batch(master, `DROP DATABASE IF EXISTS ${database}`);
  await batch(master, `CREATE DATABASE ${database} COLLATE Latin1_General_100_CI_AS_SC_UTF8`);
  master.close();
  const connection = await connected(host, port, database);
  return {
    run: async (sql: string) => {
      for (const statement of sql.split(/;\s*(?:\n|$)/))
        if (statement.trim()) await batch(connection, statement);
    },
    close: async () => connection.close(),
  };
};
