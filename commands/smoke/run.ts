import { setTimeout as sleep } from "node:timers/promises";
import { usageError } from "#infra/usage-error.ts";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback, rootOf } from "../contract/address.ts";
import { contractOf } from "../contract/contract.ts";
import type { Pair } from "../contract/life.ts";
import { patiently, senderTo } from "../contract/request.ts";
import { credentialsFor } from "./credentials.ts";
import { type Check, promises } from "./promises.ts";
import { demoPairs, writes } from "./writes.ts";

/** How a check ended; `why` says what was promised, or why it was not tried. */
export type Outcome = {
  readonly name: string;
  readonly state: "passed" | "FAILED" | "skipped";
  readonly why?: string;
};

/** How a check ended, for people. */
export const outcomeLine = ({ name, state, why }: Outcome): string =>
  `${state} ${name}${why === undefined ? "" : `: ${why}`}`;

/**
 * The goods and the box of a command line.
 * @throws UsageError for one without the other
 */
export const pairOf = ({ goods, box }: { goods?: string; box?: string }): Pair | undefined => {
  if (goods && box) return { goods, box };
  if (goods === box) return undefined;
  throw usageError("--goods and --box go together.");
};

export type SmokeOptions = {
  readonly url: string;
  readonly readOnly?: boolean;
  readonly pair?: Pair | undefined;
  readonly wait?: number;
};

/** Milliseconds between two looks at a deployment that does not answer yet. */
const again = 2_000;

const pairsFor = (site: Site, { url, readOnly, pair }: SmokeOptions): readonly Pair[] | string => {
  if (readOnly) return "nothing is to be written";
  if (pair) return [pair];
  // Nobody's real goods are touched unless they are named.
  if (!site.erp.connection && (site.name === "demo" || isLoopback(url))) return demoPairs(site);
  return "name goods and a box that the ERP knows with --goods and --box";
};

const ended = async (check: Check): Promise<Outcome> => {
  const { name } = check;
  if ("skipped" in check) return { name, state: "skipped", why: check.skipped };
  try {
    await check.run();
    return { name, state: "passed" };
  } catch (error) {
    return { name, state: "FAILED", why: (error as Error).message };
  }
};

/**
 * Checks a running service against the site's API description, one promise after the other. If the first check fails, the rest is skipped.
 * @throws UsageError when the environment lacks the credentials that the site asks for
 */
export const smoke = async (
  site: Site,
  options: SmokeOptions,
  onEnd: (outcome: Outcome) => void,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Outcome[]> => {
  const { url, wait = 0 } = options;
  const sign = await credentialsFor(site, url, env);
  const send = patiently(senderTo(rootOf(url, site), sign));
  const contract = contractOf(site, send);
  const name = "no route answers without credentials";
  const skipped =
    site.auth.scheme === "none"
      ? "the site asks for none"
      : "signatures are not checked on this machine";
  const checks: Check[] = [
    ...promises(contract),
    sign ? { name, run: contract.checkClosed } : { name, skipped },
    ...writes(contract, pairsFor(site, options)),
  ];
  const until = performance.now() + wait * 1_000;
  const outcomes: Outcome[] = [];
  for (const check of checks) {
    const useless = outcomes[0]?.state === "FAILED" && { skipped: "the first check failed" };
    let outcome = await ended(useless ? { ...check, ...useless } : check);
    while (outcomes.length === 0 && outcome.state === "FAILED" && performance.now() < until) {
      await sleep(again);
      outcome = await ended(check);
    }
    outcomes.push(outcome);
    onEnd(outcome);
  }
  return outcomes;
};
