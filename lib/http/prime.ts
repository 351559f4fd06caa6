import type { APIGatewayProxyEvent } from "aws-lambda";
import type { Erp } from "../domain/erp.ts";
import { dryRun } from "../dry-run.ts";

/** Stands for the ERP in a dry run: it is asked nothing, and its failure would count against it. */
const unasked: Erp = { box: async () => undefined, zongpai: async () => undefined };

/** Milliseconds that the function has left, as a dry run sees it: enough for one attempt at the store, and none after it. */
const left = 800;
/** What a dry run knows of its invocation. */
export const noInvocation = { getRemainingTimeInMillis: () => left };

/** The same stores and adapters, but for the ERP. */
export const withoutErp = <Deps extends object>(deps: Deps): Deps => ("erp" in deps ? { ...deps, erp: unasked } : deps);

/**
 * Makes what a function does when it starts, before its first request: it walks the path of an example once, from the parser to the
 * answer, so that schemas are built, code is compiled and the connection to DynamoDB stands. Nothing is written, counted or logged,
 * and it never fails; the bundle's loader limits its time.
 */
export const primer =
  (walk: (event: APIGatewayProxyEvent) => Promise<unknown>) =>
  async (event: APIGatewayProxyEvent): Promise<void> => {
    // A refusal is an end of the path like any other.
    await dryRun(() => walk(event)).catch(() => {});
  };
