import { readFileSync } from "node:fs";
import type { APIGatewayProxyEvent } from "aws-lambda";
import { describe, expect, it } from "vitest";
import { unroutedHandler } from "#lib/routes.ts";
import manifest from "../../package.json" with { type: "json" };
import demo from "../../sites/demo.ts";
import { queryBelow, runQuery } from "../support/insights.ts";
import { propertiesOfOnly, templateOf } from "./template.ts";

const { AccessLogSetting } = propertiesOfOnly(
  templateOf(demo, "staging"),
  "AWS::ApiGateway::Stage",
);
const page = readFileSync("docs/operations.md", "utf8");

/** A line as the gateway writes it: each variable is replaced as it is, or by a hyphen. */
const lineOf = (context: Readonly<Record<string, string | number>>): string =>
  AccessLogSetting.Format.replaceAll(/\$context\.([\w.]+)/g, (_: string, name: string) =>
    String(context[name] ?? "-"),
  );

const request = (
  at: number,
  path: string,
  latency: number,
  caller: Readonly<Record<string, string>>,
  status = 200,
) =>
  lineOf({
    ...caller,
    requestTime: `28/Nov/2026:10:${String(at).padStart(2, "0")}:00 +0000`,
    httpMethod: "POST",
    resourcePath: path,
    status,
    responseLatency: latency,
    "integration.latency": latency - 8,
    requestId: `r${at}`,
    ...(status === 429 ? { "error.responseType": "THROTTLED" } : {}),
    "identity.sourceIp": "198.51.100.7",
  });

/** As the authorizer gives it to the gateway. */
const named = (name: string) => ({
  "authorizer.loggedName": JSON.stringify(name).slice(1, -1),
});
const quoted = 'Ada "the \\ scanner"';
const lines = [
  request(1, "/box", 40, { "identity.apiKeyId": "k1" }),
  request(2, "/trace/location", 20, { "identity.apiKeyId": "k2" }),
  request(3, "/box", 900, named(quoted)),
  request(4, "/box", 60, { "identity.userArn": "arn:aws:sts::1:assumed-role/r/s" }, 429),
  request(5, "/box", 50, { "identity.apiKeyId": "k2" }),
  request(6, "/health", 10, {}),
].join("\n");

describe("the queries on the access log", () => {
  it("name the scanner that was silent longest, also with quotes in its name", () => {
    const silent = runQuery(queryBelow(page, "Which scanner is silent?"), lines);
    expect(
      silent.map(({ apiKeyId, name, last, requests }) => [apiKeyId, name, last, requests]),
    ).toEqual([
      ["k1", "-", "28/Nov/2026:10:01:00 +0000", 1],
      ["-", quoted, "28/Nov/2026:10:03:00 +0000", 1],
      ["-", "-", "28/Nov/2026:10:04:00 +0000", 1],
      ["k2", "-", "28/Nov/2026:10:05:00 +0000", 2],
    ]);
  });

  it("name the slowest route, and how much of the time its function takes", () => {
    expect(runQuery(queryBelow(page, "What is slow?"), lines)).toEqual([
      { method: "POST", resource: "/box", times: 4, p50: 50, p99: 900, inFunction: 892 },
      { method: "POST", resource: "/trace/location", times: 1, p50: 20, p99: 20, inFunction: 12 },
      { method: "POST", resource: "/health", times: 1, p50: 10, p99: 10, inFunction: 2 },
    ]);
  });

  it("say who was refused, and why the gateway refused", () => {
    const refused = runQuery(queryBelow(page, "Refused requests by caller"), lines);
    expect(refused).toMatchObject([{ status: "429", gatewayError: "THROTTLED", times: 1 }]);
    const byGateway = runQuery(queryBelow(page, "Refused by the gateway"), lines);
    expect(byGateway).toEqual([
      { gatewayError: "THROTTLED", resource: "/box", times: 1, addresses: 1, example: "r4" },
    ]);
  });
});

it("a token's name with quotes leaves a line of the access log whole", () => {
  const line = JSON.parse(lineOf(named(quoted)));
  expect(line).toMatchObject({ name: quoted, service: "demo-staging" });
  expect(() => JSON.parse(lineOf({ "authorizer.loggedName": quoted }))).toThrow("JSON");
});

it("the page names the answer of the health address", async () => {
  const event = { path: "/health", httpMethod: "GET" } as APIGatewayProxyEvent;
  const { body } = await unroutedHandler({ site: demo })(event);
  expect(page).toContain(body.replace(manifest.version, "<version>"));
});
