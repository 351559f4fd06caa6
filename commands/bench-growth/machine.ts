import { cpus, loadavg, totalmem } from "node:os";
import project from "../../package.json" with { type: "json" };

/** What the figures were measured on, in general words. */
export type Machine = {
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly engine: string;
  readonly load: number;
};

/** Call it before the work: the load is then that of others. */
export const machineNow = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
  node: process.versions.node,
  engine: process.env.DYNAMODB_BINARY
    ? "dynoxide, a build of one's own"
    : `dynoxide ${project.optionalDependencies["@dynoxide/linux-x64"]}`,
  load: loadavg()[0] ?? 0,
});
