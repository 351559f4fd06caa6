import { createHash, randomUUID } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { type Deadline, expiryOf, keyLength, type Operation, refusalStands } from "../domain/operation.ts";
import { callerOf } from "../gate/caller.ts";
import type { RouteId } from "../route-ids.ts";
import type { Site } from "../site/schema.ts";
import { refusalOf } from "./problems.ts";

/** Where fields name the scan, the worker cannot name it anew: the site says when it is judged again. */
const standsFor = ({ extensions: { idempotencyKey } }: Site): number =>
  idempotencyKey && "fields" in idempotencyKey ? idempotencyKey.refusalStands * 1_000 : refusalStands;

const accepted = new RegExp(`^[0-9A-Za-z-]{${keyLength.least},${keyLength.most}}$`);

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

/** JSON with sorted keys, so that the same fields always give the same fingerprint. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );

const headerValues = ({ headers, multiValueHeaders }: APIGatewayProxyEvent, name: string): string[] => {
  const all: Record<string, string[] | string | undefined> = multiValueHeaders ?? headers ?? {};
  return Object.entries(all).flatMap(([key, values = []]) => (key.toLowerCase() === name.toLowerCase() ? values : []));
};

/** The key as sent: bare, or in double quotes as the IETF draft writes it; anything else is the client's error. */
const keyFrom = (values: readonly string[], header: string, { accepts }: Site): string | undefined => {
  const [first] = values;
  if (first === undefined) return undefined;
  const key = /^"(.*)"$/s.exec(first)?.[1] ?? first;
  if (values.length > 1 || !accepted.test(key)) throw refusalOf([{ name: header, sentence: accepts.idempotencyKey }]);
  return key;
};

type Fields = Readonly<Record<string, unknown>>;

/** What names the scan, in the way that the site answered; `undefined` when the request names none. */
const clientKey = (event: APIGatewayProxyEvent, input: Fields, route: RouteId, site: Site): string | undefined => {
  const { idempotencyKey } = site.extensions;
  if (!idempotencyKey) return undefined;
  if ("header" in idempotencyKey) return keyFrom(headerValues(event, idempotencyKey.header), idempotencyKey.header, site);
  const named = idempotencyKey.fields.filter((field) => input[field] !== undefined);
  if (named.length < idempotencyKey.fields.length) return undefined;
  return sha256(canonicalJson([route, ...named.map((field) => input[field])]));
};

/** When a request arrived, epoch milliseconds, and until when it must be answered. */
export type Arrival = { readonly at: number; readonly deadline: Deadline };

/**
 * Makes the operations that the writes of a site record (contract: "Exactly once"). What it gives throws Refusal `invalidField` when
 * the key is no key.
 */
export const operationsOf = (site: Site, keyNames: ReadonlyMap<string, string>) => {
  const caller = callerOf(site, keyNames);
  return (route: RouteId, event: APIGatewayProxyEvent, input: Fields & { readonly zongpai: string }, arrival: Arrival): Operation => {
    const key = clientKey(event, input, route, site);
    const invocation = randomUUID();
    return {
      route,
      id: key === undefined ? `s#${invocation}` : `k#${key}`,
      invocation,
      fingerprint: sha256(canonicalJson([route, input])),
      zongpai: input.zongpai,
      who: caller(event),
      ...arrival,
      shared: key !== undefined,
      refusalStands: standsFor(site),
      expiresAt: expiryOf(arrival.at, site),
      attempts: { doubt: false },
    };
  };
};
