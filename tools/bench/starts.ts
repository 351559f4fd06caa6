import { execFile } from "node:child_process";
import { statSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer, request } from "node:http";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createServer } from "node:tls";
import { promisify } from "node:util";
import { build } from "esbuild";
import { bundleSite } from "#infra/bundle/bundle-site.ts";
import { profileOf } from "#infra/choose-site.ts";
import { withoutToken } from "#infra/local/leave-out-token.ts";
import { formatNumber, quantile, showProgress } from "../../commands/cli/output.ts";
import { tableName } from "../../test/support/fixture.ts";
import { onLoopback } from "../../test/support/loopback.ts";
import { loopbackCertificate } from "../../test/support/loopback-certificate.ts";
import { demoWith, openDemo, requestTo, type Step } from "./demo.ts";

/** The flags with which Lambda's runtime starts Node for a function of 512 MB, and the share of a core that 512 MB buys. */
const lambdaFlags =
  "--expose-gc --max-http-header-size=81920 --max-semi-space-size=25 --max-old-space-size=461";
const share = 0.29;

/** The output of `runtime.ts`: load time in milliseconds, and processor time of the first and of a warm event in microseconds. */
type Run = Readonly<Record<"load" | "first" | "warm", number>>;

/** Lambda gives a function a whole core while it loads, and only its share for events. */
const load = ({ load }: Run) => load;
const first = ({ first }: Run) => first / 1_000 / share;
const both = (run: Run) => load(run) + first(run);
const warm = ({ warm }: Run) => warm;
/** The figures of each kind. The last figure is compared with the SDK alone. */
const figures = {
  cold: { "load ms": load, "first event ms": first, "both ms": both },
  warm: { "CPU of a request, µs": warm },
};

/** A TLS proxy of the engine. DynamoDB accepts only TLS, for which the SDK loads more code. */
const startTls = async (engine: string, certificate: string): Promise<string> => {
  const { key, cert } = await loopbackCertificate();
  writeFileSync(certificate, cert);
  // Without `noDelay` small packets wait for each other, up to 40 ms.
  const to = { port: Number(new URL(engine).port), host: "127.0.0.1", noDelay: true };
  const server = createServer({ key, cert, noDelay: true }, (socket) =>
    pipeline(socket, connect(to), socket, () => socket.destroy()),
  );
  return `https://127.0.0.1:${(await onLoopback(server.unref())).port}`;
};

/**
 * A proxy of the engine that removes the SDK's token from requests. Each token makes the engine slower, and late answers cost the bundle's
 * process more processor time.
 */
const startWithoutToken = async (engine: string): Promise<string> => {
  const server = createHttpServer({ noDelay: true }, async (incoming, response) => {
    const body = withoutToken(await buffer(incoming));
    const { method, url: path = "", headers } = incoming;
    const passed = { ...headers, "content-length": body.length };
    request(engine + path, { method, headers: passed }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end(body);
  });
  return (await onLoopback(server.unref())).url;
};

/** The bundles with their names, the reference first. */
const bundleAll = async (folder: string, erpFile: string) => {
  const alone = join(folder, "sdk-alone.cjs");
  const entryPoints = [join(import.meta.dirname, "sdk-alone.ts")];
  await build({ entryPoints, outfile: alone, bundle: true, platform: "node" });
  const fileOf = async (functions: "endpoint" | "group", id: string) => {
    const options = { profile: profileOf("demo"), folder: join(folder, functions), erpFile };
    const bundles = await bundleSite({ ...options, deployment: { functions, docs: false } });
    return join(bundles.get(id)?.folder ?? "", "bundle.cjs");
  };
  const [grouped, single] = [
    await fileOf("group", "asks-erp"),
    await fileOf("endpoint", "post-box"),
  ];
  const loaderOf = (bundle: string) => join(dirname(bundle), "index.mjs");
  return [
    { name: "the SDK's client alone", bundle: alone, file: alone },
    { name: "post-box, in its group", bundle: grouped, file: loaderOf(grouped) },
    { name: "post-box, alone", bundle: single, file: loaderOf(single) },
  ].map((one) => ({ ...one, runs: [] as Run[] }));
};

/** The median and the interquartile range. */
const spread = (values: readonly number[], decimals: number): string => {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) =>
    quantile(values, share).toFixed(decimals),
  );
  return `${middle} (${low} to ${high})`;
};

/** Starts each bundle in turn, in a fresh process. Each round begins with another bundle, and the first round does not count. */
export const measureStarts = async (kind: keyof typeof figures, rounds: number) => {
  await using fixture = await demoWith(["PO1-1"]);
  const { folder, erp } = fixture;
  const [eventsFile, certificate] = [join(folder, "events.json"), join(folder, "tls.pem")];
  const { endpoint } = await fixture.open();
  const bundles = await bundleAll(folder, erp);
  const save = (box_no: string): Step => ["post-box", { box_no, zongpai: "PO1-1", quantity: 1 }];
  // Once verified, every save is one transaction.
  await (await openDemo(fixture, endpoint)).sure(save("BX0"));
  const cold = kind === "cold";
  const env = {
    ...{ AWS_REGION: "eu-central-1", AWS_LAMBDA_FUNCTION_NAME: "bench" },
    ...{ AWS_ACCESS_KEY_ID: "bench", AWS_SECRET_ACCESS_KEY: "bench" },
    ...{ TABLE_NAME: tableName, ERP_SQLITE: erp },
    DYNAMODB_ENDPOINT: cold
      ? await startTls(endpoint, certificate)
      : await startWithoutToken(endpoint),
    NODE_EXTRA_CA_CERTS: certificate,
  };
  // As JavaScript, because Node's TypeScript compiler would still run on other threads during the first event.
  const runtimeFile = join(folder, "runtime.mjs");
  await build({ entryPoints: [join(import.meta.dirname, "runtime.ts")], outfile: runtimeFile });
  const runtime = [...lambdaFlags.split(" "), runtimeFile];
  const start = async (file: string, turn: number): Promise<Run> => {
    const boxes = Array.from(
      { length: cold ? 1 : 2_000 },
      (_, at) => `BX${(turn + 1) * 10_000 + at}`,
    );
    writeFileSync(eventsFile, JSON.stringify(boxes.map((box_no) => requestTo(save(box_no)))));
    const args = [...runtime, file, eventsFile];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return JSON.parse(stdout.trim().split("\n").at(-1) ?? "") as Run;
  };
  await showProgress("rounds", rounds + 1, async (add) => {
    for (let round = 0; round <= rounds; round += 1, add())
      for (let turn = 0; turn < bundles.length; turn += 1) {
        const started = bundles[(round + turn) % bundles.length];
        if (!started) continue;
        const run = await start(started.file, round * bundles.length + turn);
        if (round > 0) started.runs.push(run);
      }
  });
  const parts: readonly ((run: Run) => number)[] = Object.values(figures[kind]);
  const compared = parts.at(-1) ?? both;
  const reference = bundles[0]?.runs ?? [];
  const rows = bundles.map(({ name, bundle, runs }) => {
    const kilobytes = formatNumber(statSync(bundle).size / 1_000);
    const ratios = runs.map((run, round) => compared(run) / compared(reference[round] ?? run));
    const [decimals, isReference] = [cold ? 1 : 0, runs === reference];
    const values = parts.map((part) => spread(runs.map(part), decimals));
    return [name, kilobytes, ...values, isReference ? "1" : spread(ratios, 2)];
  });
  return {
    heads: ["", "kB", ...Object.keys(figures[kind]), "of the SDK alone"],
    rows,
    about: `medians of ${rounds} ${cold ? "starts" : "processes"}, with the range of the middle half in brackets. The last column compares pairs of one round`,
  };
};
