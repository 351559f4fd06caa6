import { Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import {
  createCommand,
  parseWebAddress,
  runCommandLine,
  siteHelp,
  wholeNumberParser,
} from "./cli/command.ts";
import { outcomeLine } from "./smoke/check.ts";
import { pairOf } from "./smoke/pairs.ts";
import { runSmokeChecks, summaryOf } from "./smoke/run-smoke-checks.ts";

const interruptController = new AbortController();

const program = createCommand(
  "smoke",
  "Calls a running service as a scanner does and says whether it keeps what its API promises: after a deployment, or at any time.",
  `Credentials come from the environment, as the site asks for them:
  iam      AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
           (from a profile: eval "$(aws configure export-credentials --format env)")
  apiKey   SMOKE_API_KEY; on this machine the local stage's own key if it is not set
  jwt      SMOKE_TOKEN, or SMOKE_TOKEN_URL with SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET, which ask the issuer for one

It leaves boxes, places and attachment configurations as they were, also when a check fails. A check whose writes could not be
put back on this site, or for these goods, is skipped before it writes. If something could not be put back, the run names it and
fails. An interrupted run (Ctrl-C) puts back what it changed and ends; a second Ctrl-C ends it at once.

What it adds is history of the goods that it names; the last line says how many lines. Goods on a shelf are registered there again,
with a newer instant, and a configuration that was put back has a higher revision. The evidence of an attachment category that was not
configured before stays recorded; no endpoint shows it.

Exit status: 0 if no check failed, 1 if one failed, 2 for a wrong call, 130 if it was interrupted.`,
)
  .requiredOption(
    "--url <url>",
    "where the service answers, with or without the site's base path",
    parseWebAddress,
  )
  .option("--site <name>", `its site: ${siteHelp}`, process.env.SITE || "demo")
  .option("--read-only", "write nothing")
  .addOption(
    new Option(
      "--must-write",
      "fail if nothing is written; before any request, if there are no goods to write to",
    ).conflicts("readOnly"),
  )
  .option(
    "--goods <zongpai>",
    "with --box: goods and a box that the ERP knows and that are not in use (default: the demo ERP's)",
  )
  .option("--box <box no>")
  .option(
    "--wait <seconds>",
    "how long a new deployment may take until it answers for the first time",
    wholeNumberParser(0, 999),
    0,
  )
  .action(async ({ url, goods, box, site: choice, ...options }) => {
    const pair = pairOf({ goods, box });
    const site = await chooseSite(choice);
    const { signal } = interruptController;
    const smokeOptions = { url, pair, signal, ...options };
    const result = await runSmokeChecks(site, smokeOptions, (outcome) =>
      console.log(outcomeLine(outcome)),
    );
    console.log(`smoke of ${url}: ${summaryOf(result)}`);
    const isFailed = result.outcomes.some(({ state }) => state === "FAILED");
    if (!signal.aborted) process.exitCode = isFailed ? 1 : 0;
  });

await runCommandLine(program, 1, () => {
  console.error("Interrupted: what was changed is put back, then the run ends.");
  interruptController.abort(new Error("the run was interrupted"));
});
