import { randomInt } from "node:crypto";
import { join } from "node:path";
import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import { localCredentials } from "#infra/local/authenticate-key.ts";
import { startStage } from "#infra/local/stage.ts";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { command, run, siteHelp, webAddress, wholeFrom } from "./cli/command.ts";
import { printFigures, progressOn } from "./cli/output.ts";
import { isLoopback } from "./contract/address.ts";
import { curlOf } from "./contract/request.ts";
import { fuzz, type Service } from "./fuzz/run.ts";
import { knownOf } from "./fuzz/values.ts";
import { erpRowsOf, openStand } from "./stand.ts";

const bothSites = ["demo", "test/site/odd.ts"];

/** So much is ordered of all goods that no rule about orders stands against a life. */
const ordered = 1_000_000;

type Headers = Readonly<Record<string, string>>;
type Own = Service & { readonly stop: () => Promise<void> };

const headersFrom = (text: string, before: Headers): Headers => {
  const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('It takes "name: value".');
  return { ...before, [name.toLowerCase()]: value };
};

/** The whole service of a site in this process, with a store and an ERP of its own in a temporary folder. */
const ownService = async (choice: string, requests: number, headers: Headers): Promise<Own> => {
  // More goods than a run takes: each life uses new ones.
  const namesOf = (site: Site) => knownOf(site, 100 + Math.ceil(requests / 20));
  const { site, folder, erp, ...stand } = await openStand("fuzz", choice, (site) => erpRowsOf(namesOf(site), ordered, site));
  if (site.auth.scheme === "jwt" && !("authorization" in headers))
    throw usageError(`The site ${site.name} takes tokens of ${site.auth.issuer}: give one with --header 'Authorization: Bearer …'.`);
  const stage = await startStage({ site: choice, port: 0, dataDir: join(folder, "data"), erpSqlite: erp });
  const credentials = { ...localCredentials(site, stage.apiKeys), ...headers };
  const stop = async () => {
    await stage.stop();
    await stand.stop();
  };
  return { site, url: stage.url, known: namesOf(site), own: true, credentials, stop };
};

type Named = { readonly goods?: readonly string[] | undefined; readonly box?: readonly string[] | undefined };
type Run = Named & {
  readonly n: number;
  readonly seed: number;
  readonly url?: string | undefined;
  readonly header: Headers;
  readonly only?: string | undefined;
  readonly json?: true | undefined;
};

/** A service that somebody else runs. An ERP that is somebody's is asked for nothing but what is named. */
const elsewhere = async (choice: string, url: string, credentials: Headers, { goods, box: boxes }: Named): Promise<Own> => {
  const site = await chooseSite(choice);
  if (site.erp.connection && !goods)
    throw usageError(`The ERP of the site ${site.name} is a server: name goods and boxes that it knows with --goods and --box.`);
  const known = goods && boxes ? { goods, boxes, only: true } : knownOf(site, 20);
  const own = isLoopback(url) ? localCredentials(site) : {};
  return { site, url, known, own: false, credentials: { ...own, ...credentials }, stop: async () => {} };
};

/** Fuzzes a site, tells what was found, and gives the exit status. */
const fuzzSite = async (choice: string, { n, seed, url, header, only, json, ...named }: Run): Promise<number> => {
  const service = url === undefined ? await ownService(choice, n, header) : await elsewhere(choice, url, header, named);
  const bar = progressOn(process.stderr)(service.site.name, n * 2);
  const start = performance.now();
  try {
    const outcome = await fuzz(service, { n, seed, only }, bar.add);
    bar.end();
    const seconds = (performance.now() - start) / 1_000;
    const findings = outcome.findings.map(({ sent, ...finding }) => ({
      ...finding,
      curl: sent && curlOf(sent, service.url),
      again: `npm run fuzz -- --site ${choice} --seed ${seed} --n ${n} --only '${finding.check}'`,
    }));
    printFigures({ site: choice, seed, n, seconds, ...outcome, findings }, json);
    return outcome.findings.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
  }
};

const program = command(
  "fuzz",
  "Sends valid and invalid requests, made from the API's description, and checks what is promised of every answer.",
  `Checks: no status 5xx or 429; exactly error_code, message and domain in every error; status, code, domain and content type as the
operation describes them; bodies as their schema; what the description accepts is not called invalid, what it does not accept is;
405 (as the site answers it) for a wrong method; what was created is readable, what was deleted is gone; with --header, and on a
site with API keys, no route answers without credentials or with wrong ones.

Exit status: 0 without findings, 1 with findings, 2 for a wrong call.`,
)
  .option(
    "--n <count>",
    "how many requests, in all; the curated values come on top, at most as many again",
    wholeFrom(1, 10_000_000),
    20_000,
  )
  .option("--seed <number>", "makes the same requests again (default: drawn, and printed)", wholeFrom(0, 2 ** 31))
  .option("--site <site>", `${siteHelp} (default: demo, and the deliberately odd site of the tests)`)
  .option("--url <url>", "test the service that answers there, instead of one of its own; its site must be named", webAddress)
  .option("--goods <zongpai...>", "with --url and --box: goods that its ERP knows; it is asked for no others")
  .option("--box <box no...>")
  .addOption(
    new Option("--header <n: v>", "send this header with each request, for a service that wants credentials; may be repeated")
      .argParser<Headers>(headersFrom)
      .default<Headers>({}, "none"),
  )
  .option(
    "--only <check>",
    "run this check alone, named as a finding names it; with --seed and --n of the finding, its requests come again",
  )
  .option("--json", "print the figures as JSON")
  .action(async ({ n, seed = randomInt(2 ** 31), site: choice, ...options }) => {
    const { url, goods, box } = options;
    if (url !== undefined && choice === undefined) program.error("--url needs --site: one service has one site.");
    if ((goods === undefined) !== (box === undefined) || (goods && url === undefined))
      program.error("--goods, --box and --url go together.");
    const sites = choice === undefined ? bothSites : [choice];
    for (const site of sites) {
      const found = await fuzzSite(site, { ...options, n: Math.ceil(n / sites.length), seed });
      process.exitCode = Math.max(Number(process.exitCode ?? 0), found);
    }
  });

await run(program);
