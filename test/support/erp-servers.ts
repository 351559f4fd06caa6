import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestProject } from "vitest/node";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { onLoopback } from "./loopback.ts";

/** The account with all rights on a started server, over TCP. */
export const owner = { user: "owner", password: "owner" } as const;

/** Debian has a folder for the programs of each version. */
const folders = [
  ...globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed(),
  ...(process.env.PATH ?? "").split(":"),
  "/usr/sbin",
];

const programIn = (name: string): string | undefined =>
  folders.map((folder) => join(folder, name)).find(existsSync);

/** The account that a server runs as, because no server runs as root; `undefined` if it does not exist. */
const accountOf = (user: string): { uid?: number; gid?: number } | undefined => {
  if (process.getuid?.() !== 0) return {};
  const [uid, gid] = ["-u", "-g"].map((kind) => spawnSync("id", [kind, user]));
  return uid?.status !== 0 || !gid
    ? undefined
    : { uid: Number(uid?.stdout), gid: Number(gid.stdout) };
};

const freePort = async (): Promise<number> => {
  const { port, stop } = await onLoopback(createServer());
  stop();
  return port;
};

/** Command lines, whose arguments have no blanks. They run in the server's folder, which has `cert.pem` and `key.pem`. */
type Plan = {
  readonly account: string;
  readonly prepare: (folder: string) => string;
  readonly serve: (folder: string, port: number) => string;
  /** Reads SQL from its input. */
  readonly client: (folder: string, port: number) => string;
  readonly ownerSql: string;
  readonly stopSignal: NodeJS.Signals;
};

// `fsync=off` is fast, and the data is not worth keeping.
const plans = {
  postgresql: {
    account: "postgres",
    prepare: (folder) =>
      `initdb -D ${folder}/data -U postgres -E UTF8 --no-sync --auth-local=trust --auth-host=scram-sha-256`,
    serve: (folder, port) =>
      `postgres -D ${folder}/data -p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c full_page_writes=off -c max_connections=40 -c ssl=on -c ssl_cert_file=${folder}/cert.pem -c ssl_key_file=${folder}/key.pem`,
    client: (folder, port) =>
      `psql -h ${folder} -p ${port} -U postgres -X -q -v ON_ERROR_STOP=1 -f -`,
    ownerSql: `CREATE ROLE ${owner.user} SUPERUSER LOGIN PASSWORD '${owner.password}';`,
    stopSignal: "SIGINT",
  },
  mysql: {
    account: "mysql",
    prepare: (folder) =>
      `mariadb-install-db --no-defaults --datadir=${folder}/data --skip-test-db --auth-root-authentication-method=normal --innodb-log-file-size=8M --innodb-flush-method=nosync`,
    serve: (folder, port) =>
      `mariadbd --no-defaults --datadir=${folder}/data --port=${port} --socket=${folder}/socket --bind-address=127.0.0.1 --skip-name-resolve --character-set-server=utf8mb4 --innodb-log-file-size=8M --innodb-flush-method=nosync --innodb-flush-log-at-trx-commit=0 --ssl-cert=${folder}/cert.pem --ssl-key=${folder}/key.pem`,
    client: (folder) => `mariadb --no-defaults --socket=${folder}/socket -u root`,
    ownerSql: `CREATE USER '${owner.user}'@'%' IDENTIFIED BY '${owner.password}'; GRANT ALL ON *.* TO '${owner.user}'@'%' WITH GRANT OPTION;`,
    stopSignal: "SIGTERM",
  },
} satisfies Record<string, Plan>;

const certify =
  "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem";

export type ServerName = keyof typeof plans;

const parsed = (line: string) => {
  const [name = "", ...args] = line.split(" ");
  return { program: programIn(name), name, args };
};

/** Whether this machine has the programs of a server. */
const canRun = (name: ServerName): boolean => {
  const { account, prepare, serve, client }: Plan = plans[name];
  const lines = [certify, prepare(""), serve("", 0), client("", 0)];
  return lines.every((line) => parsed(line).program) && accountOf(account) !== undefined;
};

/** Starts an empty server on a free port, and waits until it answers. `stop` ends it and deletes its data. */
const startServer = async (name: ServerName) => {
  const plan: Plan = plans[name];
  const folder = mkdtempSync(join(tmpdir(), `erp-${name}-`));
  const { uid, gid } = accountOf(plan.account) ?? {};
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  const options = {
    ...{ uid, gid, cwd: folder },
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: "C.UTF-8" },
  };
  const run = (line: string, input = "") =>
    new Promise<void>((resolve, reject) => {
      const { program, name, args } = parsed(line);
      const child = execFile(program ?? name, args, options, (error, _, stderr) =>
        error ? reject(new Error(stderr || error.message)) : resolve(),
      );
      child.stdin?.on("error", () => {}).end(input);
    });

  await Promise.all([run(plan.prepare(folder)), run(certify)]);
  const port = await freePort();
  const { program = "", args } = parsed(plan.serve(folder, port));
  const child = spawnBound(program, args, { ...options, stdio: ["ignore", "ignore", "ignore"] });
  const gone = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(plan.stopSignal);
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      await run(plan.client(folder, port), plan.ownerSql);
      return { at: { port, certificate: join(folder, "cert.pem") }, stop };
    } catch (error) {
      if (child.exitCode === null && attempt < 200) await sleep(50);
      else {
        await stop();
        throw new Error(`${name} did not start: ${(error as Error).message}`);
      }
    }
  }
};

declare module "vitest" {
  export interface ProvidedContext {
    /** The servers that this machine can run: their ports, and the files of their self-signed certificates. */
    erpServers: Partial<Record<ServerName, { port: number; certificate: string }>>;
  }
}

/** Starts one server of each kind. Each suite makes its own database there, and is skipped without the server. */
export default async ({ provide }: TestProject) => {
  const names = (["postgresql", "mysql"] as const).filter(canRun);
  const servers = await Promise.all(names.map(startServer));
  provide("erpServers", Object.fromEntries(names.map((name, nth) => [name, servers[nth]?.at])));
  return () => Promise.all(servers.map(({ stop }) => stop()));
};
