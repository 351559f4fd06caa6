import type { MiddlewareObj } from "@middy/core";
import type { APIGatewayProxyResult } from "aws-lambda";
import { decideRefused, type Receipts } from "../domain/operation.ts";
import { Refusal } from "../errors.ts";
import { operationsOf } from "./operation.ts";
import { type Answer, arrivalOf, type Service, type WriteEvent } from "./request.ts";
import type { RouteRow } from "./route.ts";

/**
 * One answer for each key (contract: "Exactly once"). Before the verb it makes the operation, with which the store finds an earlier answer.
 * After a refusal it stores the refusal as the answer of the operation; if the write turns out to be recorded, it answers with what was
 * recorded. A dry run stores nothing: its refusal would become the answer of the real write with the same key.
 */
export const exactlyOnce = (
  route: RouteRow,
  receipts: Receipts,
  respond: (answer: Answer) => APIGatewayProxyResult,
  { site, meter, keyNames, limits }: Service,
): MiddlewareObj<WriteEvent, APIGatewayProxyResult> => {
  const operationOf = operationsOf(route, site, keyNames);
  return {
    before: (request) => {
      const { event, context } = request;
      const arrival = arrivalOf(limits, context);
      const { scanned_at } = event.input;
      if (scanned_at !== undefined) meter.scanAge(Math.max(0, (arrival.at - scanned_at) / 1_000));
      request.event = { ...event, operation: operationOf(event, arrival) };
    },
    onError: async (request) => {
      const { error } = request;
      // What comes before this in the chain may have refused the request already.
      const { operation, input }: Partial<WriteEvent> = request.event;
      if (!operation || input?.dry_run || !(error instanceof Refusal)) return;
      try {
        const written = await decideRefused(operation, error, receipts);
        meter.count(written.replayed ? "Replayed" : "Accepted");
        request.response = respond(written);
      } catch (decided) {
        request.error = decided as Error;
      }
    },
  };
};
