import type { APIGatewayProxyResult } from "aws-lambda";
import site from "#site";
import { fromScaled } from "../domain/value.ts";
import { type ConditionOf, conditions, conditionsOf, type ErrorGroup, type Refusal } from "../errors.ts";

/** Turns one condition into the specification's error body: exactly `error_code`, `message` and `domain` (§7.1). */
export type ErrorHandler = (refusal: Pick<Refusal, "detail"> & Partial<Pick<Refusal, "retryAfter">>) => APIGatewayProxyResult;
export type ErrorHandlers<G extends ErrorGroup> = { readonly [C in ConditionOf<G>]: ErrorHandler };

type Answer = { readonly status: number; readonly domain: string; readonly code?: string; readonly message?: string | undefined };

/** Details that are scaled integers inside, and decimal numbers to people. */
const amounts: ReadonlySet<string> = new Set(["quantity", "expected_quantity", "ordered", "headroom", "boxed_quantity"]);

const shown = (name: string, value: string | number | undefined) =>
  typeof value === "number" && amounts.has(name) ? fromScaled(value, site.formats.quantity.decimals) : (value ?? "");

/** Of every answer: what it is, that nobody keeps it, and that no browser takes it for something else. */
export const jsonHeaders = { "content-type": "application/json", "cache-control": "no-store", "x-content-type-options": "nosniff" };

const retryHeader = (row: (typeof conditions)[keyof typeof conditions], known: number | undefined): Readonly<Record<string, string>> =>
  "retryAfter" in row ? { "retry-after": String(known ?? row.retryAfter) } : {};

const handlersOf = <G extends ErrorGroup>(group: G, answers: { readonly [C in ConditionOf<G>]: Answer }): ErrorHandlers<G> => {
  const handler = (condition: ConditionOf<G>): ErrorHandler => {
    const row = conditions[condition];
    const answer: Answer = answers[condition];
    const code = "fixedCode" in row ? row.fixedCode : answer.code;
    const message = answer.message ?? row.message;
    return ({ detail, retryAfter }) => ({
      statusCode: answer.status,
      headers: { ...jsonHeaders, ...retryHeader(row, retryAfter) },
      body: JSON.stringify({
        error_code: code,
        message: message.replace(/\{(\w+)\}/g, (_, name: string) => String(shown(name, detail[name]))),
        domain: answer.domain,
      }),
    });
  };
  return Object.fromEntries(conditionsOf(group).map((condition) => [condition, handler(condition)])) as ErrorHandlers<G>;
};

/** The handlers of the location and box endpoints; the specification's three conditions have one each among them (§7.3). */
export const productHandlers = handlersOf("product", site.errors.product);

/** The accessory group's own handlers (§7.4). */
export const accessoryHandlers = handlersOf("accessory", site.errors.accessory);

/** What is told before any handler runs: unknown routes, methods, credentials, throttling. */
export const gatewayHandlers = handlersOf("gateway", site.errors.gateway);
