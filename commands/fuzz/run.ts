import fc from "fast-check";
import { judgeAddress, openRoutes, strangeAddresses, wrongCredentials } from "./addresses.ts";
import { operationsOf } from "./description.ts";
import { judgeOf } from "./judge.ts";
import { type Life, lifeOf, lives } from "./life.ts";
import { invalidRequests } from "./negative.ts";
import type { Options } from "./options.ts";
import { requestOf, type Send, type Sent, sender } from "./request.ts";
import type { Service } from "./service.ts";
import { type Broke, sweep } from "./sweep.ts";
import { validFields } from "./values.ts";

/** How many requests of a kind were sent, and how many of them were accepted. */
type Tally = { requests: number; accepted: number };
export type Outcome = {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Broke[];
  readonly notChecked: readonly string[];
};

type Check = {
  readonly name: string;
  readonly kind: string;
  readonly runs: number;
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
  readonly sentOf: (value: unknown) => Sent | undefined;
};

/** Of the requests that are made at random: the share of each kind. */
const shares = { positive: 0.4, negative: 0.35, address: 0.05, life: 0.2 } as const;
/** Requests of one life, about. */
const lifeCost = { boxed: 8, placed: 4, attached: 11 } as const;

/** Runs all checks against a service. */
export const fuzz = async (
  service: Service,
  options: Pick<Options, "n" | "seed" | "only" | "path" | "headers" | "url">,
  onRequest: () => void,
): Promise<Outcome> => {
  const { site, known, url } = service;
  const { n, seed, only, path } = options;
  const operations = operationsOf(site);
  const judge = judgeOf(site);
  const credentials = { ...service.credentials, ...options.headers };
  const line = sender(url, credentials);
  const tallies: Record<string, Tally> = {};
  const findings: Broke[] = [];
  const sendAs =
    (kind: string): Send =>
    async (sent) => {
      const answer = await line.send(sent);
      tallies[kind] ??= { requests: 0, accepted: 0 };
      const tally = tallies[kind];
      tally.requests += 1;
      if (answer.status < 300) tally.accepted += 1;
      onRequest();
      return answer;
    };
  const check = <T>(
    name: string,
    kind: string,
    runs: number,
    values: fc.Arbitrary<T>,
    run: (value: T) => Promise<unknown>,
    sentOf: (value: T) => Sent | undefined,
  ): Check => ({
    name,
    kind,
    runs: Math.max(1, Math.round(runs)),
    property: fc.asyncProperty(values, async (value) => void (await run(value))) as Check["property"],
    sentOf: sentOf as Check["sentOf"],
  });

  const positive = operations.map((operation) => {
    const headers = operation.keyHeader
      ? fc.option(fc.stringMatching(/^[0-9A-Za-z-]{16,64}$/), { nil: undefined })
      : fc.constant(undefined);
    const values = fc.tuple(validFields(operation, site, known), headers);
    const sentOf = ([fields, key]: [Readonly<Record<string, unknown>>, string | undefined]) =>
      requestOf(operation, fields, key !== undefined && operation.keyHeader ? { [operation.keyHeader]: key } : {});
    const send = sendAs("positive");
    return check(
      `positive ${operation.id}`,
      "positive",
      (n * shares.positive) / operations.length,
      values,
      async (value) => judge.accepted(operation, await send(sentOf(value))),
      sentOf,
    );
  });
  const negative = operations.map((operation) => {
    const send = sendAs("negative");
    const run = async (sent: Sent) => judge.refused(operation, await send(sent));
    return check(
      `negative ${operation.id}`,
      "negative",
      (n * shares.negative) / operations.length,
      invalidRequests(operation, site, known),
      run,
      (sent) => sent,
    );
  });
  const sendAddress = sendAs("address");
  const address = check(
    "address",
    "address",
    n * shares.address,
    strangeAddresses(operations),
    async (sent) => judgeAddress(site, operations, judge, sent, await sendAddress(sent)),
    (sent) => sent,
  );
  const life = lives(site, operations, judge, sendAs("life"));
  let born = 12;
  const lifeChecks = (Object.keys(lifeCost) as (keyof typeof lifeCost)[]).map((name) =>
    check(
      `life ${name}`,
      "life",
      (n * shares.life) / 3 / lifeCost[name],
      lifeOf(site),
      async (made) => {
        born += 1;
        const at = <T>(list: readonly T[]) => list[born % list.length] as T;
        await life[name]({ ...made, goods: at(known.goods), box: at(known.boxes) } satisfies Life);
      },
      () => undefined,
    ),
  );
  const checks = [...positive, ...negative, address, ...(options.url === undefined ? lifeChecks : [])].filter(
    ({ name }) => only === undefined || name === only,
  );
  for (const { name, runs, property, sentOf } of checks) {
    const told = await fc.check(property, { seed, numRuns: runs, path });
    if (!told.failed) continue;
    const [value] = told.counterexample ?? [];
    const sent = value === undefined ? undefined : sentOf(value);
    const error = told.errorInstance as Error | undefined;
    findings.push({ check: name, message: error?.message ?? "no answer", path: told.counterexamplePath ?? "", ...(sent ? { sent } : {}) });
  }
  if (only === undefined || only.startsWith("curated")) {
    const send = sendAs("curated");
    findings.push(...(await sweep({ site, operations, known, judge, send }, { most: n, seed, tick: () => {} })));
  }
  const notChecked: string[] = [];
  if (Object.keys(credentials).length > 0)
    for (const message of await openRoutes(site, operations, judge, line.send, wrongCredentials(credentials)))
      findings.push({ check: "open route", message });
  else
    notChecked.push(
      `that no route is open: ${site.auth.scheme === "none" ? "this site asks for no credentials" : "no credentials were given; name a deployment with --url and its credentials with --header"}`,
    );
  if (options.url !== undefined) notChecked.push("lives: the ERP of that service is not ours to fill");
  line.close();
  return { tallies, findings, notChecked };
};
