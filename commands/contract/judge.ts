import { type Condition, conditions, type ErrorGroup } from "#lib/errors.ts";
import type { Site } from "#lib/site/schema.ts";
import type { Operation } from "./description.ts";
import type { Received, Sent } from "./request.ts";

/** What an answer did not keep; the message says what was promised. */
class Broken extends Error {
  override name = "Broken";
}

const shownText = (text: string) => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

export const must = (right: boolean, promise: string, { status, text }: Received): void => {
  if (!right) throw new Broken(`${promise}; the answer was ${status} ${shownText(text)}`);
};

const parsed = (answer: Received): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(answer.text);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Told below.
  }
  throw new Broken(
    `an answer is one JSON object; the answer was ${answer.status} ${shownText(answer.text)}`,
  );
};

type Told = { readonly status: number; readonly code?: string };

/** The code that a site gives a condition in a group. */
export const codeOf = (site: Site, group: ErrorGroup, condition: Condition): string | undefined => {
  const row = conditions[condition];
  if ("fixedCode" in row) return row.fixedCode;
  return (site.errors[group] as Readonly<Record<string, Told | undefined>>)[condition]?.code;
};

const groups = ["product", "accessory", "gateway"] as const;
const codesOf = (site: Site, names: readonly Condition[]) =>
  new Set(
    names.flatMap((condition) => groups.flatMap((group) => codeOf(site, group, condition) ?? [])),
  );

const invalid = [
  "invalidBoxNo",
  "invalidQuantity",
  "invalidZongpai",
  "invalidField",
  "malformedJson",
  "unsupportedMediaType",
  "bodyTooLarge",
] as const;

/** Whether a service says that its ERP did not answer. */
export const erpIsSilent = ({ errors }: Site, { status, text }: Received): boolean =>
  status === errors.product.erpUnavailable.status &&
  text.includes(JSON.stringify(errors.product.erpUnavailable.code));

/** Whether the gateway, or the service, lets no more requests through. */
export const isThrottled = ({ errors: { gateway } }: Site, { status, text }: Received): boolean =>
  status === gateway.throttled.status && text.includes(JSON.stringify(gateway.throttled.code));

/** Checks answers against what is promised of all of them, and of one operation. */
export const judgeOf = (site: Site) => {
  const invalidCodes = codesOf(site, invalid);
  const refusedCodes = codesOf(site, [...invalid, "categoryNotKnown"]);
  const fault = (status: number) => status >= 500 || status === 429;

  /** Every answer: JSON, no fault of the service; an error has exactly the three fields (specification §7.1). */
  const any = (answer: Received): Record<string, unknown> => {
    must(
      !erpIsSilent(site, answer),
      "the ERP answers within erp.lookupTimeout (it is slow or not there, see npm run erp:check)",
      answer,
    );
    must(!fault(answer.status), "nothing that a client sends is a fault of the service", answer);
    must(
      answer.headers["content-type"] === "application/json",
      "every answer is application/json",
      answer,
    );
    const body = parsed(answer);
    if (answer.status < 300) return body;
    must(
      Object.keys(body).sort().join() === "domain,error_code,message",
      "an error has exactly error_code, message and domain",
      answer,
    );
    must(
      Object.values(body).every((value) => typeof value === "string" && value !== ""),
      "the three fields of an error are text",
      answer,
    );
    must(
      !/node_modules|sqlite|dynamo|\.ts:/i.test(String(body.message)),
      "a message is a sentence for the worker",
      answer,
    );
    return body;
  };

  /** An answer of an operation: its status is described, and its body is what is described for it. */
  const described = (operation: Operation, answer: Received): Record<string, unknown> => {
    const body = any(answer);
    if (answer.status < 300) {
      must(
        answer.status === operation.success.status,
        `${operation.id} succeeds with ${operation.success.status}`,
        answer,
      );
      const wrong = operation.success.faultOf(body);
      must(wrong === undefined, `the answer is as described (${wrong})`, answer);
      return body;
    }
    const told = operation.refusals.get(answer.status) ?? [];
    must(told.length > 0, `${operation.id} describes every status that it answers`, answer);
    must(
      told.some(
        ({ error_code, domain }) => error_code === body.error_code && domain === body.domain,
      ),
      `${operation.id} describes the codes and domains of ${answer.status}`,
      answer,
    );
    return body;
  };

  return {
    any,
    described,
    accepted: (operation: Operation, answer: Received, sent?: Sent) => {
      const body = described(operation, answer);
      // What was sent may be repeated to the worker, whatever it looks like.
      const given = JSON.stringify(sent) ?? "";
      const empty = String(body.message ?? "").match(/undefined|null|NaN|\[object|\{\w+\}/g) ?? [];
      const right = answer.status < 300 || !invalidCodes.has(String(body.error_code));
      must(
        empty.every((text) => given.includes(text)),
        "a message has its values",
        answer,
      );
      must(right, "what the description accepts is not called invalid", answer);
      return body;
    },
    refused: (operation: Operation, answer: Received) => {
      const body = described(operation, answer);
      must(
        answer.status >= 400 && refusedCodes.has(String(body.error_code)),
        "what the description does not accept is refused as invalid",
        answer,
      );
      return body;
    },
  };
};

export type Judge = ReturnType<typeof judgeOf>;
