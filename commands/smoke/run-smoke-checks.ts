import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "#lib/site/schema.ts";
import { rootAddressOf } from "../contract/address.ts";
import { contractOf } from "../contract/contract.ts";
import { senderTo, withRetries } from "../contract/request.ts";
import { callerCheck } from "./caller-check.ts";
import { type CheckOutcome, outcomeOf, type PromiseCheck } from "./check.ts";
import { credentialsFor } from "./credentials.ts";
import { type GoodsAndBox, pairsFor } from "./pairs.ts";
import { promiseChecks } from "./promise-checks.ts";
import { writeChecks } from "./write-checks.ts";
import { type RecordedWrite, writerOn } from "./writer.ts";

export type SmokeOptions = {
  readonly url: string;
  readonly readOnly?: boolean;
  /** Whether a run that writes nothing fails. */
  readonly mustWrite?: boolean;
  readonly pair?: GoodsAndBox | undefined;
  readonly wait?: number;
  /** Ends the run after it has restored its changes. The reason is an Error. */
  readonly signal?: AbortSignal;
};

type SmokeResult = {
  readonly outcomes: readonly CheckOutcome[];
  readonly recorded: readonly RecordedWrite[];
  /** The reason why no check wrote anything, if none did. */
  readonly whyNothing: string;
};

/** The pause between attempts while a deployment does not answer yet. */
const retryPauseMs = 2_000;

const countByState = (outcomes: readonly CheckOutcome[]): string =>
  (["passed", "FAILED", "skipped"] as const)
    .map((state) => `${outcomes.filter((outcome) => outcome.state === state).length} ${state}`)
    .join(", ");

/** A summary of a run in one line: its results, and the lines that it added to the history. */
export const summaryOf = ({ outcomes, recorded, whyNothing }: SmokeResult): string => {
  const goods = [...new Set(recorded.map(({ zongpai }) => zongpai))].join(", ");
  const lines = `${recorded.length} ${recorded.length === 1 ? "line" : "lines"}`;
  const addedText =
    recorded.length > 0
      ? `added ${lines} to the history of ${goods}`
      : `wrote nothing: ${whyNothing}`;
  return `${countByState(outcomes)}; ${addedText}`;
};

/**
 * Checks a running service against the site's API description, one promise after the other. If the first check fails, the others are
 * skipped.
 * @throws UsageError if the environment lacks the site's credentials
 */
export const runSmokeChecks = async (
  site: Site,
  options: SmokeOptions,
  onEnd: (outcome: CheckOutcome) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SmokeResult> => {
  const { url, wait = 0, mustWrite = false, signal } = options;
  const outcomes: CheckOutcome[] = [];
  const endCheck = (outcome: CheckOutcome): void => {
    outcomes.push(outcome);
    onEnd(outcome);
  };
  const writtenName = "something is written";
  const pairs = pairsFor(site, options);
  if (mustWrite && typeof pairs === "string") {
    endCheck({ name: writtenName, state: "FAILED", why: pairs });
    return { outcomes, recorded: [], whyNothing: pairs };
  }

  const { sign, caller } = await credentialsFor(site, url, env);
  const send = withRetries(senderTo(rootAddressOf(url, site), sign));
  const contract = contractOf(site, send);
  const writer = writerOn(contract, signal);
  const writingChecks = writeChecks(contract, writer, pairs);
  const whyNothing = (): string => {
    const reasons = outcomes.filter(({ name }) =>
      writingChecks.some((check) => check.name === name),
    );
    return [...new Set(reasons.map(({ why }) => why))].join("; ");
  };
  const whyOpen =
    site.auth.scheme === "none"
      ? "the site needs none"
      : "signatures are not checked on this machine";
  const closedName = "no route answers without credentials";
  const closedCheck: PromiseCheck = sign
    ? { name: closedName, run: contract.checkClosed }
    : { name: closedName, skipped: whyOpen };
  const writtenCheck: PromiseCheck = {
    name: writtenName,
    run: async () => {
      if (writer.recorded.length === 0) throw new Error(whyNothing());
    },
  };
  const checks: PromiseCheck[] = [
    ...promiseChecks(contract),
    closedCheck,
    ...writingChecks,
    callerCheck(contract, writer, caller),
    ...(mustWrite ? [writtenCheck] : []),
  ];
  const waitsUntil = performance.now() + wait * 1_000;
  const whySkipped = (): string | undefined => {
    if (signal?.aborted) return (signal.reason as Error).message;
    return outcomes[0]?.state === "FAILED" ? "the first check failed" : undefined;
  };
  const mayStillStart = () =>
    outcomes.length === 0 && !signal?.aborted && performance.now() < waitsUntil;
  for (const check of checks) {
    const reasonToSkip = whySkipped();
    const checkOrSkip = reasonToSkip ? { name: check.name, skipped: reasonToSkip } : check;
    let outcome = await outcomeOf(checkOrSkip);
    while (outcome.state === "FAILED" && mayStillStart()) {
      await sleep(retryPauseMs);
      outcome = await outcomeOf(check);
    }
    endCheck(outcome);
  }
  return { outcomes, recorded: writer.recorded, whyNothing: whyNothing() };
};
