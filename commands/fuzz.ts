import { randomInt } from "node:crypto";
import { join } from "node:path";
import { chooseSite } from "#infra/choose-site.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { startStage } from "#infra/local/stage.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { command, run, siteHelp, wholeFrom } from "./cli/command.ts";
import { printFigures, progressOn } from "./cli/output.ts";
import { curlOf } from "./contract/request.ts";
import { checksOf, type FuzzOptions, fuzz } from "./fuzz/run.ts";
import { knownOf } from "./fuzz/values.ts";
import { erpRowsOf, openStand } from "./stand.ts";

const bothSites = ["demo", "test/site/odd.ts"];

/** So much is ordered of all goods that no rule about orders stands against a life. */
const ordered = 1_000_000;

/** Fuzzes the whole service of a site, in this process and with a store and an ERP of its own; tells what was found, and how many findings. */
const fuzzSite = async (
  choice: string,
  options: FuzzOptions,
  json: true | undefined,
): Promise<number> => {
  const { n, seed } = options;
  // More goods than a run takes: each life uses new ones.
  const namesOf = (site: Site) => knownOf(site, 100 + Math.ceil(n / 20));
  const { site, folder, erp, stop } = await openStand("fuzz", choice, (site) =>
    erpRowsOf(namesOf(site), ordered, site),
  );
  if (site.auth.scheme === "jwt") throw usageError(`The site ${site.name} asks for tokens.`);
  const stage = await startStage({
    site: choice,
    port: 0,
    dataDir: join(folder, "data"),
    erpSqlite: erp,
  });
  const bar = progressOn(process.stderr)(site.name, 2 * n);
  const start = performance.now();
  try {
    const service = {
      site,
      url: stage.url,
      known: namesOf(site),
      credentials: localCredentials(site, stage.apiKeys),
    };
    const outcome = await fuzz(service, options, bar.add);
    const findings = outcome.findings.map(({ sent, ...finding }) => ({
      ...finding,
      curl: sent && curlOf(sent, stage.url),
      again: `npm run fuzz -- --site ${choice} --seed ${seed} --n ${n} --only '${finding.check}'`,
    }));
    bar.end();
    printFigures(
      { site: choice, seed, n, seconds: (performance.now() - start) / 1_000, ...outcome, findings },
      json,
    );
    return findings.length;
  } finally {
    await stage.stop();
    await stop();
  }
};

const program = command(
  "fuzz",
  "Sends valid and invalid requests, made from the API's description, and checks what is promised of every answer.",
  `Checks: no status 5xx or 429; exactly error_code, message and domain in every error; status, code, domain and content type as the
operation describes them; bodies as their schema; what the description accepts is not called invalid, what it does not accept is;
405 (as the site answers it) for a wrong method; what was created is readable, what was deleted is gone; on a site with API keys, no
route answers without one or with a wrong one.

Exit status: 0 without findings, 1 with findings, 2 for a wrong call.`,
)
  .option(
    "--n <count>",
    "how many requests, in all; of the curated values at most half as many come first",
    wholeFrom(1, 10_000_000),
    20_000,
  )
  .option(
    "--seed <number>",
    "makes the same requests again (default: drawn, and printed)",
    wholeFrom(0, 2 ** 31),
  )
  .option(
    "--site <site>",
    `${siteHelp} (default: demo, and the deliberately odd site of the tests)`,
  )
  .option(
    "--only <check>",
    "run this check alone, named as a finding names it; with --seed and --n of the finding, its requests come again",
  )
  .option("--json", "print the figures as JSON")
  .action(async ({ n, seed = randomInt(2 ** 31), site: choice, only, json }) => {
    const checks = new Map<string, readonly string[]>();
    for (const site of choice === undefined ? bothSites : [choice])
      checks.set(site, checksOf(await chooseSite(site)));
    const sites = [...checks.keys()].filter(
      (site) => only === undefined || checks.get(site)?.includes(only),
    );
    if (sites.length === 0)
      throw usageError(
        `There is no check "${only}". The checks are: ${[...new Set([...checks.values()].flat())].join(", ")}.`,
      );
    let found = 0;
    for (const site of sites)
      found += await fuzzSite(site, { n: Math.ceil(n / sites.length), seed, only }, json);
    process.exitCode = found === 0 ? 0 : 1;
  });

await run(program);
