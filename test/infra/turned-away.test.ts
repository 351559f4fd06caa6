import { ResponseType } from "aws-cdk-lib/aws-apigateway";
import { describe, expect, it } from "vitest";
import { leastTraffic, mostInVain, mostTurnedAway } from "#infra/watch/alarm-table.ts";
import { gatewayErrors } from "#lib/http/error-handlers.ts";
import { metricNamespace } from "#lib/metrics.ts";
import { clientSettings } from "#lib/page/client-settings.ts";
import { createClient } from "#scanner/client/client.ts";
import { memoryStorage } from "#scanner/client/storage.ts";
import demo from "../../sites/demo.ts";
import { virtualWorld } from "../client/virtual-world.ts";
import odd from "../site/odd.ts";
import { randomFrom } from "../support/random.ts";
import { functionsOf, ofType, templateOf } from "./template.ts";

const counted = [
  "ACCESS_DENIED",
  "DEFAULT_4XX",
  "EXPIRED_TOKEN",
  "INVALID_API_KEY",
  "INVALID_SIGNATURE",
  "MISSING_AUTHENTICATION_TOKEN",
  "QUOTA_EXCEEDED",
  "RESOURCE_NOT_FOUND",
  "THROTTLED",
  "UNAUTHORIZED",
  "WAF_FILTERED",
];

/** One client's own fault, or a 5xx, which another alarm counts. */
const notCounted = [
  "API_CONFIGURATION_ERROR",
  "AUTHORIZER_CONFIGURATION_ERROR",
  "AUTHORIZER_FAILURE",
  "DEFAULT_5XX",
  "INTEGRATION_FAILURE",
  "INTEGRATION_TIMEOUT",
  "REQUEST_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
];

type Line = Readonly<Record<string, string>>;

/** Whether a filter of CloudWatch Logs matches a line: comparisons of texts, in which `*` is any text, joined by && or ||, in brackets. */
const matches = (pattern: string, line: Line): boolean => {
  const compared = pattern
    .replace(/^\{(.*)\}$/s, "($1)")
    .replace(/\$\.(\w+) (!?=) "([^"()]*)"/g, (_, field, operator, value) => {
      const text = new RegExp(`^${value.replaceAll("*", ".*")}$`, "s");
      return String(text.test(line[field] ?? "") === (operator === "="));
    });
  const joined = compared.replace(/\(([^()]*)\)/, (_, parts: string) => {
    const terms = parts.split(/&&|\|\|/).map((part) => part.trim() === "true");
    return String(parts.includes("&&") ? terms.every(Boolean) : terms.some(Boolean));
  });
  return joined === pattern ? pattern === "true" : matches(joined, line);
};

describe.each([
  ["demo", demo, "staging"],
  ["odd", odd, "local"],
] as const)("what the gateway of %s turned away", (_, site, stage) => {
  const template = templateOf(site, stage);
  const only = (type: string) => ofType(template, type)[0]?.[1].Properties;
  const filters = ofType(template, "AWS::Logs::MetricFilter");
  const { FilterPattern: pattern = "", ...filter } = only("AWS::Logs::MetricFilter");
  const { AccessLogSetting } = only("AWS::ApiGateway::Stage");
  const format: Line = JSON.parse(AccessLogSetting.Format);
  /** A line of the access log of a request, which the gateway answered itself with an error of this kind, or with none. */
  const line = (gatewayError: string, resource = "/box"): Line => ({
    ...format,
    gatewayError,
    resource,
    status: "403",
  });

  it("is counted in its access log, under the name by which its functions count", () => {
    expect(filters).toHaveLength(1);
    const [name] = Object.keys(template.resources).filter(
      (id) => id.startsWith("AccessLog") && !id.includes("TurnedAway"),
    );
    expect(JSON.stringify(AccessLogSetting.DestinationArn)).toContain(`{"Ref":"${name}"}`);
    expect(filter).toEqual({
      LogGroupName: { Ref: name },
      MetricTransformations: [
        {
          MetricNamespace: metricNamespace,
          MetricName: "TurnedAway",
          MetricValue: "1",
          Dimensions: [{ Key: "service", Value: "$.service" }],
        },
      ],
    });
    for (const [, { Environment }] of functionsOf(template))
      expect(Environment.Variables.SERVICE_NAME).toBe(format.service);
    expect([format.gatewayError, format.resource]).toEqual([
      "$context.error.responseType",
      "$context.resourcePath",
    ]);
  });

  it("is each kind of answer to callers without access, to too many requests and from a firewall; no other, and none of a function", () => {
    const kinds = Object.values(ResponseType).flatMap((kind) =>
      kind instanceof ResponseType ? [kind.responseType] : [],
    );
    expect(kinds.filter((kind) => matches(pattern, line(kind))).toSorted()).toEqual(counted);
    expect(matches(pattern, line("-"))).toBe(false);
  });

  it("is decided for every kind of answer that this stack makes", () => {
    const made = ofType(template, "AWS::ApiGateway::GatewayResponse").map(
      ([, { Properties }]) => Properties.ResponseType,
    );
    expect([...counted, ...notCounted].toSorted()).toEqual(made.toSorted());
  });

  it("is nothing that was asked of an address that no route has", () => {
    const paths = ofType(template, "AWS::ApiGateway::Resource").map(
      ([, { Properties }]) => Properties.PathPart as string,
    );
    expect(paths).toContain("{proxy+}");
    for (const path of ["/{proxy+}", "/box/{proxy+}"])
      expect(matches(pattern, line("INVALID_API_KEY", path))).toBe(false);
    // A firewall may stop a request before the gateway looks for its address.
    for (const path of ["-", "/trace/location"])
      expect(matches(pattern, line("WAF_FILTERED", path))).toBe(true);
    expect(paths.filter((part) => part.includes("proxy") && part !== "{proxy+}")).toEqual([]);
  });

  it("is told apart by a pattern that CloudWatch takes, which is of at most 1,024 characters", () => {
    expect(pattern.length).toBeLessThanOrEqual(1_024);
  });
});

it("one scanner with one scan that waits is throttled often enough in any five minutes of an hour to raise both alarms", async () => {
  const { statusCode: status, body, headers } = gatewayErrors(demo)("throttled");
  const requests = Array.from({ length: 12 }, () => 0);
  const clock = virtualWorld(async () => {
    const at = Math.floor((clock.now() - begun) / 300_000);
    requests[at] = (requests[at] ?? 0) + 1;
    return new Response(body, { status, headers: headers as Record<string, string> });
  }, randomFrom(1));
  const begun = clock.now();
  const client = createClient({
    baseUrl: "",
    settings: clientSettings(demo),
    storage: memoryStorage(),
    world: clock.world,
  });
  await client.write("post-box", { box_no: "BX4", zongpai: "PO4-1", quantity: 1 });
  await clock.run(3_599_999);
  client.close();
  expect(requests).toHaveLength(12);
  expect(Math.min(...requests)).toBeGreaterThan(
    Math.max(mostInVain, (mostTurnedAway / 100) * leastTraffic),
  );
});
