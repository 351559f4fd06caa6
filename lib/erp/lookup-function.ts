import { AwsClient } from "aws4fetch";
import { systemClock } from "../clock.ts";
import type { Erp, ErpBox, ErpZongpai } from "../domain/erp.ts";
import { type Deadline, within } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { longestLookup, unavailable } from "./database.ts";

/**
 * A request to the look-up function, which alone asks the ERP's server: the number of its environments is the number of connections.
 * `left`: milliseconds that the caller waits at most.
 */
export type LookupRequest = {
  readonly what: keyof Erp;
  readonly key: string;
  readonly left: number;
};
type InvalidRow = Refusal<"erpRowInvalid">["detail"];
/** `retryAfter`: seconds. */
type LookupAnswer =
  | { readonly row?: ErpBox | ErpZongpai | undefined }
  | {
      readonly unavailable: true;
      readonly retryAfter?: number | undefined;
      readonly invalid?: InvalidRow | undefined;
    };

/** Answers the other functions. A refusal is an answer, so that it does not count as a failure of the function. */
export const answerLookups =
  (erp: Erp) =>
  async ({ what, key, left }: LookupRequest): Promise<LookupAnswer> => {
    try {
      return { row: await erp[what](key, within(left)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { condition, detail, retryAfter } = error;
      if (condition === "erpRowInvalid") return { unavailable: true, invalid: detail };
      return { unavailable: true, retryAfter };
    }
  };

/** Milliseconds beside a look-up's own: for the call, and for the start of an environment. */
const overhead = 600;

type Caller = ConstructorParameters<typeof AwsClient>[0];

/** The ERP, asked through the function at `url` in Lambda's API. `longest`: milliseconds of a look-up. */
export const throughLookups = (url: string, caller: Caller, longest = longestLookup): Erp => {
  const lambda = new AwsClient({ ...caller, service: "lambda", retries: 0 });
  const ask = async <Row>(what: keyof Erp, key: string, deadline: Deadline) => {
    const left = Math.max(1, Math.min(longest, deadline.left()));
    const request: LookupRequest = { what, key, left };
    const limit = Math.max(1, Math.min(left + overhead, deadline.left()));
    const { signal, cancel } = systemClock.timeout(limit);
    let response: Response;
    let answer: LookupAnswer;
    try {
      response = await lambda.fetch(url, { method: "POST", body: JSON.stringify(request), signal });
      answer = (await response.json()) as LookupAnswer;
    } catch (error) {
      throw unavailable({ reason: "the look-up function did not answer", error });
    } finally {
      cancel();
    }
    // Lambda's answer while all environments of the function are in use.
    if (response.status === 429)
      throw unavailable({ reason: "all connections that the site grants are in use" });
    if (!response.ok || response.headers.has("x-amz-function-error"))
      throw unavailable({ reason: "the look-up function failed" });
    if ("invalid" in answer && answer.invalid) throw new Refusal("erpRowInvalid", answer.invalid);
    if ("unavailable" in answer) throw new Refusal("erpUnavailable", {}, answer.retryAfter);
    return answer.row as Row | undefined;
  };
  return {
    box: (key, deadline) => ask<ErpBox>("box", key, deadline),
    zongpai: (key, deadline) => ask<ErpZongpai>("zongpai", key, deadline),
  };
};
