import { Logger } from "@aws-lambda-powertools/logger";

/** The closed table of log codes: what each line tells an operator. */
const logCodes = {
  requestFailed: { level: "error", means: "a request ended in a fault of the service" },
  erpLookupFailed: { level: "warn", means: "the ERP could not be asked, was too slow, or answered a row that is no row" },
  erpGivenUp: { level: "error", means: "the ERP failed several times in a row and is not asked for a while" },
  erpBack: { level: "info", means: "the ERP answered again" },
  erpCopyNotKept: { level: "warn", means: "the copy of an ERP row could not be written; the answer stood" },
} as const;

export type LogCode = keyof typeof logCodes;

/** The only fields that may be logged; none of them holds a request's or an ERP's data. */
export type LogFields = {
  readonly route?: string;
  readonly requestId?: string;
  readonly reason?: string;
  readonly stack?: string;
  readonly elapsedMs?: number;
};

const logger = new Logger({ serviceName: "warehouse-tracking" });

export const logEvent = (code: LogCode, fields: LogFields): void => logger[logCodes[code].level](code, { ...fields });
