import type { TestProject } from "vitest/node";
import { canRun, type Server, type ServerName, startServer } from "./erp-servers.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The ports of the servers that this machine can run. */
    erpServers: Partial<Record<ServerName, number>>;
    /** The file of each server's certificate. */
    erpCertificates: Partial<Record<ServerName, string>>;
  }
}

/** One server of each kind; each suite has a database of its own in it. */
export default async ({ provide }: TestProject) => {
  const names = (["postgresql", "mysql"] as const).filter(canRun);
  const servers: [ServerName, Server][] = await Promise.all(
    names.map(async (name) => [name, await startServer(name)]),
  );
  provide("erpServers", Object.fromEntries(servers.map(([name, { port }]) => [name, port])));
  provide(
    "erpCertificates",
    Object.fromEntries(servers.map(([name, { certificate }]) => [name, certificate])),
  );
  return async () => {
    await Promise.all(servers.map(([, { stop }]) => stop()));
  };
};
