import { hash, randomBytes } from "node:crypto";
import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import {
  answerRefusedWrite,
  KeptRequest,
  keyLength,
  type Operation,
  type ReceiptStore,
  type RecordedWrite,
  retentionAt,
  subjectOf,
} from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { callerOf, namelessCaller } from "../gate/caller.ts";
import type { Site } from "../site/schema.ts";
import { isKeyRequired, keyHeaderOf } from "../site/wire-names.ts";
import { refusalOf } from "./problems.ts";
import {
  arrivalOf,
  headerValuesOf,
  type ParsedEvent,
  type RequestArrival,
  type ServiceContext,
  type WriteEvent,
  type WriteInput,
} from "./request.ts";
import { errorGroupOf, type Route } from "./route.ts";

const keyPattern = new RegExp(`^[0-9A-Za-z-]{${keyLength.least},${keyLength.most}}$`);

const sha256 = (text: string) => hash("sha256", text);

/** A value of JSON in which each object has its keys in the order of their UTF-16 units. */
const withSortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value);
  fields.sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(fields.map(([name, inner]) => [name, withSortedKeys(inner)]));
};

/** The same fields have the same fingerprint, in whatever order they were sent. */
const canonicalJson = (value: unknown): string => JSON.stringify(withSortedKeys(value));

/** The key in the header: bare, or in double quotes as in the IETF draft. @throws Refusal */
const clientKeyOf = (event: ParsedEvent<WriteInput>, site: Site): string | undefined => {
  const header = keyHeaderOf(site);
  const values = header ? headerValuesOf(event, header) : [];
  const [value] = values;
  if (!header || value === undefined) return undefined;
  const key = /^"(.*)"$/s.exec(value)?.[1] ?? value;
  if (values.length > 1 || !keyPattern.test(key))
    throw refusalOf([{ name: header, sentence: site.accepts.idempotencyKey }]);
  return key;
};

/**
 * Refuses a write without a key as a request that lacks a field, where the site requires one. It comes before what reads the body, and the
 * refusal is not stored.
 */
export const requireKey = (site: Site): MiddlewareObj<WriteEvent, APIGatewayProxyResult>[] => {
  const name = keyHeaderOf(site);
  if (!name || !isKeyRequired(site)) return [];
  return [
    {
      before: ({ event }) => {
        if (headerValuesOf(event, name).length === 0)
          throw refusalOf([{ name, sentence: site.accepts.missing }]);
      },
    },
  ];
};

/** @throws Refusal `invalidField` if the key of a request is not valid */
const operationFactory =
  (route: Route, site: Site) =>
  (event: ParsedEvent<WriteInput>, arrival: RequestArrival, who: string): Operation => {
    const { input } = event;
    const key = clientKeyOf(event, site);
    const invocation = randomBytes(16).toString("base64url");
    const isListedIfRefused = key !== undefined && site.routes.refusals !== false;
    return {
      route: route.id,
      id: key === undefined ? `s#${invocation}` : `k#${key}`,
      invocation,
      fingerprint: sha256(canonicalJson([route.id, input])),
      ...subjectOf(input),
      who,
      ...arrival,
      shared: key !== undefined,
      ...retentionAt(arrival.at, site),
      asked: isListedIfRefused
        ? () => KeptRequest.parse({ ...input, group: errorGroupOf(route) })
        : undefined,
      attempts: { doubt: false },
    };
  };

/**
 * One answer for each key (docs/exactly-once.md). Before the verb, it makes the operation, which the store uses to find an earlier answer.
 * After a refusal, it stores the refusal as the answer. A dry run stores nothing: its refusal would become the answer of the real write
 * with the same key.
 */
export const exactlyOnce = (
  route: Route,
  receipts: ReceiptStore,
  respond: (answer: RecordedWrite<unknown>) => APIGatewayProxyResult,
  service: ServiceContext,
): MiddlewareObj<WriteEvent, APIGatewayProxyResult> => {
  const { site, meter } = service;
  const operationOf = operationFactory(route, site);
  const callerIn = callerOf(site);
  return {
    before: (request) => {
      const { event, context } = request;
      const arrival = arrivalOf(service, context);
      const { scanned_at, dry_run } = event.input;
      if (scanned_at !== undefined)
        meter.count("ScanAge", Math.max(0, (arrival.at - scanned_at) / 1_000));
      const caller = callerIn(event);
      if (caller === undefined && site.auth.scheme !== "none" && !dry_run)
        meter.count("UnnamedCaller");
      const who = caller ?? namelessCaller[site.auth.scheme];
      request.event = { ...event, operation: operationOf(event, arrival, who) };
    },
    onError: async (request) => {
      const { error } = request;
      // Something before this in the chain may have refused.
      const { operation, input }: Partial<WriteEvent> = request.event;
      if (!operation || input?.dry_run || !(error instanceof Refusal)) return;
      try {
        const written = await answerRefusedWrite(operation, error, receipts);
        if (written.replayed) meter.count("Replayed");
        request.response = respond(written);
      } catch (decided) {
        request.error = decided as Error;
      }
    },
  };
};
