import fc from "fast-check";
import { routesOf } from "#lib/routes.ts";
import type { Site } from "#lib/site/schema.ts";
import {
  judgeAddress,
  openRoutes,
  strangeAddresses,
  wrongCredentials,
} from "../contract/addresses.ts";
import { contractOf } from "../contract/contract.ts";
import { type Life, lifeOf, lives } from "../contract/life.ts";
import { patiently, type Send, type Sent, senderTo } from "../contract/request.ts";
import { curatedOf, type Made, requestsOf, spoiledOf } from "./requests.ts";
import type { Known } from "./values.ts";

/** A service to test, what its ERP knows, and the headers that let a request in. */
export type Service = {
  readonly site: Site;
  readonly url: string;
  readonly known: Known;
  readonly credentials: Readonly<Record<string, string>>;
};

export type FuzzOptions = {
  readonly n: number;
  readonly seed: number;
  readonly only?: string | undefined;
};

/** What was answered otherwise than promised, and to which request, where it is one. */
type Finding = {
  readonly check: string;
  readonly message: string;
  readonly sent?: Sent | undefined;
};

/** How many requests of a kind were sent, and how many of them were accepted. */
type Tally = { requests: number; accepted: number };
export type Outcome = {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Finding[];
};

/** Of the requests that are made at random: the share of each kind. */
const shares = { fields: 0.6, spoiled: 0.15, address: 0.05, life: 0.2 } as const;
/** Requests of one life, about. */
const lifeCost = { boxed: 11, placed: 6, attached: 11 } as const;

/** The names of all checks of a site. */
export const checksOf = (site: Site): string[] => [
  ...routesOf(site).flatMap(({ id }) => [`fields ${id}`, `spoiled ${id}`]),
  ...["address", ...Object.keys(lifeCost).map((name) => `life ${name}`), "open route"],
];

/** Runs all checks against a service, or only one. */
export const fuzz = async (
  { site, known, url, credentials }: Service,
  { n, seed, only }: FuzzOptions,
  onRequest: () => void,
): Promise<Outcome> => {
  const sendOnce = senderTo(url, async () => credentials);
  const contract = contractOf(site, patiently(sendOnce));
  const { operations, judge } = contract;
  const tallies: Record<string, Tally> = {};
  const sendAs =
    (kind: string): Send =>
    async (sent) => {
      const answer = await contract.send(sent);
      tallies[kind] ??= { requests: 0, accepted: 0 };
      tallies[kind].requests += 1;
      if (answer.status < 300) tallies[kind].accepted += 1;
      onRequest();
      return answer;
    };

  const findings: Finding[] = [];
  /** Runs one check, the `examples` first; what it finds has the request, if the values have one. */
  const check = async <T extends object>(
    name: string,
    runs: number,
    values: fc.Arbitrary<T>,
    run: (value: T) => Promise<unknown>,
    examples: readonly T[] = [],
  ) => {
    if (only !== undefined && name !== only) return;
    const numRuns = Math.max(1, Math.round(runs)) + examples.length;
    const told = await fc.check(
      fc.asyncProperty(values, async (value) => void (await run(value))),
      { seed, numRuns, examples: examples.map((value): [T] => [value]) },
    );
    if (!told.failed) return;
    const { sent } = (told.counterexample?.[0] ?? {}) as { readonly sent?: Sent };
    findings.push({
      check: name,
      message: (told.errorInstance as Error | undefined)?.message ?? "no answer",
      sent,
    });
  };

  // At most n of the curated values in all, evenly taken.
  const step = Math.ceil(
    operations.flatMap((operation) => curatedOf(operation, site, known, seed)).length / n,
  );
  for (const operation of operations) {
    const judged = (kind: string) => {
      const sendIt = sendAs(kind);
      return async ({ sent, expected }: Made) =>
        judge[expected](operation, await sendIt(sent), sent);
    };
    const runs = (share: number) => (n * share) / operations.length;
    const curated = curatedOf(operation, site, known, seed).filter(
      (_, at) => (at + seed) % step === 0,
    );
    await check(
      `fields ${operation.id}`,
      runs(shares.fields),
      requestsOf(operation, site, known),
      judged("fields"),
      curated,
    );
    await check(
      `spoiled ${operation.id}`,
      runs(shares.spoiled),
      spoiledOf(operation, site, known),
      judged("spoiled"),
    );
  }
  const sendAddress = sendAs("address");
  const addresses = strangeAddresses(contract).map((sent) => ({ sent }));
  await check("address", n * shares.address, addresses, async ({ sent }) =>
    judgeAddress(contract, sent, await sendAddress(sent)),
  );
  const life = lives({ ...contract, send: sendAs("life") });
  let born = 12;
  const at = <T>(list: readonly T[], place: number) => list[place % list.length] as T;
  for (const name of Object.keys(lifeCost) as (keyof typeof lifeCost)[])
    await check(
      `life ${name}`,
      (n * shares.life) / 3 / lifeCost[name],
      lifeOf(site),
      (made: Omit<Life, "goods" | "box" | "other">) => {
        born += 1;
        return life[name]({
          ...made,
          goods: at(known.goods, born),
          box: at(known.boxes, born),
          other: at(known.boxes, born + 1),
        });
      },
    );
  if (Object.keys(credentials).length > 0)
    for (const message of await openRoutes(
      { ...contract, send: sendOnce },
      wrongCredentials(credentials),
    ))
      findings.push({ check: "open route", message });
  return { tallies, findings };
};
