import { LogFormatter, Logger, LogItem } from "@aws-lambda-powertools/logger";
import type { LogAttributes, UnformattedAttributes } from "@aws-lambda-powertools/logger/types";
import type { Context } from "aws-lambda";
import { serviceName } from "./env.ts";
import { framesOf, namesOf } from "./log-error.ts";

/** The closed table of log codes: what each line tells an operator. */
export const logCodes = {
  requestFailed: { level: "error", means: "a request ended in a fault of the service" },
  erpLookupFailed: { level: "warn", means: "the ERP could not be asked, was too slow, or answered a row that is no row" },
  erpGivenUp: { level: "error", means: "the ERP failed several times in a row and is not asked for a while" },
  erpBack: { level: "info", means: "the ERP answered again" },
  erpPasswordNotRead: {
    level: "error",
    means: "the secret with the ERP's password could not be read, or lacks the field that the site names",
  },
  erpPasswordChanged: { level: "info", means: "the ERP refused its password, and the secret held another one, which is used from now on" },
  tokenRefused: {
    level: "warn",
    means: "a request came with a token that is not one of the issuer's for this service; the reason says why",
  },
  keysNotFetched: {
    level: "error",
    means: "the issuer's keys could not be fetched, and none are held: nobody who carries a token is let in",
  },
  keysNotRenewed: { level: "warn", means: "the issuer's keys could not be fetched anew; those that are held are used a while longer" },
  erpCopyNotKept: { level: "warn", means: "the copy of an ERP row could not be written; the answer stood" },
} as const;

export type LogCode = keyof typeof logCodes;

/** The only fields that may be logged; none of them holds a request's or an ERP's data. */
export type LogFields = {
  readonly route?: string;
  /** In our own words, perhaps with a name from the site's profile. */
  readonly reason?: string;
  /** Logged as the names and codes of the error and its causes; in a line of level "error" also where it was thrown. */
  readonly error?: unknown;
};

const withheld = "(withheld)";
const plainText = (pattern: RegExp) => (value: unknown) => (typeof value === "string" && pattern.test(value) ? value : withheld);

/** The fields that a line may have beside its code, each with its shape. Everything else that reaches the logger is left out. */
const allowed: { readonly [Name in keyof LogFields]-?: (value: unknown, level: string | undefined) => LogAttributes } = {
  route: (value) => ({ route: plainText(/^[a-z-]{1,40}$/)(value) }),
  reason: (value) => ({ reason: plainText(/^[^\p{Cc}\p{Cf}\p{Cs}]{1,160}$/u)(value) }),
  error: (value, level) => ({ error: namesOf(value), ...(level === "ERROR" ? { at: framesOf(value) } : {}) }),
};
const allowedFields = Object.entries(allowed);

const requestId = plainText(/^[\w-]{1,64}$/);
/** A client may choose a part of a trace's id, so only this shape passes. */
const traceId = plainText(/^1-[0-9a-f]{8}-[0-9a-f]{24}$/);

/** The last step before the output: it makes each line of the allowed fields only, whatever was logged. */
class AllowedOnly extends LogFormatter {
  override formatAttributes(
    { logLevel, message, timestamp, xRayTraceId, lambdaContext }: UnformattedAttributes,
    attributes: LogAttributes,
  ) {
    const shown = allowedFields.map(([name, show]) => (attributes[name] === undefined ? {} : show(attributes[name], logLevel)));
    return new LogItem({
      attributes: {
        level: logLevel,
        message: Object.hasOwn(logCodes, message) ? message : withheld,
        timestamp: this.formatTimestamp(timestamp),
        service: serviceName,
        ...(lambdaContext ? { function_name: lambdaContext.functionName, function_request_id: requestId(lambdaContext.awsRequestId) } : {}),
        ...(lambdaContext?.coldStart ? { cold_start: true } : {}),
        ...(xRayTraceId ? { xray_trace_id: traceId(xRayTraceId) } : {}),
        ...Object.assign({}, ...shown),
      },
    });
  }
}

const logger = new Logger({ serviceName, logFormatter: new AllowedOnly() });

/** Puts the ids of this invocation into every line from now on. */
export const nameInvocation = (context: Context): void => logger.addContext(context);

/** One line of the log. */
export const logEvent = (code: LogCode, fields: LogFields): void => logger[logCodes[code].level](code, { ...fields });
