import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import { chooseSite } from "#infra/choose-site.ts";
import {
  createCommand,
  parseWebAddress,
  runCommandLine,
  siteHelp,
  wholeNumberParser,
} from "./cli/command.ts";
import { type CheckOutcome, NotKnown, outcomeLine, type Probe, probes } from "./smoke/check.ts";
import { pairOf } from "./smoke/goods-and-box.ts";
import { runSmokeChecks, summaryOf } from "./smoke/run-smoke-checks.ts";

const notKnownStatus = 3;
const exitStatusOf = (outcomes: readonly CheckOutcome[]): number => {
  const states = outcomes.map(({ state }) => state);
  if (states.includes("FAILED")) return 1;
  return states.includes("NOT KNOWN") ? notKnownStatus : 0;
};
const nothingHindered = "none";

const parseProbes = (text: string): Probe[] => {
  const found = probes.filter((probe) => text.split(",").includes(probe));
  if (found.join() === text || text === nothingHindered) return found;
  throw new InvalidArgumentError("It takes what --probe printed.");
};

const interruptController = new AbortController();

const program = createCommand(
  "smoke",
  "Calls a running service as a scanner does: it places goods, saves them into a box twice, corrects them and takes them out. Run it after a deployment, or at any time.",
  `Credentials come from the environment. They depend on the site's scheme:
  iam      AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION
           (from a profile: eval "$(aws configure export-credentials --format env)")
  apiKey   SMOKE_API_KEY; the default on this machine is the local stage's own key
  jwt      SMOKE_TOKEN, or SMOKE_TOKEN_URL with SMOKE_CLIENT_ID and SMOKE_CLIENT_SECRET, with which it gets one from the issuer

A request whose answer is lost is sent again with the same key. Place, box and attachments are then as before, also when a check fails or
after Ctrl-C; otherwise the run says what may be left, and fails. A second Ctrl-C ends it at once. The history keeps the lines of the run,
with the caller's name. Goods on a shelf are registered there again, with a newer instant. The run leaves out what it could not undo on this
site or for these goods, and says so.

A check is NOT KNOWN, and not FAILED, if the answer does not come from the deployed code: 401, 403, 429, an ERP that does not answer, or no
answer at all. With --before, this holds only for what was so before the deployment.

Exit status: 0 passed; 1 a check failed; 2 a wrong call; 3 not known, because a check says nothing or nothing was written; 130 interrupted.`,
)
  .requiredOption(
    "--url <url>",
    "address of the service, with or without the site's base path",
    parseWebAddress,
  )
  .option("--site <name>", `the site of the service: ${siteHelp}`, process.env.SITE || "demo")
  .option("--read-only", "write nothing")
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
  .addOption(
    new Option(
      "--probe",
      "before a deployment: only find out what hinders the test, and print it for --before",
    ).conflicts("before"),
  )
  .option(
    "--before <what>",
    `what --probe printed before the deployment: ${nothingHindered}, or names such as ${probes.slice(0, 2)}`,
    parseProbes,
  )
  .action(async ({ goods, box, site: choice, ...options }) => {
    const pair = pairOf({ goods, box });
    const site = await chooseSite(choice);
    const { signal } = interruptController;
    const print = options.probe ? console.error : console.log;
    const smokeOptions = { ...options, pair, signal };
    const result = await runSmokeChecks(site, smokeOptions, (outcome) =>
      print(outcomeLine(outcome)),
    );
    if (options.probe) return console.log(result.hindered.join() || nothingHindered);
    console.log(`smoke of ${options.url}: ${summaryOf(result)}`);
    if (!signal.aborted) process.exitCode = exitStatusOf(result.outcomes);
    return undefined;
  });

await runCommandLine(program, notKnownStatus, () => {
  console.error("Interrupted: the run restores what it changed, then ends.");
  interruptController.abort(new NotKnown("the run was interrupted"));
});
