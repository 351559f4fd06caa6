import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "#lib/site/schema.ts";
import { rootAddressOf } from "../contract/address.ts";
import { contractOf } from "../contract/contract.ts";
import { senderTo, withRetries } from "../contract/request.ts";
import { type CheckOutcome, outcomeOf, type Probe, probes } from "./check.ts";
import { credentialsFor } from "./credentials.ts";
import { type GoodsAndBox, pairFor } from "./goods-and-box.ts";
import { smokeChecks } from "./smoke-checks.ts";

export type SmokeOptions = {
  readonly url: string;
  readonly readOnly?: boolean;
  /** Runs only the checks that also run before a deployment. */
  readonly probe?: boolean;
  /** The probes that something hindered before the deployment. Without it, nothing is known of that time. */
  readonly before?: readonly Probe[] | undefined;
  readonly pair?: GoodsAndBox | undefined;
  readonly wait?: number;
  /** Ends the run after it has restored its changes. The reason is a NotKnown. */
  readonly signal?: AbortSignal;
};

type SmokeResult = {
  readonly outcomes: readonly CheckOutcome[];
  /** The probes that something hindered. */
  readonly hindered: readonly Probe[];
  /** The instants of the recorded writes. */
  readonly recorded: readonly unknown[];
};

/** The pause between attempts while a deployment does not answer yet. */
const retryPauseMs = 2_000;

/** A summary of a run in one line: its results, and the lines that it added to the history. */
export const summaryOf = ({ outcomes, recorded }: SmokeResult): string => {
  const counts = (["passed", "FAILED", "NOT KNOWN"] as const).map(
    (state) => `${outcomes.filter((outcome) => outcome.state === state).length} ${state}`,
  );
  return `${counts.join(", ")}; wrote ${recorded.length} lines of history`;
};

/**
 * Checks a running service against the site's API description. If the first check does not pass, the others do not run; the check that writes
 * runs only if all others passed.
 * @throws UsageError if the environment lacks the site's credentials; Error if the issuer gives no token
 */
export const runSmokeChecks = async (
  site: Site,
  options: SmokeOptions,
  onEnd: (outcome: CheckOutcome) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SmokeResult> => {
  const { url, wait = 0, before, probe: isProbe, signal } = options;
  const { sign, caller } = await credentialsFor(site, url, env);
  const contract = contractOf(site, withRetries(senderTo(rootAddressOf(url, site), sign)));
  const recorded: unknown[] = [];
  const pair = pairFor(site, options);
  const checks = smokeChecks(contract, { ...options, pair, caller, recorded, isSigned: !!sign });
  const waitsUntil = performance.now() + wait * 1_000;
  const outcomes: CheckOutcome[] = [];
  const hindered: Probe[] = [];
  for (const check of checks) {
    const { probe, writes } = check;
    const isLeftOut = isProbe ? !probe : writes && outcomes.some(({ state }) => state !== "passed");
    if (isLeftOut) continue;
    const wasHindered =
      before === undefined || (probe ? before.includes(probe) : before.length > 0);
    let outcome = await outcomeOf(check, wasHindered);
    const mayStillStart = () => outcomes.length === 0 && performance.now() < waitsUntil;
    while (outcome.state !== "passed" && mayStillStart() && !signal?.aborted) {
      await sleep(retryPauseMs);
      outcome = await outcomeOf(check, wasHindered);
    }
    outcomes.push(outcome);
    onEnd(outcome);
    const isFirst = outcomes.length === 1;
    // What hinders the first check hinders all.
    if (isFirst && outcome.isHindered) return { outcomes, hindered: probes, recorded };
    if (probe && outcome.isHindered) hindered.push(probe);
    if (signal?.aborted || (isFirst && !isProbe && outcome.state === "FAILED")) break;
  }
  return { outcomes, hindered, recorded };
};
