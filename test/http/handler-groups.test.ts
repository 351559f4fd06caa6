import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { groupHandlers } from "#lib/http/endpoint.ts";

const invocation = {
  ...{ functionName: "", awsRequestId: "" },
  getRemainingTimeInMillis: () => 1_000,
};

/** A group of handlers that answer with their addresses. */
const group = groupHandlers(
  Object.fromEntries(
    ["GET /box", "POST /box", "POST /box/more"].map((address) => [
      address,
      async () => ({ statusCode: 200, body: address }),
    ]),
  ),
);
const send = (httpMethod: string, resource: string) =>
  group({ httpMethod, resource } as APIGatewayProxyEvent, invocation);

describe("a function of several endpoints", () => {
  it("hands each request to the handler of its method and its resource", async () => {
    for (const [method, resource] of [
      ["POST", "/box"],
      ["POST", "/box/more"],
      ["GET", "/box"],
    ] as const)
      expect(await send(method, resource)).toMatchObject({ body: `${method} ${resource}` });
  });

  it("fails at the request of another function", async () => {
    await expect(send("PUT", "/box")).rejects.toThrow("to another one");
  });
});
