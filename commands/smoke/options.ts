import { parseArgs } from "node:util";
import { usageError } from "#infra/local/usage-error.ts";
import { parsing } from "../store/run-command.ts";

/** What --help prints. */
export const help = `Calls a running service as a scanner does and says whether it keeps what its API promises: after a deployment, or at any time.

  npm run smoke -- --url <base url> [options]

  --url <url>        where the service answers, with or without the site's base path
  --site <name>      its site: a name under sites/, or a path that ends in .ts (SITE, else demo)
  --read-only        write nothing
  --goods <zongpai>  with --box: goods and a box that the ERP knows and nobody else works with; the demo ERP's if not said
  --box <box no>
  --wait <seconds>   how long a new deployment may take until it answers for the first time (default 0)
  --help             show this text

Credentials come from the environment, as the site asks for them:
  iam      AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
           (from a profile: eval "$(aws configure export-credentials --format env)")
  apiKey   SMOKE_API_KEY
  jwt      SMOKE_TOKEN, or SMOKE_TOKEN_URL with SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET, which ask the issuer for one

It may run again and again on the same table: what it puts into a box it takes out again. The goods keep the location and the
attachment configuration that it gave them, and everything stays in their history.
Exit status 0 if every check passed, 1 if one failed, 2 for a wrong call.
`;

const definitions = {
  url: { type: "string" },
  site: { type: "string" },
  "read-only": { type: "boolean", default: false },
  goods: { type: "string" },
  box: { type: "string" },
  wait: { type: "string", default: "0" },
  help: { type: "boolean", default: false },
} as const;

const secondsFrom = (text: string): number => {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw usageError(`--wait takes a whole number of seconds up to 999, not "${text}".`);
};

/**
 * Reads the command line; `undefined` when it asks for help.
 * @throws UsageError
 */
export const optionsFrom = (args: string[], env: NodeJS.ProcessEnv) => {
  const { values } = parsing(() => parseArgs({ args, options: definitions }));
  if (values.help) return undefined;
  const { url, goods, box } = values;
  if (url === undefined) throw usageError("--url must say where the service answers.");
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? "")) throw usageError(`--url takes a web address, not "${url}".`);
  if ((goods === undefined) !== (box === undefined)) throw usageError("--goods and --box go together.");
  return {
    url,
    site: values.site ?? (env.SITE || "demo"),
    readOnly: values["read-only"],
    wait: secondsFrom(values.wait),
    ...(goods !== undefined && box !== undefined ? { pair: { goods, box } } : {}),
  };
};
