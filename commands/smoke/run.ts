import { setTimeout as sleep } from "node:timers/promises";
import type { Site } from "#lib/site/schema.ts";
import { isLoopback, rootOf } from "../contract/address.ts";
import { contractOf, openRoutes } from "../contract/contract.ts";
import { patiently, senderTo } from "../contract/request.ts";
import { credentialsFor } from "./credentials.ts";
import { type Check, promises } from "./promises.ts";
import { demoPairs, type Pair, writes } from "./writes.ts";

/** How a check ended; `why` says what was promised, or why it was not tried. */
export type Outcome = {
  readonly name: string;
  readonly state: "passed" | "failed" | "skipped";
  readonly why?: string;
  readonly elapsedMs: number;
};

const marks = { passed: "ok", failed: "FAILED", skipped: "skipped" };

/** How a check ended, for people. */
export const outcomeLine = ({ name, state, why, elapsedMs }: Outcome): string =>
  `${marks[state]} ${name}${why === undefined ? "" : `: ${why}`} (${Math.round(elapsedMs)} ms)`;

export type SmokeOptions = {
  readonly url: string;
  readonly readOnly?: boolean;
  readonly pair?: Pair;
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
  if ("skipped" in check) return { name, state: "skipped", why: check.skipped, elapsedMs: 0 };
  const start = performance.now();
  try {
    await check.run();
    return { name, state: "passed", elapsedMs: performance.now() - start };
  } catch (error) {
    const elapsedMs = performance.now() - start;
    return { name, state: "failed", why: (error as Error).message, elapsedMs };
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
  const noRouteIsOpen = async () => {
    const open = await openRoutes(contract);
    if (open.length > 0) throw new Error(open.join("; "));
  };
  const isOpen = site.auth.scheme === "none";
  const skipped = isOpen ? "the site asks for none" : "signatures are not checked on this machine";
  const [first, ...rest] = [
    ...promises(contract),
    sign ? { name, run: noRouteIsOpen } : { name, skipped },
    ...writes(contract, pairsFor(site, options)),
  ] as [Check, ...Check[]];

  const until = performance.now() + wait * 1_000;
  let outcome = await ended(first);
  while (outcome.state === "failed" && performance.now() < until) {
    await sleep(again);
    outcome = await ended(first);
  }
  const outcomes = [outcome];
  onEnd(outcome);
  const useless = outcome.state === "failed" && { skipped: "the first check failed" };
  for (const check of rest) {
    const next = await ended(useless ? { ...check, ...useless } : check);
    outcomes.push(next);
    onEnd(next);
  }
  return outcomes;
};
