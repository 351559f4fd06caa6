import type { Context } from "aws-lambda";
import { isRefusalLogEnabled, readEnv, serviceName } from "./env.ts";
import type { Condition } from "./errors.ts";

/** Every code of a line, with its level. `log-meanings.ts` says what each means; no function needs that. */
export const logCodes = {
  started: "info",
  requestFailed: "error",
  refused: "info",
  erpLookupFailed: "warn",
  erpRowInvalid: "warn",
  erpGivenUp: "error",
  erpBack: "info",
  erpPasswordNotRead: "error",
  erpPasswordChanged: "info",
  tokenRefused: "warn",
  keysNotFetched: "error",
  keysNotRenewed: "warn",
  erpCopyNotKept: "warn",
} as const;

export type LogCode = keyof typeof logCodes;

/** The only fields of a line: none holds a request's or an ERP's data, except for the reference of an ERP row that does not fit. */
export type LogFields = {
  readonly route?: string;
  readonly condition?: Condition;
  readonly reason?: string;
  /** The version of Node. */
  readonly node?: string;
  /** Logged as names and codes of it and its causes; at level "error" also where it was thrown. */
  readonly error?: unknown;
};

const mostCauses = 4;
const mostFrames = 12;

const classNamePattern = /^[A-Za-z_$][\w$]{0,63}$/;
/** Such as `ECONNREFUSED`, `28P01`, `ER_ACCESS_DENIED_ERROR`. */
const errorCodePattern = /^[A-Z0-9_]{2,60}$/;
/** A line of a stack as V8 writes it, with the name of a function or without one. */
const stackFramePatterns = [
  /^ {4}at (?:async )?(?:new )?[\w$.<>#]+(?: \[as [\w$.<>#]+\])? \((?:file:\/\/|node:[a-z])?[\w$@./+-]+:\d+:\d+\)$/,
  /^ {4}at (?:file:\/\/|node:[a-z])?[\w$@./+-]+:\d+:\d+$/,
];
const isStackFrame = (line: string): boolean =>
  stackFramePatterns.some((pattern) => pattern.test(line));

type ErrorLike = { readonly name?: unknown; readonly code?: unknown; readonly cause?: unknown };

const errorNameOf = ({ name, code }: ErrorLike): string => {
  const shownName = typeof name === "string" && classNamePattern.test(name) ? name : "Error";
  const hasPlainCode = typeof code === "string" && errorCodePattern.test(code);
  return hasPlainCode ? `${shownName} ${code}` : shownName;
};

/** Never a message, which may contain a row, a password or what was sent. */
const errorNamesOf = (error: unknown): string[] => {
  const names: string[] = [];
  let cause: unknown = error;
  while (typeof cause === "object" && cause !== null && names.length < mostCauses) {
    names.push(errorNameOf(cause as ErrorLike));
    cause = (cause as ErrorLike).cause;
  }
  return names.length > 0 ? names : [typeof error];
};

/** Innermost first. A stack begins with the message, whose lines may look like frames. */
const stackFramesOf = (error: unknown): string[] => {
  if (!(error instanceof Error) || typeof error.stack !== "string") return [];
  const messageLines = new Set(String(error.message).split("\n"));
  const lines = error.stack
    .split("\n")
    .filter((line) => isStackFrame(line) && !messageLines.has(line));
  return lines.slice(0, mostFrames).map((line) => line.trim().slice("at ".length));
};

const withheldText = "(withheld)";
const safeText = (pattern: RegExp) => (value: unknown) =>
  typeof value === "string" && pattern.test(value) ? value : withheldText;

const safeRoute = safeText(/^[a-z-]{1,40}$/);
const safeCondition = safeText(/^[A-Za-z]{1,40}$/);
const safeReason = safeText(/^[^\p{Cc}\p{Cf}\p{Cs}]{1,160}$/u);

const safeVersion = safeText(/^v\d{1,4}\.\d{1,4}\.\d{1,4}$/);
const safeRequestId = safeText(/^[\w-]{1,64}$/);
/** A client may choose a part of a trace's id, so only this shape passes. */
const safeTraceId = safeText(/^1-[0-9a-f]{8}-[0-9a-f]{24}$/);

/** In rising order; `SILENT` is above all. */
const logLevels = ["INFO", "WARN", "ERROR", "SILENT"];
const logsRefusals = isRefusalLogEnabled();
const leastLevel = logLevels.indexOf(readEnv("LOG_LEVEL")?.toUpperCase() ?? "INFO");

/** Lambda says so of an environment that was started for a request. */
let isColdStart = readEnv("AWS_LAMBDA_INITIALIZATION_TYPE") === "on-demand";
let invocationFields: object = {};

export const nameInvocation = ({
  functionName,
  awsRequestId,
}: Pick<Context, "functionName" | "awsRequestId">): void => {
  invocationFields = {
    function_name: functionName,
    function_request_id: safeRequestId(awsRequestId),
    cold_start: isColdStart || undefined,
  };
  isColdStart = false;
};

/** Writes one line; not with the console, which Lambda wraps. */
export const logEvent = (code: LogCode, fields: LogFields): void => {
  const level = logCodes[code];
  const levelName = level.toUpperCase();
  if (logLevels.indexOf(levelName) < leastLevel) return;
  if (code === "refused" && !logsRefusals) return;
  const trace = /(?:^|;)Root=([^;]*)/.exec(readEnv("_X_AMZN_TRACE_ID") ?? "")?.[1];
  const errorFields =
    fields.error === undefined
      ? {}
      : {
          error: errorNamesOf(fields.error),
          at: level === "error" ? stackFramesOf(fields.error) : undefined,
        };
  const line = {
    level: levelName,
    message: code,
    timestamp: new Date().toISOString(),
    service: serviceName,
    ...invocationFields,
    xray_trace_id: trace && safeTraceId(trace),
    route: fields.route && safeRoute(fields.route),
    condition: fields.condition && safeCondition(fields.condition),
    reason: fields.reason && safeReason(fields.reason),
    node: fields.node && safeVersion(fields.node),
    ...errorFields,
  };
  process[level === "info" ? "stdout" : "stderr"].write(`${JSON.stringify(line)}\n`);
};
