import { cpus, loadavg, totalmem } from "node:os";
import project from "../../package.json" with { type: "json" };

/** What figures were measured on, in general words; `load` is that of others only if it is asked before the work. */
export const machineNow = () => ({
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory, ${process.platform} ${process.arch}`,
  node: process.versions.node,
  engine: process.env.DYNAMODB_BINARY
    ? "dynoxide, another build"
    : `dynoxide ${project.optionalDependencies["@dynoxide/linux-x64"]}`,
  load: loadavg()[0] ?? 0,
});

export type Machine = ReturnType<typeof machineNow>;

/** Above this load others take so much of the processors that the figures tell of them. */
const quiet = 0.5;

/** @throws Error when other work runs on the machine, unless the caller measures anyway */
export const mustBeQuiet = (machine: Machine, anyway = false): Machine => {
  if (machine.load <= quiet || anyway) return machine;
  throw new Error(
    `Other work runs on this machine: its load is ${machine.load.toFixed(1)}. Wait, or say --anyway.`,
  );
};
