import { chooseSite } from "#infra/choose-site.ts";
import { command, run, siteHelp, webAddress, wholeFrom } from "./cli/command.ts";
import { type Outcome, outcomeLine, pairOf, smoke } from "./smoke/run.ts";

const program = command(
  "smoke",
  "Calls a running service as a scanner does and says whether it keeps what its API promises: after a deployment, or at any time.",
  `Credentials come from the environment, as the site asks for them:
  iam      AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
           (from a profile: eval "$(aws configure export-credentials --format env)")
  apiKey   SMOKE_API_KEY; on this machine the local stage's own key if it is not set
  jwt      SMOKE_TOKEN, or SMOKE_TOKEN_URL with SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET, which ask the issuer for one

It may run again and again on the same table: what it puts into a box it takes out again. The goods keep the location and the
attachment configuration that it gave them, and everything stays in their history.
Exit status: 0 if every check passed, 1 if one failed, 2 for a wrong call.`,
)
  .requiredOption(
    "--url <url>",
    "where the service answers, with or without the site's base path",
    webAddress,
  )
  .option("--site <name>", `its site: ${siteHelp}`, process.env.SITE || "demo")
  .option("--read-only", "write nothing")
  .option(
    "--goods <zongpai>",
    "with --box: goods and a box that the ERP knows and nobody else works with (default: the demo ERP's)",
  )
  .option("--box <box no>")
  .option(
    "--wait <seconds>",
    "how long a new deployment may take until it answers for the first time",
    wholeFrom(0, 999),
    0,
  )
  .action(async ({ url, goods, box, site: choice, ...options }) => {
    const pair = pairOf({ goods, box });
    const site = await chooseSite(choice);
    const outcomes = await smoke(site, { url, pair, ...options }, (outcome) =>
      console.log(outcomeLine(outcome)),
    );
    const count = (state: Outcome["state"]) =>
      `${outcomes.filter((outcome) => outcome.state === state).length} ${state}`;
    console.log(`smoke of ${url}: ${count("passed")}, ${count("FAILED")}, ${count("skipped")}`);
    process.exitCode = outcomes.some(({ state }) => state === "FAILED") ? 1 : 0;
  });

await run(program);
