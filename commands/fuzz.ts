import { once } from "node:events";
import { followNpm } from "#infra/local/follow-npm.ts";
import { spawnBound } from "#infra/local/spawn-bound.ts";
import { bothSites, help, type Options, optionsFrom, UsageError } from "./fuzz/options.ts";
import { reportOf } from "./fuzz/report.ts";
import { progressOn } from "./replay/progress.ts";

/** `npm run fuzz`: what it does and takes is in `fuzz/options.ts`. Figures go to stdout, everything else to stderr. */

/** Exit status after Ctrl-C. */
const interrupted = 130;

/** One site a process: what uses `#site` keeps the one that it was loaded with. */
const eachSite = async ({ n, seed, json }: Options): Promise<number> => {
  const codes: number[] = [];
  // Ctrl-C reaches the child too, which stops its stage and tells by its status.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child?.kill(signal));
  let child: ReturnType<typeof spawnBound> | undefined;
  for (const site of bothSites) {
    const args = ["--site", site, "--n", String(Math.ceil(n / bothSites.length)), "--seed", String(seed), ...(json ? ["--json"] : [])];
    child = spawnBound(process.execPath, [import.meta.filename, ...args], { stdio: ["inherit", "inherit", "inherit"] });
    const [code] = (await once(child, "close")) as [number | null];
    codes.push(code ?? 1);
    if (code === interrupted || code === null) break;
  }
  return Math.max(...codes);
};

const oneSite = async (options: Options): Promise<number> => {
  const [{ ownService, serviceAt }, { fuzz }] = await Promise.all([import("./fuzz/service.ts"), import("./fuzz/run.ts")]);
  const service = await (options.url === undefined
    ? ownService(options.site, options.n, "authorization" in options.headers)
    : serviceAt(options.site, options.url));
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= service.stop();
    return stopping;
  };
  // The engine is a process of its own and would stay behind.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.on(signal, () => void stop().finally(() => process.exit(interrupted)));
  try {
    const bar = progressOn(process.stderr)(service.site.name, options.n * 2);
    const start = performance.now();
    const outcome = await fuzz(service, options, bar.done);
    bar.end();
    const seconds = (performance.now() - start) / 1_000;
    const { site, seed, n, json } = options;
    process.stdout.write(
      json ? `${JSON.stringify({ site, seed, n, seconds, ...outcome })}\n` : reportOf(outcome, site, service.url, seconds, options),
    );
    return outcome.findings.length === 0 ? 0 : 1;
  } finally {
    await stop();
  }
};

const main = async (args: string[]): Promise<number> => {
  try {
    const options = optionsFrom(args);
    if (options) return await (options.site === "both" ? eachSite(options) : oneSite(options));
    process.stdout.write(help);
    return 0;
  } catch (error) {
    const { name, message, stack } = error as Error;
    const usage = error instanceof UsageError || name === "UsageError";
    console.error(usage ? message : stack);
    if (usage) console.error("npm run fuzz -- --help says what it takes.");
    return usage ? 2 : 1;
  }
};

followNpm(() => process.exit(interrupted));
process.exitCode = await main(process.argv.slice(2));
