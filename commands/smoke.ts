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
  "Calls a running service as a scanner does, and checks that it keeps the promises of its API. Run it after a deployment, or at any time.",
  `Credentials come from the environment. They depend on the site's scheme:
  iam      AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
           (from a profile: eval "$(aws configure export-credentials --format env)")
  apiKey   SMOKE_API_KEY; the default on this machine is the local stage's own key
  jwt      SMOKE_TOKEN, or SMOKE_TOKEN_URL with SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET, with which it gets one from the issuer

It restores boxes, places and attachment configurations, also when a check fails. It skips a check whose writes it could not undo on this
site or for these goods. If something could not be restored, the run names it and fails. An interrupted run (Ctrl-C) restores what it
changed and then ends; a second Ctrl-C ends it at once.

Only this stays: the history of the goods in the output; the last line gives the number of lines. Goods on a shelf are registered there
again, with a newer instant. A restored configuration has a higher revision. The evidence of an attachment category that was not
configured before stays recorded; no endpoint shows it.

Exit status: 0 no check failed; 1 a check failed; 2 a wrong call; 130 interrupted.`,
)
  .requiredOption(
    "--url <url>",
    "address of the service, with or without the site's base path",
    parseWebAddress,
  )
  .option("--site <name>", `the site of the service: ${siteHelp}`, process.env.SITE || "demo")
  .option("--read-only", "write nothing")
  .addOption(
    new Option(
      "--must-write",
      "fail if nothing is written; if there are no goods to write to, fail before any request",
    ).conflicts("readOnly"),
  )
  .option(
    "--goods <zongpai>",
    "with --box: unused goods and an unused box that the ERP has (default: those of the demo ERP)",
  )
  .option("--box <box no>")
  .option(
    "--wait <seconds>",
    "the longest time until a new deployment gives its first answer",
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
  console.error("Interrupted: the run restores what it changed, then ends.");
  interruptController.abort(new Error("the run was interrupted"));
});
