import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { grouped } from "#lib/http/endpoint.ts";

const event = (httpMethod: string, resource: string) =>
  ({ httpMethod, resource }) as APIGatewayProxyEvent;
const invocation = {
  ...{ functionName: "", awsRequestId: "" },
  getRemainingTimeInMillis: () => 1_000,
};

/** A group of handlers that answer with their names, and what was made of them. */
const group = (...keys: string[]) => {
  const made: string[] = [];
  const handler = grouped(Object.fromEntries(keys.map((key) => [key, key])), (key) => {
    made.push(key);
    return async () => ({ statusCode: 200, body: key });
  });
  return { send: (...sent: [string, string]) => handler(event(...sent), invocation), made };
};

describe("a function of several endpoints", () => {
  it("hands each request to the handler of its method and its resource, which it makes once, when it is asked for", async () => {
    const { send, made } = group("GET /box", "POST /box", "POST /box/more");
    for (const [method, resource] of [
      ["POST", "/box"],
      ["POST", "/box/more"],
      ["POST", "/box"],
    ] as const)
      expect(await send(method, resource)).toMatchObject({ body: `${method} ${resource}` });
    expect(made).toEqual(["POST /box", "POST /box/more"]);
  });

  it("fails at the request of another function", async () => {
    const { send } = group("GET /box", "POST /box");
    await expect(send("PUT", "/box")).rejects.toThrow("to another one");
  });
});

it("a function of one endpoint is that endpoint's own, whatever the gateway calls its resource", async () => {
  const { send, made } = group("GET /box");
  expect(made).toEqual(["GET /box"]);
  expect(await send("GET", "/elsewhere")).toMatchObject({ body: "GET /box" });
});
