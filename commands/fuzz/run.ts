import fc from "fast-check";
import type { Site } from "#lib/site/schema.ts";
import { judgeAddress, openRoutes, strangeAddresses, wrongCredentials } from "../contract/addresses.ts";
import { operationsOf } from "../contract/description.ts";
import { ErpSilent, judgeOf } from "../contract/judge.ts";
import { type Life, lifeOf, lives } from "../contract/life.ts";
import { patiently, requestOf, type Send, type Sent, senderTo } from "../contract/request.ts";
import { nastyValues } from "./nasty.ts";
import { invalidRequests } from "./negative.ts";
import { type Known, mayAsk, validFields } from "./values.ts";

type Headers = Readonly<Record<string, string>>;

/** A service to test, and what its ERP knows; `own` if that is ours to fill. */
export type Service = {
  readonly site: Site;
  readonly url: string;
  readonly known: Known;
  readonly own: boolean;
  /** The headers that let a request in, where we know them. */
  readonly credentials: Headers;
};

export type FuzzOptions = {
  readonly n: number;
  readonly seed: number;
  readonly only?: string | undefined;
};

/** A request that was answered otherwise than promised. */
type Broke = { readonly check: string; readonly message: string; readonly sent?: Sent | undefined };

/** How many requests of a kind were sent, and how many of them were accepted. */
type Tally = { requests: number; accepted: number };
export type Outcome = {
  readonly tallies: Readonly<Record<string, Tally>>;
  readonly findings: readonly Broke[];
  readonly notChecked: readonly string[];
};

type Check = {
  readonly name: string;
  readonly runs: number;
  readonly property: fc.IAsyncPropertyWithHooks<[unknown]>;
  readonly sentOf: (value: unknown) => Sent | undefined;
  /** What was not seen because the ERP did not answer. */
  readonly silent: readonly string[];
  /** Values that are tried first, and count as runs. */
  readonly examples?: [unknown][];
};

/** Of the requests that are made at random: the share of each kind. */
const shares = { positive: 0.4, negative: 0.35, address: 0.05, life: 0.2 } as const;
/** Requests of one life, about. */
const lifeCost = { boxed: 11, placed: 6, attached: 11 } as const;

/** After so many requests for which the ERP was silent, a check is given up: each of them waits. */
const silences = 3;

const check = <T>(
  name: string,
  runs: number,
  values: fc.Arbitrary<T>,
  run: (value: T) => Promise<unknown>,
  sentOf: (value: T) => Sent | undefined,
): Check => {
  const silent: string[] = [];
  const property = fc.asyncProperty(values, async (value) => {
    if (silent.length >= silences) return;
    try {
      await run(value);
    } catch (error) {
      if (!(error instanceof ErpSilent)) throw error;
      silent.push(error.message);
    }
  });
  return { name, runs: Math.max(1, Math.round(runs)), property: property as Check["property"], sentOf: sentOf as Check["sentOf"], silent };
};

/** Runs all checks against a service. */
export const fuzz = async (service: Service, { n, seed, only }: FuzzOptions, onRequest: () => void): Promise<Outcome> => {
  const { site, known, url, credentials } = service;
  const operations = operationsOf(site);
  const judge = judgeOf(site);
  const line = senderTo(url, async () => credentials);
  const send = patiently(line.send);
  const tallies: Record<string, Tally> = {};
  const sendAs =
    (kind: string): Send =>
    async (sent) => {
      const answer = await send(sent);
      tallies[kind] ??= { requests: 0, accepted: 0 };
      tallies[kind].requests += 1;
      if (answer.status < 300) tallies[kind].accepted += 1;
      onRequest();
      return answer;
    };

  const each = operations.length;
  const [sendValid, sendInvalid, sendAddress] = [sendAs("positive"), sendAs("negative"), sendAs("address")];
  const positive = operations.map((operation) => {
    const { id, keyHeader } = operation;
    const keys = keyHeader ? fc.option(fc.stringMatching(/^[0-9A-Za-z-]{16,64}$/), { nil: undefined }) : fc.constant(undefined);
    const requests = fc
      .tuple(validFields(operation, site, known), keys)
      .map(([fields, key]) => requestOf(operation, fields, key !== undefined && keyHeader ? { [keyHeader]: key } : {}));
    const run = async (sent: Sent) => judge.accepted(operation, await sendValid(sent), sent);
    return check(`positive ${id}`, (n * shares.positive) / each, requests, run, (sent) => sent);
  });
  const negative = operations.map((operation) => {
    const run = async (sent: Sent) => judge.refused(operation, await sendInvalid(sent));
    const requests = invalidRequests(operation, site, known);
    return check(`negative ${operation.id}`, (n * shares.negative) / each, requests, run, (sent) => sent);
  });
  const address = check(
    "address",
    n * shares.address,
    strangeAddresses(site, operations),
    async (sent) => judgeAddress(site, operations, judge, sent, await sendAddress(sent)),
    (sent) => sent,
  );
  const life = lives(site, operations, judge, sendAs("life"));
  let born = 12;
  const lifeChecks = (Object.keys(lifeCost) as (keyof typeof lifeCost)[]).map((name) => {
    const run = async (made: Omit<Life, "goods" | "box" | "other">) => {
      born += 1;
      const at = <T>(list: readonly T[], place = born) => list[place % list.length] as T;
      await life[name]({ ...made, goods: at(known.goods), box: at(known.boxes), other: at(known.boxes, born + 1) });
    };
    return check(`life ${name}`, (n * shares.life) / 3 / lifeCost[name], lifeOf(site), run, () => undefined);
  });

  // Each curated value in each field, at most n in all, evenly taken; accepted if the description accepts it.
  const step = Math.ceil((operations.reduce((sum, { fields }) => sum + fields.length, 0) * nastyValues.length) / n);
  // What the description cannot decide: an opaque cursor, and whether an instant lies in the past.
  const undecided = new Set<string | false>([site.fields.cursor, site.extensions.scannedAt]);
  const sendCurated = sendAs("curated");
  let at = seed;
  const curated = operations.flatMap((operation) => {
    const [base] = operation.id === "location-overview" ? [] : fc.sample(validFields(operation, site, known), { seed, numRuns: 1 });
    return operation.fields.flatMap(({ name }): Check[] => {
      const all = nastyValues.filter(() => at++ % step === 0).map((value) => ({ ...base, [name]: value }));
      const asked = all.filter((values) => mayAsk(operation, site, known, values));
      const run = async (values: Readonly<Record<string, unknown>>) => {
        const sent = requestOf(operation, values);
        const answer = await sendCurated(sent);
        if (!operation.accepts(values)) judge.refused(operation, answer);
        else if (undecided.has(name)) judge.described(operation, answer);
        else judge.accepted(operation, answer, sent);
      };
      if (asked.length === 0) return [];
      const made = check(`curated ${operation.id} ${name}`, asked.length, fc.constantFrom(...asked), run, (values) =>
        requestOf(operation, values),
      );
      return [{ ...made, examples: asked.map((values) => [values]) }];
    });
  });

  const findings: Broke[] = [];
  const notChecked: string[] = [];
  for (const one of [...positive, ...negative, address, ...(service.own ? lifeChecks : []), ...curated]) {
    const { name, runs, property, sentOf, silent, examples = [] } = one;
    if (only !== undefined && name !== only) continue;
    const told = await fc.check(property, { seed, numRuns: runs, examples });
    if (silent[0]) notChecked.push(`all of ${name}: ${silent[0]}`);
    if (!told.failed) continue;
    const [value] = told.counterexample ?? [];
    const message = (told.errorInstance as Error | undefined)?.message ?? "no answer";
    findings.push({ check: name, message, sent: value === undefined ? undefined : sentOf(value) });
  }
  if (Object.keys(credentials).length > 0)
    for (const message of await openRoutes(site, operations, judge, line.send, wrongCredentials(credentials)))
      findings.push({ check: "open route", message });
  else if (site.auth.scheme === "none") notChecked.push("that no route is open: this site asks for no credentials");
  else notChecked.push("that no route is open: name a deployment with --url and its credentials with --header");
  if (!service.own) notChecked.push("lives: the ERP of that service is not ours to fill");
  line.close();
  return { tallies, findings, notChecked };
};
