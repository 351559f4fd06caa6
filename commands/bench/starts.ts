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
import { type Progress, shown } from "../cli/output.ts";
import { tableName } from "../fixture.ts";
import { loopbackCertificate } from "../loopback-certificate.ts";
import { demoWith, openBench, quantile, requestTo, save } from "./functions.ts";

/** The flags with which Lambda's runtime starts Node for a function of 512 MB; and the share of a core that these buy, in µs. */
const lambdaFlags =
  "--expose-gc --max-http-header-size=81920 --max-semi-space-size=25 --max-old-space-size=461";
const [quota, period] = [5_800, 20_000];

const cgroups = {
  "": { "cpu.max": `${quota} ${period}` },
  cpu: { "cpu.cfs_period_us": `${period}`, "cpu.cfs_quota_us": `${quota}` },
};

/** Makes a cgroup of either version with that share; gives the file of its processes, `undefined` where this process may make none. */
const openCgroup = (): string | undefined => {
  for (const [controller, settings] of Object.entries(cgroups)) {
    const folder = join("/sys/fs/cgroup", controller, `warehouse-bench-${process.pid}`);
    try {
      mkdirSync(folder);
      process.once("exit", () => rmdirSync(folder));
      for (const [name, value] of Object.entries(settings))
        writeFileSync(join(folder, name), value, { flag: "r+" });
      return join(folder, "cgroup.procs");
    } catch {}
  }
};

/** TLS before the engine: DynamoDB is reached over TLS only, for which the SDK loads other code. */
const startTls = async (engine: string, certificate: string) => {
  const { key, cert } = await loopbackCertificate();
  writeFileSync(certificate, cert);
  // Without it small packets wait for each other, up to 40 ms.
  const noDelay = true;
  const to = { port: Number(new URL(engine).port), host: "127.0.0.1", noDelay };
  const server = createServer({ key, cert, noDelay }, (socket) =>
    pipeline(socket, connect(to), socket, () => socket.destroy()),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, stop: () => server.close() };
};

/** Bundles what is measured, the reference first; and what acts as Lambda's runtime. */
const bundleAll = async (folder: string, erpFile: string) => {
  const require =
    'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';
  await build({
    entryPoints: ["sdk-alone", "runtime"].map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // CommonJS packages in an ES module ask for it.
    banner: { js: require },
    logLevel: "error",
  });
  const profile = resolve(import.meta.dirname, "../../sites/demo.ts");
  await bundleSite({ profile, folder, erpFile, codeCacheNode: process.execPath });
  const plain = join(folder, "plain");
  cpSync(join(folder, "post-box"), plain, { recursive: true });
  rmSync(join(plain, cacheFile));
  return [
    ["the SDK's client alone", join(folder, "sdk-alone.mjs")],
    ["post-box", join(folder, "post-box", "index.mjs")],
    ["post-box, no code cache", join(plain, "index.mjs")],
  ] as const;
};

type Run = Readonly<Record<"load" | "event" | "warm", number>>;

/** Of each kind: the saves of verified goods that a process gets, what is compared, the figures beside it, and the goals. */
const kinds = {
  cold: {
    saves: 1,
    of: ({ load, event }: Run) => load + event,
    parts: ["load", "event"],
    goals: ["", "0.42", "0.57"],
  },
  warm: { saves: 2_000, of: ({ warm }: Run) => warm * 1_000, parts: [], goals: ["", "1.20"] },
} as const;

/** Starts post-box and the reference in turns, each in a fresh process, and compares them by rounds. The first one does not count. */
export const measureStarts = async (kind: "cold" | "warm", rounds: number, progress: Progress) => {
  const { saves, of, parts, goals } = kinds[kind];
  const fixture = await demoWith(["PO1-1"]);
  const [runtime, eventsFile, certificate] = ["runtime.mjs", "events.json", "certificate.pem"].map(
    (name) => join(fixture.folder, name),
  ) as [string, string, string];
  try {
    const { endpoint } = await fixture.open();
    const bundles = await bundleAll(fixture.folder, fixture.erp);
    // The ERP is asked once for these goods: all later saves are one transaction.
    await (await openBench(fixture, endpoint)).sure(save("BX0", "PO1-1"));
    const tls = await startTls(endpoint, certificate);
    const cgroup = kind === "cold" ? openCgroup() : undefined;
    const env = {
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
      AWS_LAMBDA_FUNCTION_NAME: "bench",
      TABLE_NAME: tableName,
      ERP_SQLITE: fixture.erp,
      DYNAMODB_ENDPOINT: kind === "cold" ? tls.url : endpoint,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    const start = async (file: string, turn: number): Promise<Run> => {
      const events = Array.from({ length: saves }, (_, at) =>
        requestTo(save(`BX${turn}-${at}`, "PO1-1"), fixture.site),
      );
      writeFileSync(eventsFile, JSON.stringify(events));
      const args = [...lambdaFlags.split(" "), runtime, file, eventsFile, cgroup ?? ""];
      const options = { env, maxBuffer: 2 ** 26 };
      const { stdout } = await promisify(execFile)(process.execPath, args, options);
      if (stdout.includes("codeCacheRejected")) throw new Error("The code cache was rejected.");
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
    };
    const subjects = bundles
      .slice(0, goals.length)
      .map(([name, file]) => ({ name, file, runs: [] as Run[] }));
    const bar = progress("processes", (rounds + 1) * subjects.length);
    let turn = 0;
    for (let round = 0; round <= rounds; round += 1)
      // Another order in each round.
      for (const { file, runs } of round % 2 === 0 ? subjects : subjects.toReversed()) {
        turn += 1;
        const run = await start(file, turn);
        if (round > 0) runs.push(run);
        bar.add();
      }
    bar.end();
    tls.stop();
    const reference = subjects[0]?.runs ?? [];
    const rows = subjects.map(({ name, runs }, at) => [
      name,
      ...parts.map((part) => shown(quantile(runs.map((run) => run[part])), 1)),
      shown(quantile(runs.map(of)), 1),
      quantile(runs.map((run, round) => of(run) / of(reference[round] ?? run))).toFixed(2),
      goals[at] ?? "",
    ]);
    return { rows, shared: cgroup !== undefined };
  } finally {
    await fixture.stop();
  }
};
