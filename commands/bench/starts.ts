import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import { build } from "esbuild";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { cacheFile } from "#infra/bundle/compile.ts";
import { profileOf } from "#infra/choose-site.ts";
import { progress, quantile, shown } from "../cli/output.ts";
import { tableName } from "../fixture.ts";
import { loopbackCertificate } from "../loopback-certificate.ts";
import { demoWith, openBench, requestTo, type Step } from "./functions.ts";

/** The flags with which Lambda's runtime starts Node for a function of 512 MB. */
const lambdaFlags =
  "--expose-gc --max-http-header-size=81920 --max-semi-space-size=25 --max-old-space-size=461";
/** The share of a core that these buy, in µs, as files of either version of cgroups. */
const share = { "cpu.max": "5800 20000", "cpu.cfs_period_us": "20000", "cpu.cfs_quota_us": "5800" };

/** Makes a cgroup with that share; gives the file of its processes, or "" where it may not. */
const openCgroup = (): string => {
  for (const root of ["/sys/fs/cgroup/cpu", "/sys/fs/cgroup"])
    try {
      const folder = join(root, `warehouse-bench-${process.pid}`);
      mkdirSync(folder);
      process.once("exit", () => rmdirSync(folder));
      for (const [name, value] of Object.entries(share))
        if (existsSync(join(folder, name))) writeFileSync(join(folder, name), value);
      if (existsSync(join(folder, "cgroup.procs"))) return join(folder, "cgroup.procs");
    } catch {}
  return "";
};

/** TLS before the engine: DynamoDB is reached over TLS only, for which the SDK loads other code. */
const startTls = async (engine: string, certificate: string) => {
  const { key, cert } = await loopbackCertificate();
  writeFileSync(certificate, cert);
  // Without `noDelay` small packets wait for each other, up to 40 ms.
  const to = { port: Number(new URL(engine).port), host: "127.0.0.1", noDelay: true };
  const server = createServer({ key, cert, noDelay: true }, (socket) =>
    pipeline(socket, connect(to), socket, () => socket.destroy()),
  ).unref();
  await once(server.listen(0, "127.0.0.1"), "listening");
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** The bundles with their names, the reference first. */
const bundleAll = async (folder: string, erpFile: string) => {
  const alone = join(folder, "sdk-alone.cjs");
  const entryPoints = [join(import.meta.dirname, "sdk-alone.ts")];
  await build({ entryPoints, outfile: alone, bundle: true, platform: "node" });
  const codeCacheNode = process.execPath;
  await bundleSite({ profile: profileOf("demo"), folder, erpFile, codeCacheNode });
  const plain = join(folder, "plain");
  cpSync(join(folder, "post-box"), plain, { recursive: true });
  rmSync(join(plain, cacheFile));
  return [
    ["the SDK's client alone", alone],
    ["post-box", join(folder, "post-box/index.mjs")],
    ["post-box, no code cache", join(plain, "index.mjs")],
  ] as const;
};

/** What `runtime.ts` prints: milliseconds, and of a warm event microseconds. */
type Run = Readonly<Record<"load" | "event" | "warm", number>>;
const goals = { cold: ["", "0.42", "0.57"], warm: ["", "1.20"] };

/** Starts post-box and the reference in turns, each in a fresh process. The first round does not count. */
export const measureStarts = async (kind: keyof typeof goals, rounds: number) => {
  await using fixture = await demoWith(["PO1-1"]);
  const { folder, erp } = fixture;
  const [eventsFile, certificate] = [join(folder, "events.json"), join(folder, "tls.pem")];
  const { endpoint } = await fixture.open();
  const bundles = (await bundleAll(folder, erp)).slice(0, goals[kind].length);
  const save = (box_no: string): Step => ["post-box", { box_no, zongpai: "PO1-1", quantity: 1 }];
  // Once verified, every save is one transaction.
  await (await openBench(fixture, endpoint)).sure(save("BX0"));
  const cold = kind === "cold";
  const cgroup = cold ? openCgroup() : "";
  const env = {
    ...{ AWS_REGION: "eu-central-1", AWS_LAMBDA_FUNCTION_NAME: "bench" },
    ...{ AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench" },
    ...{ TABLE_NAME: tableName, ERP_SQLITE: erp },
    DYNAMODB_ENDPOINT: cold ? await startTls(endpoint, certificate) : endpoint,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const runtime = [...lambdaFlags.split(" "), join(import.meta.dirname, "runtime.ts")];
  const start = async (file: string, turn: number): Promise<Run> => {
    const boxes = Array.from({ length: cold ? 1 : 2_000 }, (_, at) => `BX${turn}-${at}`);
    writeFileSync(eventsFile, JSON.stringify(boxes.map((box_no) => requestTo(save(box_no)))));
    const args = [...runtime, file, eventsFile, cgroup];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    if (stdout.includes("codeCacheRejected")) throw new Error("The code cache was rejected.");
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
  };
  const all = bundles.map(([name, file]) => ({ name, file, runs: [] as Run[] }));
  await progress("rounds", rounds + 1, async (add) => {
    for (let round = 0; round <= rounds; round += 1, add())
      for (const [at, { file, runs }] of all.entries()) {
        const run = await start(file, round * all.length + at);
        if (round > 0) runs.push(run);
      }
  });
  const of = ({ load, event, warm }: Run) => (cold ? load + event : warm);
  const parts = cold ? [({ load }: Run) => load, ({ event }: Run) => event, of] : [of];
  const ratio = (run: Run, round: number) => of(run) / of(all[0]?.runs[round] ?? run);
  const rows = all.map(({ name, runs }, at) => [
    name,
    ...parts.map((part) => shown(quantile(runs.map(part)), 1)),
    quantile(runs.map(ratio)).toFixed(2),
    goals[kind][at] ?? "",
  ]);
  return { rows, core: cgroup ? "0.29 of a core" : "a whole core" };
};
