import { createHash, randomUUID } from "node:crypto";
import type { APIGatewayProxyEvent } from "aws-lambda";
import site from "#site";
import type { Deadline, Operation } from "../domain/operation.ts";
import { callerOf } from "../gate/caller.ts";
import type { RouteId } from "../route-ids.ts";
import { refusalOf } from "./problems.ts";

/** Milliseconds for which a refusal stands where the client makes a key for each scan. */
const day = 86_400_000;

/** Where fields name the scan, the worker cannot name it anew: the site says when it is judged again. */
const refusalStands = (): number => {
  const { idempotencyKey } = site.extensions;
  return idempotencyKey && "fields" in idempotencyKey ? idempotencyKey.refusalStands * 1_000 : day;
};

const accepted = /^[0-9A-Za-z-]{16,64}$/;

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
const keyFrom = (values: readonly string[], header: string): string | undefined => {
  const [first] = values;
  if (first === undefined) return undefined;
  const key = /^"(.*)"$/s.exec(first)?.[1] ?? first;
  if (values.length > 1 || !accepted.test(key)) throw refusalOf([{ name: header, sentence: site.accepts.idempotencyKey }]);
  return key;
};

/** What names the scan, in the way that the site answered; `undefined` when the request names none. */
const clientKey = (event: APIGatewayProxyEvent, input: Readonly<Record<string, unknown>>, route: RouteId): string | undefined => {
  const { idempotencyKey } = site.extensions;
  if (!idempotencyKey) return undefined;
  if ("header" in idempotencyKey) return keyFrom(headerValues(event, idempotencyKey.header), idempotencyKey.header);
  const named = idempotencyKey.fields.filter((field) => input[field] !== undefined);
  if (named.length < idempotencyKey.fields.length) return undefined;
  return sha256(canonicalJson([route, ...named.map((field) => input[field])]));
};

/**
 * The operation that a write will record (contract: "Exactly once").
 * @throws Refusal `invalidField` when the key is no key
 */
export const operationOf = (
  event: APIGatewayProxyEvent,
  input: Readonly<Record<string, unknown>> & { readonly zongpai: string },
  route: RouteId,
  at: number,
  deadline: Deadline,
): Operation => {
  const key = clientKey(event, input, route);
  const invocation = randomUUID();
  return {
    route,
    id: key === undefined ? `s#${invocation}` : `k#${key}`,
    invocation,
    fingerprint: sha256(canonicalJson([route, input])),
    zongpai: input.zongpai,
    who: callerOf(event),
    at,
    deadline,
    shared: key !== undefined,
    refusalStands: refusalStands(),
    attempts: { doubt: false },
  };
};
