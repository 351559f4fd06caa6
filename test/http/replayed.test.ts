import { describe, expect, it } from "vitest";
import { exampleEvent } from "#infra/bundle/example-event.ts";
import { type Endpoint, handlerOf } from "#lib/http/endpoint.ts";
import { silent } from "#lib/metrics.ts";
import { routesOf, v1 } from "#lib/routes.ts";
import { service } from "#lib/service.ts";
import demo from "../../sites/demo.ts";

/** POST /box, whose store finds this as the result of an earlier request with the same key. */
const answerOf = async (stored: unknown) => {
  const endpoint: Endpoint<undefined> = {
    ...v1["post-box"],
    verb: async () => ({ kind: "recorded" as const, stored, replayed: true }),
    dependencies: () => ({}),
    receipts: () => ({ refuse: () => Promise.reject(new Error("nothing was refused")) }),
  };
  const route = routesOf(demo).find(({ id }) => id === "post-box");
  if (!route) throw new Error("the site does not serve the route");
  const event = exampleEvent(route, demo);
  const invocation = { functionName: "", awsRequestId: "", getRemainingTimeInMillis: () => 9_000 };
  return handlerOf(endpoint, undefined, service(demo, silent))(event, invocation);
};

const result = { box_no: "BX4", zongpai: "PO4-1", quantity: 3, recorded_at: 1_790_000_000_000 };

describe("a stored result that is replayed", () => {
  it.each([
    ["nothing", undefined],
    ["a quantity that is text", { ...result, quantity: "3" }],
    ["a field that the answer does not have", { ...result, colour: "red" }],
  ])("is a fault of the service if it is %s, and never half an answer", async (_, stored) => {
    const { statusCode, body } = await answerOf(stored);
    expect([statusCode, JSON.parse(body).error_code]).toEqual([
      demo.errors.product.internal.status,
      demo.errors.product.internal.code,
    ]);
  });
});
