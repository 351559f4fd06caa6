import type { APIGatewayProxyEvent, Context } from "aws-lambda";
import { describe, expect, it } from "vitest";
import type { Handler } from "#lib/http/endpoint.ts";
import { grouped } from "#lib/http/grouped.ts";

const event = (httpMethod: string, resource: string) =>
  ({ httpMethod, resource }) as APIGatewayProxyEvent;
const context = {} as Context;

/** A group of handlers that answer with their names, and what was made and rehearsed of them. */
const group = (...keys: string[]) => {
  const made: string[] = [];
  const rehearsed: string[] = [];
  const make =
    (key: string) =>
    (here: string): Handler<string> => {
      made.push(key);
      return Object.assign(async () => ({ statusCode: 200, body: `${here} ${key}` }), {
        rehearse: async (_: APIGatewayProxyEvent, around: string) =>
          void rehearsed.push(`${around} ${key}`),
      });
    };
  return {
    handler: grouped(Object.fromEntries(keys.map((key) => [key, make(key)])))("here"),
    made,
    rehearsed,
  };
};

describe("a function of several routes", () => {
  it("hands each request to the handler of its method and its resource", async () => {
    const { handler } = group("GET /box", "POST /box", "POST /box/more");
    for (const [method, path] of [
      ["POST", "/box"],
      ["GET", "/box"],
      ["POST", "/box/more"],
    ] as const)
      expect(await handler(event(method, path), context)).toMatchObject({
        body: `here ${method} ${path}`,
      });
  });

  it("makes a handler once, and not before it is asked for", async () => {
    const { handler, made } = group("GET /box", "POST /box");
    expect(made).toEqual([]);
    for (let times = 0; times < 2; times += 1) await handler(event("POST", "/box"), context);
    expect(made).toEqual(["POST /box"]);
  });

  it("rehearses the one route of the event", async () => {
    const { handler, made, rehearsed } = group("GET /box", "POST /box");
    await handler.rehearse(event("GET", "/box"), "around");
    expect([made, rehearsed]).toEqual([["GET /box"], ["around GET /box"]]);
  });

  it("fails at the request of another function", async () => {
    const { handler } = group("GET /box", "POST /box");
    await expect(handler(event("PUT", "/box"), context)).rejects.toThrow("to another one");
  });
});

it("a function of one route is that route's own, whatever the gateway calls its resource", async () => {
  const { handler, made } = group("GET /box");
  expect(made).toEqual(["GET /box"]);
  expect(await handler(event("GET", "/elsewhere"), context)).toMatchObject({
    body: "here GET /box",
  });
});
