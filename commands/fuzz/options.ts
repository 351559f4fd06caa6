import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {
  override name = "UsageError";
}

export const bothSites = ["demo", "test/site/odd.ts"] as const;

/** What --help prints. */
export const help = `Sends valid and invalid requests, made from the API's description, and checks what is promised of every answer.

  npm run fuzz -- [options]

  --n <count>        how many requests, in all (default 20000); the curated values come on top, at most as many again
  --seed <number>    makes the same requests again (default: drawn, and printed)
  --site <site>      demo, a path that ends in .ts, or both: demo and the deliberately odd site of the tests (default both)
  --url <url>        test the service that answers there, instead of one of its own; its site must be named
  --header <n: v>    send this header with each request, for a service that wants credentials; may be repeated
  --only <check>     run this check alone, named as a finding names it
  --path <path>      with --only and --seed: replay the one case that a finding names
  --json             print the figures as JSON
  --help             show this text

Checks: no status 5xx or 429; exactly error_code, message and domain in every error; status, code, domain and content type as the
operation describes them; bodies as their schema; what the description accepts is not called invalid, what it does not accept is;
405 (as the site answers it) for a wrong method; what was created is readable, what was deleted is gone; with --header, and on a
site with API keys, no route answers without credentials or with wrong ones.

Exit status 0 without findings, 1 with findings, 2 for a wrong call.
`;

const parsed = (args: string[]) => {
  try {
    return parseArgs({
      args,
      options: {
        n: { type: "string", default: "20000" },
        seed: { type: "string" },
        site: { type: "string", default: "both" },
        url: { type: "string" },
        header: { type: "string", multiple: true, default: [] },
        only: { type: "string" },
        path: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
};

const whole = (name: string, text: string, most: number): number => {
  if (/^\d{1,10}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${name} takes a whole number up to ${most}, not "${text}".`);
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[]) => {
  const { n, seed, site, url, header, only, path, json, help } = parsed(args);
  if (help) return undefined;
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? ""))
    throw new UsageError(`--url takes a web address, not "${url}".`);
  if (url !== undefined && site === "both") throw new UsageError("--url needs --site: one service has one site.");
  if (path !== undefined && (only === undefined || seed === undefined)) throw new UsageError("--path needs --only and --seed.");
  const headers = header.map((text) => {
    const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) throw new UsageError(`--header takes "name: value", not "${text}".`);
    return [name.toLowerCase(), value] as const;
  });
  return {
    n: whole("n", n, 10_000_000),
    seed: seed === undefined ? randomInt(2 ** 31) : whole("seed", seed, 2 ** 31),
    site,
    url,
    headers: Object.fromEntries(headers),
    only,
    path,
    json,
  };
};

export type Options = NonNullable<ReturnType<typeof optionsFrom>>;
