import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect } from "node:net";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import { build } from "esbuild";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { cacheFile } from "#infra/bundle/compile.ts";
import { type Progress, quantile, shown } from "../cli/output.ts";
import { tableName } from "../fixture.ts";
import { loopbackCertificate } from "../loopback-certificate.ts";
import { demoWith, openBench, requestTo, type Step } from "./functions.ts";

/** The flags with which Lambda's runtime starts Node for a function of 512 MB; and the share of a core that these buy, in µs. */
const lambdaFlags =
  "--expose-gc --max-http-header-size=81920 --max-semi-space-size=25 --max-old-space-size=461";
const [quota, period] = ["5800", "20000"];

/** Of either version of cgroups: where its groups are, and the files of a share. */
const cgroups = [
  ["/sys/fs/cgroup", { "cpu.max": `${quota} ${period}` }],
  ["/sys/fs/cgroup/cpu", { "cpu.cfs_period_us": period, "cpu.cfs_quota_us": quota }],
] as const;

/** Makes a cgroup with that share; gives the file of its processes, or "" where this process may make none. */
const openCgroup = (): string => {
  for (const [root, settings] of cgroups) {
    const folder = join(root, `warehouse-bench-${process.pid}`);
    try {
      mkdirSync(folder);
      process.once("exit", () => rmdirSync(folder));
      for (const [name, value] of Object.entries(settings))
        writeFileSync(join(folder, name), value, { flag: "r+" });
      return join(folder, "cgroup.procs");
    } catch {}
  }
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

/** Bundles what is measured, the reference first. Gives names and files. */
const bundleAll = async (folder: string, erpFile: string) => {
  const alone = join(folder, "sdk-alone.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "sdk-alone.ts")],
    outfile: alone,
    bundle: true,
    platform: "node",
    format: "esm",
    // CommonJS packages in an ES module ask for it.
    banner: {
      js: 'import node from "module"; const require = node.createRequire(import.meta.url);',
    },
  });
  const profile = resolve(import.meta.dirname, "../../sites/demo.ts");
  await bundleSite({ profile, folder, erpFile, codeCacheNode: process.execPath });
  const plain = join(folder, "plain");
  cpSync(join(folder, "post-box"), plain, { recursive: true });
  rmSync(join(plain, cacheFile));
  return [
    ["the SDK's client alone", alone],
    ["post-box", join(folder, "post-box/index.mjs")],
    ["post-box, no code cache", join(plain, "index.mjs")],
  ] as const;
};

/** What `runtime.ts` prints: milliseconds of the load and the first event, microseconds of a warm one. */
type Run = Readonly<Record<"load" | "event" | "warm", number>>;

const goals = { cold: ["", "0.42", "0.57"], warm: ["", "1.20"] };

/** Starts post-box and the reference in turns, each in a fresh process, and compares them by rounds. The first one does not count. */
export const measureStarts = async (kind: keyof typeof goals, rounds: number, bars: Progress) => {
  await using fixture = await demoWith(["PO1-1"]);
  const { folder, erp } = fixture;
  const [eventsFile, certificate] = [join(folder, "events.json"), join(folder, "tls.pem")];
  const { endpoint } = await fixture.open();
  const bundles = await bundleAll(folder, erp);
  const save = (box_no: string): Step => ["post-box", { box_no, zongpai: "PO1-1", quantity: 1 }];
  // The ERP is asked once for these goods: all later saves are one transaction.
  await (await openBench(fixture, endpoint)).sure(save("BX0"));
  const cold = kind === "cold";
  const cgroup = cold ? openCgroup() : "";
  const env = {
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "bench",
    AWS_SECRET_ACCESS_KEY: "bench",
    AWS_LAMBDA_FUNCTION_NAME: "bench",
    TABLE_NAME: tableName,
    ERP_SQLITE: erp,
    DYNAMODB_ENDPOINT: cold ? await startTls(endpoint, certificate) : endpoint,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  const runtime = [...lambdaFlags.split(" "), join(import.meta.dirname, "runtime.ts")];
  const start = async (file: string, turn: number): Promise<Run> => {
    const boxes = Array.from({ length: cold ? 1 : 2_000 }, (_, at) => `BX${turn}-${at}`);
    writeFileSync(eventsFile, JSON.stringify(boxes.map((box_no) => requestTo(save(box_no)))));
    const options = { env, maxBuffer: 2 ** 26 };
    const args = [...runtime, file, eventsFile, cgroup];
    const { stdout } = await promisify(execFile)(process.execPath, args, options);
    if (stdout.includes("codeCacheRejected")) throw new Error("The code cache was rejected.");
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
  };
  const runs: Run[][] = goals[kind].map(() => []);
  const bar = bars("processes", (rounds + 1) * runs.length);
  for (let turn = 0; turn < (rounds + 1) * runs.length; turn += 1) {
    const round = Math.floor(turn / runs.length);
    // Another order in each round.
    const at = round % 2 === 0 ? turn % runs.length : runs.length - 1 - (turn % runs.length);
    const run = await start(bundles[at]?.[1] ?? "", turn);
    if (round > 0) runs[at]?.push(run);
    bar.add();
  }
  bar.end();
  const of = ({ load, event, warm }: Run) => (cold ? load + event : warm);
  const parts = cold ? (["load", "event"] as const) : [];
  const rows = runs.map((some, at) => [
    bundles[at]?.[0] ?? "",
    ...parts.map((part) => shown(quantile(some.map((run) => run[part])), 1)),
    shown(quantile(some.map(of)), 1),
    quantile(some.map((run, round) => of(run) / of(runs[0]?.[round] ?? run))).toFixed(2),
    goals[kind][at] ?? "",
  ]);
  return { rows, core: cgroup ? "0.29 of a core" : "a whole core" };
};
