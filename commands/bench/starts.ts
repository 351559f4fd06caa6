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
import { erpRowsOf, openFixture, tableName } from "../fixture.ts";
import { loopbackCertificate } from "../loopback-certificate.ts";
import { openBench, requestTo } from "./functions.ts";
import type { Step } from "./steps.ts";

/** The flags with which Lambda's runtime starts Node for a function of 512 MB; and the share of a core that these buy, in µs. */
const lambdaFlags = [
  "--expose-gc",
  "--max-http-header-size=81920",
  "--max-semi-space-size=25",
  "--max-old-space-size=461",
];
const [quota, period] = [5_800, 20_000];

const cgroups: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  ["", { "cpu.max": `${quota} ${period}` }],
  ["cpu", { "cpu.cfs_period_us": `${period}`, "cpu.cfs_quota_us": `${quota}` }],
];

/** Makes a cgroup of either version with that share; gives the file of its processes, `undefined` where this process may make none. */
const openCgroup = (): string | undefined => {
  for (const [controller, settings] of cgroups) {
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
const startTls = async (engine: string, folder: string) => {
  const { key, cert } = await loopbackCertificate();
  const certificate = join(folder, "certificate.pem");
  writeFileSync(certificate, cert);
  const port = Number(new URL(engine).port);
  // Otherwise small packets wait for each other, up to 40 ms.
  const noDelay = true;
  const server = createServer({ key, cert, noDelay }, (socket) =>
    pipeline(socket, connect({ port, host: "127.0.0.1", noDelay }), socket, () => socket.destroy()),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port: own } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${own}`, certificate, stop: () => server.close() };
};

/** Bundles what is measured, the reference first; and what acts as Lambda's runtime. */
const bundleAll = async (folder: string, erpFile: string) => {
  await build({
    entryPoints: ["sdk-alone", "runtime"].map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node24",
    // CommonJS packages in an ES module ask for `require`.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    logLevel: "error",
  });
  const profile = resolve(import.meta.dirname, "../../sites/demo.ts");
  await bundleSite({ profile, folder, erpFile, codeCacheNode: process.execPath });
  const plain = join(folder, "plain");
  cpSync(join(folder, "post-box"), plain, { recursive: true });
  rmSync(join(plain, cacheFile));
  return {
    "the SDK's client alone": join(folder, "sdk-alone.mjs"),
    "post-box": join(folder, "post-box", "index.mjs"),
    "post-box, no code cache": join(plain, "index.mjs"),
  };
};

type Run = Readonly<Record<"load" | "event" | "warm", number>>;

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** Saves of verified goods that each process gets: one fresh function, or one that gets warm. */
const saves = { cold: 1, warm: 3_000 };
const goals = { cold: ["", "0.42", "0.57"], warm: ["", "1.20", ""] };
const figure = {
  cold: ({ load, event }: Run) => load + event,
  warm: ({ warm }: Run) => warm * 1_000,
};

/**
 * Starts post-box and the reference in turns, each time in a fresh process, and compares them round by round, so that what disturbs one
 * disturbs all. The first round does not count.
 */
export const measureStarts = async (kind: "cold" | "warm", rounds: number, progress: Progress) => {
  const goods = "PO1-1";
  const fixture = await openFixture("bench", "demo", (site) =>
    erpRowsOf({ goods: [goods], boxes: [] }, 999_999, site),
  );
  try {
    const { endpoint } = await fixture.open();
    const subjects = Object.entries(await bundleAll(fixture.folder, fixture.erp));
    const save = (box_no: string): Step => ({
      route: "post-box",
      fields: { box_no, zongpai: goods, quantity: 1 },
    });
    // The ERP is asked once for these goods: all later saves are one transaction.
    await (await openBench(fixture, endpoint)).sure(save("BX0"));
    const tls = await startTls(endpoint, fixture.folder);
    const cgroup = kind === "cold" ? openCgroup() : undefined;
    const env = {
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "bench",
      AWS_SECRET_ACCESS_KEY: "bench",
      AWS_LAMBDA_FUNCTION_NAME: "bench",
      TABLE_NAME: tableName,
      ERP_SQLITE: fixture.erp,
      DYNAMODB_ENDPOINT: kind === "cold" ? tls.url : endpoint,
      NODE_EXTRA_CA_CERTS: tls.certificate,
    };
    const [runtime, eventsFile] = ["runtime.mjs", "events.json"].map((name) =>
      join(fixture.folder, name),
    ) as [string, string];
    const start = async (file: string, turn: number): Promise<Run> => {
      const events = Array.from({ length: saves[kind] }, (_, at) =>
        requestTo(save(`BX${turn}-${at}`), fixture.site),
      );
      writeFileSync(eventsFile, JSON.stringify(events));
      const args = [...lambdaFlags, runtime, file, eventsFile, cgroup ?? ""];
      const maxBuffer = 2 ** 26;
      const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer });
      if (stdout.includes("codeCacheRejected")) throw new Error("The code cache was rejected.");
      return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
    };
    const wanted = kind === "cold" ? subjects : subjects.slice(0, 2);
    const runs: Run[][] = wanted.map(() => []);
    const bar = progress("processes", (rounds + 1) * wanted.length);
    for (let round = 0; round <= rounds; round += 1)
      for (const at of wanted.keys()) {
        // Another order in each round.
        const which = (at + round) % wanted.length;
        const run = await start(wanted[which]?.[1] ?? "", round * wanted.length + at + 1);
        if (round > 0) runs[which]?.push(run);
        bar.add();
      }
    bar.end();
    tls.stop();
    const rows = wanted.map(([name], at) => {
      const of = (value: (run: Run) => number) => shown(median((runs[at] ?? []).map(value)), 1);
      const ratios = (runs[at] ?? []).map(
        (run, round) => figure[kind](run) / figure[kind](runs[0]?.[round] ?? run),
      );
      const parts = kind === "cold" ? [of(({ load }) => load), of(({ event }) => event)] : [];
      return [name, ...parts, of(figure[kind]), median(ratios).toFixed(2), goals[kind][at] ?? ""];
    });
    return { rows, shared: cgroup !== undefined };
  } finally {
    await fixture.stop();
  }
};
