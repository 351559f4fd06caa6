import { AwsClient } from "aws4fetch";
import { systemClock } from "../clock.ts";
import type { ErpBox, ErpDayPage, ErpDayRequest, ErpReader, ErpZongpai } from "../domain/erp.ts";
import { type Deadline, deadlineWithin } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { erpUnavailable, keptForWriteMs, longestLookupMs, waitWithin } from "./database.ts";

type Asked =
  | { readonly what: "box" | "zongpai"; readonly key: string }
  | { readonly what: "boxesOfDay"; readonly page: ErpDayRequest };

/**
 * A request to the look-up function, which alone asks the ERP's server: the number of its environments is the number of connections.
 * `left`: milliseconds that the caller waits at most.
 */
export type LookupRequest = Asked & { readonly left: number };
type InvalidRow = Refusal<"erpRowInvalid">["detail"];
/** `retryAfter`: seconds. */
type LookupAnswer =
  | { readonly row?: ErpBox | ErpZongpai | ErpDayPage | undefined }
  | {
      readonly unavailable: true;
      readonly retryAfter?: number | undefined;
      readonly invalid?: InvalidRow | undefined;
    };

/** Answers the other functions. A refusal is an answer, so that it does not count as a failure of the function. */
export const answerLookups =
  (erp: ErpReader) =>
  async (request: LookupRequest): Promise<LookupAnswer> => {
    const deadline = deadlineWithin(request.left);
    try {
      if (request.what === "boxesOfDay")
        return { row: await erp.boxesOfDay(request.page, deadline) };
      return { row: await erp[request.what](request.key, deadline) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { condition, detail, retryAfter } = error;
      if (condition === "erpRowInvalid") return { unavailable: true, invalid: detail };
      return { unavailable: true, retryAfter };
    }
  };

/** Next to the look-up's own time: for the call, and for the start of an environment. */
const callOverheadMs = 600;

/** Why Lambda answers 429: `Reason` in its body. Only the first two are about the site's own limit. */
const throttleReasons = new Map([
  [
    "ReservedFunctionConcurrentInvocationLimitExceeded",
    "all connections that the site grants are in use",
  ],
  [
    "ReservedFunctionInvocationRateLimitExceeded",
    "more than ten look-ups a second for each connection that the site grants",
  ],
  [
    "ConcurrentInvocationLimitExceeded",
    "the account's limit of functions that run at once is reached",
  ],
  ["FunctionInvocationRateLimitExceeded", "the account's limit of calls a second is reached"],
  ["CallerRateLimitExceeded", "the account's limit of calls a second is reached"],
]);

const throttleReasonOf = (text: string): string => {
  const [, reason = ""] = /"Reason": ?"(\w{1,80})"/.exec(text) ?? [];
  return throttleReasons.get(reason) ?? "Lambda throttled the look-up function";
};

type AwsClientOptions = ConstructorParameters<typeof AwsClient>[0];

/** The ERP, asked through the function at `url` in Lambda's API. */
export const erpThroughLookups = (url: string, credentials: AwsClientOptions): ErpReader => {
  const lambda = new AwsClient({ ...credentials, service: "lambda", retries: 0 });
  const ask = async <ErpRecord>(asked: Asked, deadline: Deadline) => {
    const leftMs = deadline.left();
    const left = waitWithin(leftMs, longestLookupMs, callOverheadMs);
    const request: LookupRequest = { ...asked, left };
    const callLimitMs = waitWithin(leftMs, longestLookupMs + callOverheadMs, keptForWriteMs);
    const { signal, cancel } = systemClock.timeout(callLimitMs);
    let response: Response;
    let answer: LookupAnswer = {};
    let throttled: string | undefined;
    try {
      response = await lambda.fetch(url, { method: "POST", body: JSON.stringify(request), signal });
      if (response.status === 429) throttled = throttleReasonOf(await response.text());
      else answer = (await response.json()) as LookupAnswer;
    } catch (error) {
      throw erpUnavailable({ reason: "the look-up function did not answer", error });
    } finally {
      cancel();
    }
    if (throttled) throw erpUnavailable({ reason: throttled });
    if (!response.ok || response.headers.has("x-amz-function-error"))
      throw erpUnavailable({ reason: "the look-up function failed" });
    if ("invalid" in answer && answer.invalid) throw new Refusal("erpRowInvalid", answer.invalid);
    if ("unavailable" in answer) throw new Refusal("erpUnavailable", {}, answer.retryAfter);
    return answer.row as ErpRecord | undefined;
  };
  return {
    box: (key, deadline) => ask<ErpBox>({ what: "box", key }, deadline),
    zongpai: (key, deadline) => ask<ErpZongpai>({ what: "zongpai", key }, deadline),
    boxesOfDay: async (page, deadline) =>
      (await ask<ErpDayPage>({ what: "boxesOfDay", page }, deadline)) ?? { boxes: [] },
  };
};
